# TRNSPSRCB
book 6.9
what
Transposes rows 16 to 31 of the FPU's bank of SrcB as a block of 16 x 16.
It waits until SrcB is valid.
It has no operands and applies no ADDR_MOD.
formula
SrcB[16 + i][j] = old SrcB[16 + j][i]
example
The row (1.0, 2.0, 0 ...) becomes a column.
before
src 0 0 0 0 1 1
sb 0 10 7f 80 0*e
words
TRNSPSRCB
after
sb 0 10 7f 0*f
sb 0 11 80 0*f
end
