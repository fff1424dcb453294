# SFPSHFT
book 8.4
what
Shifts by a register or an immediate: left if it is positive, right if it is negative, arithmetically with bit 1.
Only five bits of the distance count.
Behind a multiply-add that writes VD it needs an SFPNOP.
formula
VD = VD << n, or VD >> -n
example
1 << 4 = 16.
before
l 0 1*20
words
SFPSHFT 4 0 0 1
after
l 0 10*20
end
