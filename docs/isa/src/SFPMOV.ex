# SFPMOV
book 8.4
what
Copies a register, with the sign flipped by mode 1, in all lanes by mode 2.
Mode 8 reads special sources: templates, LaneConfig, random numbers.
Bit 2 of the mode is ignored.
formula
VD = VC, or -VC
example
Mode 1: 2.0 becomes -2.0.
before
l 1 40000000*20
words
SFPMOV 0 1 0 1
after
l 0 c0000000*20
end
