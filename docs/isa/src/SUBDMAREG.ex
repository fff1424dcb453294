# SUBDMAREG
book 10.2
what
Subtracts a GPR, or a constant of six bits, from a GPR.
Results wrap at 32 bits.
The scalar unit takes three cycles.
formula
GPR[result] = GPR[a] - (GPR[b] or constant)
example
5 - 2 = 3.
before
g 1 1 5
words
SUBDMAREG 1 3 2 1
after
g 1 3 3
end
