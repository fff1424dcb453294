# ELWMUL
book 6.5
what
Multiplies eight rows of SrcA and SrcB element by element and adds the products to Dst, whatever dest_accum_en says. instr_mod19 broadcasts a column, a row or one element of SrcB.
One word is one fidelity phase.
formula
Dst[d + i][j] += SrcA[a + i][j] x SrcB[b + i][j], i < 8
example
1.0 + 1.5 x 2.0 = 4.0 in row 0.
before
fmt 5 5 5 5
src 0 1 1 0 1 1
sa 0 0 2007f*10
sb 0 0 80*10
d 0 7f*10
words
ELWMUL CLR_AB 0 0 0 0
after
d 0 81*10
src 1 1 0 1 1 0
end
