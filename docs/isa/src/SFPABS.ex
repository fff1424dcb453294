# SFPABS
book 8.4
what
Computes the absolute value of an integer (mode 0) or of a float (mode 1).
The integer 0x80000000 does not change.
A negative NaN does not change.
formula
VD = |VC|
example
|-2.0| = 2.0.
before
l 1 c0000000*20
words
SFPABS 0 1 0 1
after
l 0 40000000*20
end
