# ZEROSRC
book 6.7
what
Fills source banks with 0, or SrcA with minus infinity. bank_mask 1 selects both banks; otherwise write_mode chooses the FPU's bank or the unpackers'.
It neither waits nor changes the ownership of a bank.
formula
Src[bank][all] = zero_val ? minus infinity : 0
example
Both banks of both sources become 0.
before
sa 0 0 7f*10
sb 1 5 7f*10
words
ZEROSRC 0 0 1 3
after
sa 0 0 0*10
sb 1 5 0*10
end
