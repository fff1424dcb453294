# SFPSETEXP
book 8.4
what
Sets the exponent of a float: to the low byte of VD (mode 0), an immediate (1) or the exponent of VD (2).
Sign and mantissa are those of VC.
It is the inverse of SFPEXEXP.
formula
VD = sign and mantissa of VC, exponent imm8 (mode 1)
example
1.5 with exponent 128 = 3.0.
before
l 1 3fc00000*20
words
SFPSETEXP 128 1 0 1
after
l 0 40400000*20
end
