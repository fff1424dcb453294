# ELWSUB
book 6.5
what
Subtracts eight rows of SrcB from SrcA element by element, and also adds Dst if dest_accum_en is set. instr_mod19 broadcasts a column, a row or one element of SrcB.
Use it in fidelity phase 0 only: other phases scale the operands down.
formula
Dst[d + i][j] = SrcA[a + i][j] - SrcB[b + i][j] (+ Dst[d + i][j]), i < 8
example
3.0 - 1.0 = 2.0 in row 0.
before
fmt 5 5 5 5
src 0 1 1 0 1 1
sa 0 0 20080*10
sb 0 0 7f*10
words
ELWSUB CLR_AB 0 0 0 0
after
d 0 80*10
src 1 1 0 1 1 0
end
