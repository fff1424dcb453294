# CLEARDVALID
book 3.4
what
Gives the FPU's banks of the chosen sources back to the unpackers and flips the FPU's pointers, without any computation.
reset bit 0 resets all banks, pointers and remembered formats; with bit 1 the pointers do not flip.
It ignores CLR_DVALID_..._Disable.
formula
owner[FPU's bank] = unpackers; pointer ^= 1
example
SrcA's bank 0 is given back; the FPU switches to bank 1.
before
src 0 1 1 0 1 1
words
CLEARDVALID 1 0
after
src 1 1 0 0 1 1
end
