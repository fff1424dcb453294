# SFPLUTFP32
book 8.9
what
Evaluates a piecewise linear function of |LReg3| with three pieces, whose slopes and offsets are whole registers (mode 0), or with three or six pieces, whose slopes and offsets are halves of registers.
Slopes are in LReg0 to 2, offsets in LReg4 to 6; the operand is always LReg3.
Three pieces begin at 0, 1 and 2. Six pieces begin at 0, 0.5, 1, 1.5, 2 and 3 (mode 2) or 4 (mode 3): the lower halves of LReg i and 4 + i, as FP16, belong to the piece that begins at i, the upper halves to the next one.
With halves and three pieces (mode 10), the upper half of LReg i is the slope and the lower half the offset of a piece, and the result goes to the register whose number is in LReg7.
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
