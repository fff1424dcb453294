# ADDDMAREG
book 10.2
what
Adds two GPRs, or a GPR and a constant of six bits.
Results wrap at 32 bits.
The scalar unit takes three cycles.
formula
GPR[result] = GPR[a] + (GPR[b] or constant)
example
5 + 7 = 12.
before
g 1 1 5
words
ADDDMAREG 1 3 7 1
after
g 1 3 c
end
