# SFPMAD
book 8.5
what
A multiply-add that is partially fused: it rounds once at the end, but keeps only three bits below a binary32 of the product.
Denormals count as 0.
The result is there two cycles later; most readers are held back, some are not (see Hazards of theirs).
formula
VD = VA x VB + VC
example
2.0 x 3.0 + 1.0 = 7.0.
before
l 0 40000000*20
l 1 40400000*20
l 2 3f800000*20
words
SFPMAD 0 1 2 3 0
after
l 3 40e00000*20
end
