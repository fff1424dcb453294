# MOVA2D
book 6.8
what
Moves one row, or eight with instr_mod 2, from SrcA to Dst.
It waits until SrcA is valid.
The width of the write follows the format of SrcA, not ALU_ACC_CTRL: BF16 numbers for a Dst of 32 bits have to be unpacked to TF32, or the lower halves stay as they were.
formula
Dst[dst + i] = SrcA[src + i]
example
Eight rows; only the first holds anything, 1.0 = 0x3F80, which Dst stores as 007f.
before
fmt 5 5 5 5
src 0 1 1 0 0 0
sa 0 0 7f*10
words
MOVA2D 0 0 0 2 0
after
d 0 7f*10
end
