# MOVD2A
book 6.8
what
Moves one row, or four with instr_mod 2, from Dst to the FPU's bank of SrcA.
It does not wait for that bank: put a STALLWAIT for MATH and SRCA_VLD before it. SRCA_VLD alone is asked about the old bank while a word that releases it is still in the FPU.
From a 32-bit Dst it reads the high half, or with dest_32b_lo the low half.
formula
SrcA[src + i] = Dst[dst + i]
example
Row 5 of Dst, all 3.0, goes to row 3 of SrcA.
before
fmt 5 5 5 5
d 5 4080*10
words
MOVD2A 0 3 0 0 5
after
sa 0 3 20080*10
end
