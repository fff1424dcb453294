# SFPNOT
book 8.4
what
Inverts all bits of a register.
It has no modes.
To flip the sign of a float, use SFPMOV.
formula
VD = ~VC
example
~0x0000ffff = 0xffff0000.
before
l 1 ffff*20
words
SFPNOT 0 1 0 0
after
l 0 ffff0000*20
end
