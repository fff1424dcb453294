# XMOV
book 10.3
what
Copies or clears units of 16 bytes in L1.
Configuration words 88 to 90 (THCON_SEC0_REG6) hold the source, the destination and the count.
It runs in the mover, in parallel with the other units.
formula
L1[to .. ] = L1[from .. ]
example
One unit from 0x10 to 0x40.
before
cfg 0 58 1
cfg 0 59 4
cfg 0 5a c0000001
m 10 00112233445566778899aabbccddeeff
words
XMOV 0 0
after
m 40 00112233445566778899aabbccddeeff
end
