# SFPCONFIG
book 8.10
what
Writes constants LReg11 to 14, LaneConfig, or the templates, sequences and Misc of SFPLOADMACRO, from LReg0 or an immediate.
The values come from the first eight lanes and are written to all four rows, in columns whose lane of row 0 is enabled.
The value can be combined with LaneConfig and Misc by or, and, exclusive or.
formula
destination = LReg0[lane mod 8], or imm16
example
LReg11 becomes 3.14159 (0x40490fdb).
before
l 0 40490fdb*20
words
SFPCONFIG 0 11 0
after
l b 40490fdb*20
end
