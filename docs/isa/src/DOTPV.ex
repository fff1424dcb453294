# DOTPV
book 6.2
what
Computes the same as MVMUL without broadcast: dest_accum_en and instr_mod19 are ignored, and it always adds to Dst.
It waits for both sources.
One word is one fidelity phase.
formula
Dst[d + i][j] += sum over k of SrcB[b + i][k] x SrcA[a + k][j], i < 8, j < 16, k < 16
example
1.5 x 2.0 = 3.0 in row 0.
before
fmt 5 5 5 5
src 0 1 1 0 1 1
sa 0 0 80*10
sb 0 0 2007f 0*f
words
DOTPV CLR_AB 0 0 0 0
after
d 0 4080*10
src 1 1 0 1 1 0
end
