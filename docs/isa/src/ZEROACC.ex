# ZEROACC
book 6.7
what
Marks rows of Dst as invalid, so that they read as 0 (for GMPOOL, as the lowest number); no cell changes.
It clears one row, sixteen rows, a half, or all of Dst.
It does not wait; the ADDR_MOD is applied only in the modes of one row and of sixteen rows.
formula
valid[row] = clear_zero_flags
example
Sixteen rows of tile 2: rows 32 to 47 (0x20 to 0x2f) are invalid.
before
words
ZEROACC 1 0 0 0 2
after
dv 20 2f 0
end
