# MFCONV3S1
book 6.9
what
A convolution of older chips; on Blackhole its arithmetic is gone.
It still waits for both sources, applies the ADDR_MOD and gives banks back.
Dst does not change.
formula
Dst unchanged
example
Only the banks change hands.
before
src 0 1 1 0 1 1
words
MFCONV3S1 CLR_AB 0 0 0
after
src 1 1 0 1 1 0
end
