# MOVDBGA2D
book 6.8
what
Moves one row, or eight with instr_mod 2, from SrcA to Dst, as MOVA2D does.
It does not wait for SrcA: it also reads a bank that the unpackers own, for example while a debugger looks at it.
The format of such a bank is that of SFPU_DEST_FMT_Base where formats are implied (Blackhole).
formula
Dst[dst + i] = SrcA[src + i]
example
Row 2 of SrcA is moved to row 5 of Dst, and nothing waits for a valid bank. It holds 1.0 = 0x3F80, which Dst stores as 007f. Formats are not implied (DISABLE_IMPLIED_SRCA_FMT, word 2 of the thread).
before
tc 1 2 1
cfg 0 1 a0000
sa 0 2 7f*10
words
MOVDBGA2D 0 2 0 0 5
after
d 5 7f*10
end
