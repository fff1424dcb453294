# ATSWAP
book 10.3
what
Writes those halves of four GPRs that the mask selects to 16 bytes of L1.
The old values are not returned.
Each bit of the mask stands for 16 bits.
formula
half i of L1 = half i of GPR[data & 0x3C ...] where mask bit i
example
Both halves of GPR 8.
before
g 1 1 1
g 1 8 11223344
words
ATSWAP 0 3 8 1
after
m 10 44332211
end
