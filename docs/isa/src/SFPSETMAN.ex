# SFPSETMAN
book 8.4
what
Sets the mantissa of a float: to that of VD (mode 0) or to an immediate in its upper twelve bits (mode 1).
Sign and exponent are those of VC.
The hidden bit is not part of the mantissa.
formula
VD = sign and exponent of VC, mantissa imm12 << 11 (mode 1)
example
1.0 with mantissa 0x800 << 11 = 0x400000: 1.5.
before
l 1 3f800000*20
words
SFPSETMAN 0x800 1 0 1
after
l 0 3fc00000*20
end
