# SFPLOADI
book 8.4
what
Loads an immediate of 16 bits into all enabled lanes: as BF16, FP16, a signed or unsigned integer, or one half of the register.
Two SFPLOADIs set any 32-bit value: mode 10 writes the lower half, mode 8 the upper half.
It reads neither Dst nor another register.
formula
LReg = mode 0: imm << 16
example
0x3FC0 as BF16 is 1.5.
before
words
SFPLOADI 0 0 0x3fc0
after
l 0 3fc00000*20
end
