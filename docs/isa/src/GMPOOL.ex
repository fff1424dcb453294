# GMPOOL
book 6.6
what
The maximum of each column of sixteen rows of SrcA and of one row of Dst goes to that row of Dst; the three rows after it become 0.
SrcB scales by its exponent: kernels put 1.0 there.
With max_pool_index_en a 32-bit Dst receives which row had the maximum.
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
