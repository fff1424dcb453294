# UNPACR
book 11.3
what
Reads datums from L1, converts them and writes them to the unpackers' bank of SrcA (unpacker 0) or SrcB (unpacker 1), or to Dst.
It waits while the FPU owns that bank. set_dat_valid hands the bank to the FPU and switches banks.
formula
Src[T + i] = convert(L1[S + i]), i from channel 0 X to channel 1 X
example
Sixteen datums 1.0 in BF16 from 0x10 go to row 0 of SrcA, which becomes valid. As in kernels, ovrd_thread_id is 1: word 73 says that the tile is not compressed, word 86 has the
number of datums of a face, and the 64 in word 84 selects row 0.
before
cfg 0 40 00100005
cfg 0 41 00010001
cfg 0 48 5
cfg 0 49 1
cfg 0 54 40
cfg 0 56 10
adc 0 0 0 0 0 0 f 0*b
m 10 803f803f803f803f803f803f803f803f803f803f803f803f803f803f803f803f
words
thread 0
UNPACR 0 0 0 0 0 1 1 0 0 0 0 0 1
after
sa 0 0 7f*10
src 0 1 1 0 0 0
fmt 5 0 0 0
end
