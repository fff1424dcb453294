# MOVB2A
book 6.8
what
Moves one row, or four with instr_mod 2, from SrcB to SrcA.
It waits until SrcB is valid and writes the FPU's bank of SrcA.
A datum of exponent 0 becomes 0; of other datums all bits are copied.
formula
SrcA[srca + i] = SrcB[srcb + i]
example
Row 2 of SrcB, all 1.0, goes to row 4 of SrcA.
before
fmt 5 5 5 5
src 0 0 0 0 1 1
sb 0 2 7f*10
words
MOVB2A 4 0 0 2
after
sa 0 4 7f*10
end
