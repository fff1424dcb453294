# WRCFG
book 10.1
what
Copies a GPR into a configuration word, or four GPRs into four words.
The bank is the thread's (CFG_STATE_ID).
It takes two cycles: a STALLWAIT for the configuration unit, or NOPs, come before the word is used.
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
