# MULDMAREG
book 10.2
what
Multiplies the low halves of two GPRs, or of a GPR and a constant.
The product has 32 bits.
The high halves are ignored.
formula
GPR[result] = GPR[a][15:0] x (GPR[b][15:0] or constant)
example
5 x 7 = 35 = 0x23; the high half of GPR 1 is ignored.
before
g 1 1 10005
words
MULDMAREG 1 3 7 1
after
g 1 3 23
end
