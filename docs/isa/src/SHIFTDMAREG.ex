# SHIFTDMAREG
book 10.2
what
Shifts a GPR by another GPR or by a constant. op_sel chooses: 0 left, 1 right (logical).
Only the low five bits of the shift distance count.
formula
GPR[result] = GPR[a] << or >> (GPR[b] or constant)
example
5 << 4 = 80 = 0x50.
before
g 1 1 5
words
SHIFTDMAREG 1 0 3 4 1
after
g 1 3 50
end
