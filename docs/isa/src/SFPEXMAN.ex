# SFPEXMAN
book 8.4
what
Extracts the mantissa of a float as an integer of 24 bits with the hidden bit, or of 23 without it (mode 1).
Sign and exponent are ignored.
SFPSETMAN is the inverse.
formula
VD = mantissa(VC) | 0x800000
example
1.5: 0x400000 | 0x800000 = 0xC00000.
before
l 1 3fc00000*20
words
SFPEXMAN 0 1 0 0
after
l 0 c00000*20
end
