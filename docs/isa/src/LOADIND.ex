# LOADIND
book 10.3
what
Loads from L1 into a GPR (8, 16 or 32 bits) or four GPRs.
The address is 16 x a GPR plus an offset in half a GPR, which then advances.
Sizes below 32 bits replace only the low part.
formula
GPR[data] = L1[16 x GPR[address] + offset]; offset += 0, 2, 4 or 16
example
32 bits from 0x10 + 4; the offset in the low half of GPR 2 advances from 4 to 8.
before
g 1 1 1
g 1 2 4
m 10 00112233445566778899aabbccddeeff
words
LOADIND 1 4 2 8 1
after
g 1 8 77665544
g 1 2 8
end
