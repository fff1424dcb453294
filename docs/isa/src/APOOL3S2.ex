# APOOL3S2
book 6.9
what
Computed an average pool on older chips; on Blackhole it computes nothing.
It still waits for both sources, applies the ADDR_MOD and gives banks back.
Use GAPOOL instead.
formula
Dst unchanged
example
The banks are given back; nothing else changes.
before
src 0 1 1 0 1 1
words
APOOL3S2 CLR_AB 0 0 0
after
src 1 1 0 1 1 0
end
