# RMWCIB3
book 10.1
what
Changes bits of the highest byte of a configuration word; the other bits do not change.
It needs no GPR, so it is the usual way to change one field.
A field that spans two bytes takes two words.
formula
byte 3 = (old & ~mask) | (data & mask)
example
Byte 0x11, mask 0xf0, data 0xab: 0xa1.
before
cfg 0 64 11223344
words
RMWCIB3 0xf0 0xab 100
after
cfg 0 64 a1223344
end
