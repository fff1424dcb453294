# SFPLOADI
book 8.4
what
Loads an immediate of 16 bits into all enabled lanes: as BF16, FP16, signed or unsigned integer, or as one half of the register.
Two of them make any 32 bits: mode 10 writes the lower half, mode 8 the upper one.
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
