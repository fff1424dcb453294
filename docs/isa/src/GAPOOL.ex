# GAPOOL
book 6.2
what
Computes the same as MVMUL, with four rows of SrcB: with 1/16 in a row of SrcB it gives the average of sixteen rows of SrcA.
It adds to Dst.
One word is one fidelity phase.
formula
Dst[d + i][j] += sum over k of SrcB[b + i][k] x SrcA[a + k][j], i < 4
example
1/16 x 16.0 = 1.0 in row 0.
before
fmt 5 5 5 5
src 0 1 1 0 1 1
sa 0 0 83*10
sb 0 0 7b*10
words
GAPOOL CLR_AB 0 0 0 0
after
d 0 7f*10
src 1 1 0 1 1 0
end
