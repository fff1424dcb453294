# SFPDIVP2
book 8.4
what
Replaces the exponent of a float, or in mode 1 adds to it, which multiplies by a power of two.
Sign and mantissa do not change.
In mode 1, infinity and NaN do not change.
formula
VD = VC with exponent + imm8 (mode 1) or imm8 (mode 0)
example
1.0 x 2^3 = 8.0.
before
l 1 3f800000*20
words
SFPDIVP2 3 1 0 1
after
l 0 41000000*20
end
