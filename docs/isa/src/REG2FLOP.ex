# REG2FLOP
book 10.1
what
Copies GPRs to configuration words, which begin at 64.
It is documented for Wormhole only; under the strict policy it is a fault.
WRCFG does the same for any word.
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
