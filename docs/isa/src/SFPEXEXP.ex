# SFPEXEXP
book 8.4
what
Extracts the exponent of a float as an integer, without the bias of 127 unless bit 0 of the mode is set.
Bit 1 of the mode sets the lane flags to "result below 0", bit 3 inverts them.
SFPSETEXP is the inverse.
formula
VD = exponent(VC) - 127
example
8.0 = 2^3: 3.
before
l 1 41000000*20
words
SFPEXEXP 0 1 0 0
after
l 0 3*20
end
