# RMWCIB1
book 10.1
what
Changes bits of byte 1, bits 15:8, of a configuration word; the other bits do not change.
It needs no GPR, so it is the usual way to change one field.
A field that spans two bytes takes two words.
formula
byte 1 = (old & ~mask) | (data & mask)
example
Byte 0x33, mask 0xf0, data 0xab: 0xa3.
before
cfg 0 64 11223344
words
RMWCIB1 0xf0 0xab 100
after
cfg 0 64 1122a344
end
