# APOOL3S2
book 6.9
what
An average pool of older chips; on Blackhole its arithmetic is gone.
It still waits for both sources, applies the ADDR_MOD and gives banks back.
Use GAPOOL.
formula
Dst unchanged
example
Only the banks change hands.
before
src 0 1 1 0 1 1
words
APOOL3S2 CLR_AB 0 0 0
after
src 1 1 0 1 1 0
end
