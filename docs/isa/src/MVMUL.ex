# MVMUL
book 6.2
what
Multiplies eight rows of SrcB by sixteen rows of SrcA and adds the product to eight rows of Dst.
One word is one fidelity phase: the counter Fidelity selects which bits of the mantissas are multiplied.
Sums are aligned and rounded in two groups of eight, unlike those of IEEE 754.
With instr_mod19 0, which kernels use, eight rows of SrcB are used, beginning at a multiple of 8. With 1 only the row that RWC.SrcB names is used: its product is added to the
rows d, d + 2, d + 4 and d + 6 of Dst, where d may be odd, and the rows between them keep their contents.
formula
Dst[d + i][j] += sum over k of SrcB[b + i][k] x SrcA[a + k][j], i < 8, j < 16, k < 16
example
1.5 x 2.0 = 3.0 in row 0, 0 in the other seven; both banks are given back.
before
fmt 5 5 5 5
src 0 1 1 0 1 1
sa 0 0 80*10
sb 0 0 2007f 0*f
words
MVMUL CLR_AB 0 0 0
after
d 0 4080*10
src 1 1 0 1 1 0
end
