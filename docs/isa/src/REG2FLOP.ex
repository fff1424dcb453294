# REG2FLOP
book 10.1
what
Copies GPRs into configuration words from 64 on.
It is documented for Wormhole; the strict policy refuses it.
WRCFG does the same with any word.
formula
cfg[64 + flop_index] = GPR[reg_index]
example
GPR 5 goes to word 64 + 10 = 74 = 0x4a.
before
g 1 5 abcd
words
REG2FLOP 1 0 0 0 10 5
after
cfg 0 4a abcd
end
