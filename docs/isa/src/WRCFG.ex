# WRCFG
book 10.1
what
Copies a GPR into a configuration word, or four GPRs into four words.
It uses the bank that the thread has selected (CFG_STATE_ID).
It takes two cycles: put a STALLWAIT for the configuration unit, or NOPs, before a use of the configuration word.
formula
cfg[word] = GPR
example
GPR 4 goes to word 100 = 0x64.
before
g 1 4 12345678
words
WRCFG 4 0 100
after
cfg 0 64 12345678
end
