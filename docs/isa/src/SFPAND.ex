# SFPAND
book 8.4
what
Computes the bitwise and of VC and VD, or of VC and VB in mode 1.
VB is in the low bits of the immediate.
After a multiply-add that writes VB there must be an SFPNOP before it.
formula
VD = VD & VC (mode 0), VB & VC (mode 1)
example
0xff and 0xf0f = 0x0f.
before
l 0 ff*20
l 1 f0f*20
words
SFPAND 0 1 0 0
after
l 0 f*20
end
