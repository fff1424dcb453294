# RDCFG
book 10.1
what
Copies a configuration word into a GPR.
It uses the bank that the thread has selected (CFG_STATE_ID).
The value arrives two cycles later on silicon.
formula
GPR = cfg[word]
example
Word 100 = 0x64 goes to GPR 4.
before
cfg 0 64 12345678
words
RDCFG 4 100
after
g 1 4 12345678
end
