# SFPXOR
book 8.4
what
Computes the bitwise exclusive or of two registers.
The result replaces VD.
It has no modes.
formula
VD = VD ^ VC
example
0xff ^ 0xf0f = 0xff0.
before
l 0 ff*20
l 1 f0f*20
words
SFPXOR 0 1 0 0
after
l 0 ff0*20
end
