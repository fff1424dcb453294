# MOVD2B
book 6.8
what
Moves one row, or four with instr_mod 2, from Dst to the FPU's bank of SrcB.
It does not wait for that bank: put a STALLWAIT for MATH and SRCB_VLD before it. SRCB_VLD alone is asked about the old bank while a word that releases it is still in the FPU.
From a 32-bit Dst it reads the high half, or with dest_32b_lo the low half.
formula
SrcB[src + i] = Dst[dst + i]
example
Row 5 of Dst, all 3.0, goes to row 3 of SrcB.
before
fmt 5 5 5 5
d 5 4080*10
words
MOVD2B 0 3 0 0 5
after
sb 0 3 20080*10
end
