# SFPSHFT
book 8.4
what
Shifts a register by a register or an immediate: left if it is positive, right if it is negative; with mode bit 1 the right shift is arithmetic.
Only five bits of the shift distance count.
After a multiply-add that writes VD there must be an SFPNOP before it.
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
