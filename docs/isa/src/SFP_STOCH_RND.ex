# SFP_STOCH_RND
book 8.7
what
Rounds a float to fewer bits or to an integer, or an integer to a smaller one: to nearest, towards zero or stochastically.
It advances the lane's random number in every mode, whether it is used or not.
Before an SFPSTORE in BF16, which truncates, it rounds.
formula
VD = round(VC)
example
Mode 1, FP32 to seven mantissa bits: 0x3f808001 is above the midpoint and becomes 0x3f810000; each lane's random number advances from 0 to 0x80000000.
before
l 1 3f808001*20
words
SFP_STOCH_RND 0 0 0 1 0 1
after
l 0 3f810000*20
prng 80000000*20
end
