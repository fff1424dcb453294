# SFPSETCC
book 8.3
what
Sets the lane flags of the enabled lanes by comparing a register with 0, or to an immediate. Only the sign bit decides what is < 0: -0 and a NaN with the sign bit set are, and -0 is not == 0.
Lanes whose flag becomes false are disabled from then on, so nested conditions restrict the enabled lanes further.
If conditions are not enabled (SFPENCC), the flags become false.
formula
flag = VC < 0 (mode 0), VC != 0 (2), VC >= 0 (4), VC == 0 (6)
example
Lanes 0 to 15 hold -1.0 and stay enabled.
before
l 1 bf800000*10 3f800000*10
words
SFPSETCC 0 1 0 0
after
cc 1 ffff
end
