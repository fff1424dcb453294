# SFPSWAP
book 8.4
what
Swaps two registers (mode 0), or sorts them: in the lanes that the mode selects the smaller number goes to VD and the larger to VC, in the other lanes the larger goes to VD.
The comparison is by sign and magnitude, which suits floats.
It takes two cycles: unless an SFPNOP follows, the next vector instruction waits.
formula
VC, VD = VD, VC
example
1 and 2 change places.
before
l 0 1*20
l 1 2*20
words
SFPSWAP 0 0 1 0
after
l 0 2*20
l 1 1*20
end
