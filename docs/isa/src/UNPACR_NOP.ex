# UNPACR_NOP
book 11.5
what
Fills a source bank with 0, minus infinity, 1.0 or a configured value instead of data from L1, or only waits.
It waits until the bank does not belong to the FPU.
With set_dvalid the bank then goes to the FPU.
formula
Src[bank][all] = value; with set_dvalid: owner = FPU
example
SrcA's bank 0 becomes 0 and valid, in format 5, BF16.
before
cfg 0 48 5
sa 0 0 7f*10
words
thread 0
UNPACR_NOP 0 0 0 1 0 0 0 0 1
after
sa 0 0 0*10
src 0 1 1 0 0 0
fmt 5 0 0 0
end
