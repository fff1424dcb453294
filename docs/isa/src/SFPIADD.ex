# SFPIADD
book 8.4
what
Adds or subtracts 32-bit integers in two's complement: a register and an immediate (bit 0), VC - VD (bit 1), or VC + VD.
Unless bit 2 is set, the lane flags become "result below 0"; bit 3 inverts them.
After a multiply-add that writes VD there must be an SFPNOP before it.
formula
VD = VC + imm12, VC - VD or VC + VD
example
10 + 5 = 15; mode 5: immediate, no flags.
before
l 1 a*20
words
SFPIADD 5 1 0 5
after
l 0 f*20
end
