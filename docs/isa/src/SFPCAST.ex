# SFPCAST
book 8.4
what
Converts an integer in sign and magnitude to a float, rounding to nearest (mode 0) or stochastically (1); takes the absolute value (2); or converts between two's complement and sign and magnitude (3).
Integers above 2^24 are rounded.
SFP_STOCH_RND converts back to integers.
formula
VD = float(VC) (mode 0)
example
3 becomes 3.0.
before
l 1 3*20
words
SFPCAST 1 0 0
after
l 0 40400000*20
end
