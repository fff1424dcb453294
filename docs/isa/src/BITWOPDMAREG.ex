# BITWOPDMAREG
book 10.2
what
Computes and, or, exclusive or of two GPRs, or of a GPR and a constant of six bits. op_sel chooses: 0 and, 1 or, 2 exclusive or.
Other values of op_sel are undefined.
formula
GPR[result] = GPR[a] op (GPR[b] or constant)
example
12 and 10 = 8.
before
g 1 1 c
words
BITWOPDMAREG 1 0 3 10 1
after
g 1 3 8
end
