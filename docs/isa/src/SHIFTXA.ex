# SHIFTXA
book 6.9
what
Shifts rows 0 to 15 of SrcA by one column, to the right (shift_mode 2) or to the left (3); the vacated column becomes 0.
It waits until SrcA is valid.
Because of a hardware bug it reads the sixteen rows that were used last, not the rows that it writes.
formula
SrcA[i][c] = SrcA[base + i][c - 1] (right)
example
One datum, 1.0, moves from column 0 to column 1.
before
src 0 1 1 0 0 0
sa 0 0 7f 0*f
words
SHIFTXA 0 2
after
sa 0 0 0 7f 0*e
end
