# SFPLUT
book 8.9
what
Evaluates a piecewise linear function of |LReg3| with three pieces: below 1, below 2, and above.
The slopes and offsets of the pieces, eight bits each, are in LReg0, LReg1 and LReg2. instr_mod0 bit 2 gives the result the sign of LReg3.
formula
result = F(LReg[i] bits 15:8) x |LReg3| + F(bits 7:0), i by |LReg3|
example
0.5 with slope 1.0 (0x00) and offset 0.5 (0x10): 1.0.
before
l 3 3f000000*20
l 0 10*20
words
SFPLUT 4 0 0
after
l 4 3f800000*20
end
