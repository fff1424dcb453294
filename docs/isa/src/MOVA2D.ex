# MOVA2D
book 6.8
what
Moves one row, or eight with instr_mod 2, from SrcA to Dst.
It waits until SrcA is valid.
With ALU_ACC_CTRL_Fp32_enabled it writes elements of 32 bits, whatever the format of SrcA; otherwise only TF32 is written as 32 bits.
formula
Dst[dst + i] = SrcA[src + i]
example
Eight rows are moved; only the first is not 0. It holds 1.0 = 0x3F80, which Dst stores as 007f.
before
fmt 5 5 5 5
src 0 1 1 0 0 0
sa 0 0 7f*10
words
MOVA2D 0 0 0 2 0
after
d 0 7f*10
end
