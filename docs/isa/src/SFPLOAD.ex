# SFPLOAD
book 8.2
what
Loads the 32 lanes of an LReg from four rows of Dst: the even columns, or the odd columns if address bit 1 is set. instr_mod0 selects the format of the cells; SRCB means the configured format.
After work of the FPU on the same rows there must be three instructions or a STALLWAIT before it.
formula
LReg[lane] = convert(Dst[(A & ~3) + lane / 8][2 x (lane mod 8) + (A bit 1)])
example
Four rows of 1.0 in BF16 give 32 lanes of 1.0.
before
d 0 7f*10
d 1 7f*10
d 2 7f*10
d 3 7f*10
words
SFPLOAD 0 2 0 0
after
l 0 3f800000*20
end
