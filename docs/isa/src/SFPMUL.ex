# SFPMUL
book 8.5
what
Multiplies two registers. It is SFPMAD under another name: VC should be LReg9, which is 0.
The hardware does not check this.
Mode 1 negates the product.
formula
VD = VA x VB + VC, VC = 0
example
2.0 x 3.0 = 6.0.
before
l 0 40000000*20
l 1 40400000*20
words
SFPMUL 0 1 9 3 0
after
l 3 40c00000*20
end
