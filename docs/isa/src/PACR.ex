# PACR
book 12
what
Reads up to four rows of Dst, converts them and appends them to what it wrote to L1 before.
Formats, address, ReLU, edge mask and L1 accumulation are configured. last ends the tile, so that the next PACR starts at the configured address again.
formula
L1[address ..] = convert(Dst[row .. row + n - 1][0 .. 15])
example
One row of BF16, all 1.0, to 0x10: bytes 80 3f sixteen times.
before
cfg 0 1 0a000000
cfg 0 c 00200000
cfg 0 d 200
cfg 0 18 ffff
cfg 0 1c 1000
cfg 0 45 0
cfg 0 46 550
adc 2 2 0 0 0 0 f 0*b
d 0 7f*10
words
thread 2
PACR 0 0 0 0 0 0 1 0 0 0 0 1
after
m 10 803f803f803f803f803f803f803f803f803f803f803f803f803f803f803f803f
end
