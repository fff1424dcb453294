# SFPLZ
book 8.4
what
Counts the leading zero bits of a register, 32 for 0; bit 2 of the mode ignores the sign.
Bit 1 sets the lane flags to "not 0", bit 3 inverts them.
With SFPSHFT it normalises integers.
formula
VD = leading zeros of VC
example
0xff has 24 = 0x18 leading zeros.
before
l 1 ff*20
words
SFPLZ 0 1 0 0
after
l 0 18*20
end
