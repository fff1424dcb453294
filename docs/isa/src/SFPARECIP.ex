# SFPARECIP
book 8.8
what
Looks up an approximate reciprocal of seven bits (mode 0) or an approximate exponential (other modes) in a table.
Newton steps with SFPMAD make it more accurate.
0 and denormals give infinity.
formula
VD = R(|VC|) with the sign of VC
example
The result for 1.0 is 0.99609375 = 0x3f7f0000.
before
l 1 3f800000*20
words
SFPARECIP 0 1 0 0
after
l 0 3f7f0000*20
end
