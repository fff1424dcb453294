# SFPSETSGN
book 8.4
what
Sets the sign of a float: to that of VD (mode 0) or to an immediate bit (mode 1).
Exponent and mantissa are those of VC.
It also works on integers in sign and magnitude.
formula
VD = VC with sign imm1 (mode 1) or that of VD (mode 0)
example
1.0 becomes -1.0.
before
l 1 3f800000*20
words
SFPSETSGN 1 1 0 1
after
l 0 bf800000*20
end
