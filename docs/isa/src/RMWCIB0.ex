# RMWCIB0
book 10.1
what
Changes bits of the lowest byte of a configuration word; the other bits do not change.
It needs no GPR, so it is the usual way to change one field.
A field that spans two bytes takes two words.
formula
byte 0 = (old & ~mask) | (data & mask)
example
Byte 0x44, mask 0xf0, data 0xab: 0xa4.
before
cfg 0 64 11223344
words
RMWCIB0 0xf0 0xab 100
after
cfg 0 64 112233a4
end
