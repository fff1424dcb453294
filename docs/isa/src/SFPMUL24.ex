# SFPMUL24
book 8.6
what
Multiplies integers of 23 bits: the low 23 bits of the product, or with mode 1 the bits above them.
VC must be LReg9, which is 0; the mantissa of any other VC is shifted and added.
Longer products take several SFPMUL24s and SFPIADD.
formula
VD = (VA x VB) mod 2^23 (mode 0), (VA x VB) >> 23 (mode 1)
example
3 x 5 = 15.
before
l 0 3*20
l 1 5*20
words
SFPMUL24 0 1 9 3 0
after
l 3 f*20
end
