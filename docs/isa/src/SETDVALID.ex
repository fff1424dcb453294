# SETDVALID
book 3.4
what
Hands the unpackers' bank of SrcA, SrcB or both to the FPU without unpacking any data.
It waits while the FPU owns that bank.
The bank keeps the format that its unpacker set last.
formula
owner[unpackers' bank] = FPU; pointer ^= 1
example
SrcA's bank 0 becomes valid; the unpacker switches to bank 1.
before
words
thread 0
SETDVALID 1
after
src 0 1 1 0 0 0
end
