# SFPSWAP
book 8.4
what
Swaps two registers (mode 0), or puts the smaller one into VD and the larger one into VC in the lanes that the mode names, the other way round elsewhere.
The order is that of sign and magnitude, so it suits floats.
It takes two cycles; a SFPNOP follows or a word waits.
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
