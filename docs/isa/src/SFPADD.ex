# SFPADD
book 8.5
what
Adds two registers. It is SFPMAD under another name: VA should be LReg10, which is 1.0.
The hardware does not check this.
Mode 2 subtracts.
formula
VD = VA x VB + VC, VA = 1.0
example
2.0 + 3.0 = 5.0.
before
l 0 40000000*20
l 1 40400000*20
words
SFPADD 10 0 1 3 0
after
l 3 40a00000*20
end
