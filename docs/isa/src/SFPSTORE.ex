# SFPSTORE
book 8.2
what
Stores the enabled lanes of an LReg to 32 cells of four rows of Dst: the even columns, or the odd columns if address bit 1 is set. instr_mod0 selects the format; BF16 truncates; to round, put an SFP_STOCH_RND before it.
The FPU may read these rows three instructions later, or after a STALLWAIT.
formula
Dst[(A & ~3) + lane / 8][2 x (lane mod 8) + (A bit 1)] = convert(LReg[lane])
example
1.0 in the even columns of rows 0 to 3.
before
l 0 3f800000*20
words
SFPSTORE 0 2 0 0
after
d 0 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0
d 1 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0
d 2 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0
d 3 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0 7f 0
end
