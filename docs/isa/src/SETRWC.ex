# SETRWC
book 3.3
what
Sets row counters of the thread to values, or to values relative to their copies; bit_mask selects the counters, rwc_cr says how.
Bit 3 of the mask resets the fidelity phase.
Afterwards clear_ab_vld gives source banks back; most loops end with this.
formula
Dst = Dst_Cr = rwc_d (+ Dst_Cr with flag D, + Dst with C_TO_CR); SrcA, SrcB alike
example
Flag D with Dst_Cr = 16: Dst = Dst_Cr = 8 + 16 = 24 = 0x18.
before
rwc 1 0 0 0 0 0 10 0
words
SETRWC CLR_NONE 4 8 0 0 4
after
rwc 1 0 0 0 0 18 18 0
end
