# ZEROACC
book 6.7
what
Marks rows of Dst as invalid, which read as 0 (as the lowest number for GMPOOL); no cell changes.
It clears one row, sixteen, a half or all.
It does not wait; only one row and sixteen rows apply the ADDR_MOD.
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
