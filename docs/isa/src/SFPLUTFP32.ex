# SFPLUTFP32
book 8.9
what
A function of three straight pieces of |LReg3| with slopes and offsets in whole registers (mode 0), or of three or six pieces with halves of registers.
Slopes are in LReg0 to 2, offsets in LReg4 to 6.
Bit 2 gives the result the sign of LReg3.
formula
VD = LReg[i] x |LReg3| + LReg[4 + i], i = 0 below 1, 1 below 2, else 2
example
2.0 x 0.5 + 1.0 = 2.0.
before
l 3 3f000000*20
l 0 40000000*20
l 4 3f800000*20
words
SFPLUTFP32 7 0
after
l 7 40000000*20
end
