# CMPDMAREG
book 10.2
what
Compares a GPR with another GPR or with a constant, as unsigned numbers, and writes 1 or 0. op_sel chooses: 0 greater, 1 less, 2 equal.
No instruction branches on the result; RISC-V code reads it.
formula
GPR[result] = GPR[a] op (GPR[b] or constant) ? 1 : 0
example
5 > 4: 1.
before
g 1 1 5
words
CMPDMAREG 1 0 3 4 1
after
g 1 3 1
end
