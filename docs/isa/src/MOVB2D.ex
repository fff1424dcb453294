# MOVB2D
book 6.8
what
Moves rows of SrcB to Dst: one row, four rows, or one row to eight rows; either all columns, or column 0 to all columns.
It waits until SrcB is valid.
There must be three instructions between it and a MOVD2A or MOVD2B of the same rows.
formula
Dst[dst + i] = SrcB[src + (broadcast ? 0 : i)]
example
Row 3 of SrcB, all 3.0, goes to row 5 of Dst.
before
fmt 5 5 5 5
src 0 0 0 0 1 1
sb 0 3 20080*10
words
MOVB2D 0 3 0 0 5
after
d 5 4080*10
end
