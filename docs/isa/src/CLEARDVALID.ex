# CLEARDVALID
book 3.4
what
Gives the FPU's banks of the chosen sources back to the unpackers and flips the FPU's pointers, without any computation.
With reset bit 0 all banks and pointers start anew; with bit 1 the pointers stay.
It acts although CLR_DVALID_..._Disable is set.
formula
owner[FPU's bank] = unpackers; pointer ^= 1
example
SrcA's bank 0 goes back; the FPU turns to bank 1.
before
src 0 1 1 0 1 1
words
CLEARDVALID 1 0
after
src 1 1 0 0 1 1
end
