# GMPOOL
book 6.6
what
Computes the maximum of each column of sixteen rows of SrcA and of one row of Dst, and writes it to that row of Dst; the three rows after it become 0.
The exponent of SrcB scales the numbers; kernels use 1.0.
With max_pool_index_en a 32-bit Dst also receives an index of the row with the maximum.
formula
Dst[d][j] = max(Dst[d][j], max over i of SrcA[a + i][j] x scale(SrcB[b][i]))
example
Rows 2.0 and 3.0, the rest 0: the maximum is 3.0.
before
fmt 5 5 5 5
src 0 1 1 0 1 1
sa 0 0 80*10
sa 0 1 20080*10
sb 0 0 7f*10
words
GMPOOL CLR_AB 0 0 0 0
after
d 0 4080*10
src 1 1 0 1 1 0
end
