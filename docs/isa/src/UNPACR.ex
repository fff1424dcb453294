# UNPACR
book 11.3
what
Reads datums from L1, converts them and writes them to the unpackers' bank of SrcA (unpacker 0) or SrcB (unpacker 1), or to Dst.
It waits while the FPU owns that bank. set_dat_valid hands the bank to the FPU and turns to the other one.
formula
Src[T + i] = convert(L1[S + i]), i from channel 0 X to channel 1 X
example
Sixteen datums 1.0 in BF16 from 0x10 to row 0 of SrcB, which becomes valid.
before
cfg 0 70 00100015
cfg 0 71 00010001
cfg 0 78 5
adc 0 1 0 0 0 0 f 0*b
m 10 803f803f803f803f803f803f803f803f803f803f803f803f803f803f803f803f
words
thread 0
UNPACR 1 0 0 0 0 0 1 0 0 0 0 0 1
after
sb 0 0 7f*10
src 0 0 0 0 1 1
fmt 0 0 5 0
end
