# SFPCONFIG
book 8.10
what
Writes constants LReg11 to 14, LaneConfig, or the templates, sequences and Misc of SFPLOADMACRO, from LReg0 or an immediate.
What is written comes from the first eight lanes and goes to all four rows.
LaneConfig and Misc can be combined by or, and, exclusive or.
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
