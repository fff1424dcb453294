# SFPMAD
book 8.5
what
Computes a partially fused multiply-add: it rounds once at the end, but keeps only three bits of the product below a binary32.
Denormals are treated as 0.
The result is available two cycles later; most instructions that read it wait, some do not (see Hazards on their pages).
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
