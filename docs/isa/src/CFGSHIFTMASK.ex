# CFGSHIFTMASK
book 10.1
what
Combines a configuration word with a masked and rotated scratch word (cfg 209 to 211): or, and, exclusive or, plus, minus.
LLK uses its addition to advance an address without a GPR. scratch_sel 3 is the scratch word of the thread.
formula
cfg[word] = cfg[word] op ror(scratch & mask, amount)
example
0x100 + 0x20 = 0x120.
before
cfg 0 64 100
cfg 0 d1 20
words
CFGSHIFTMASK 1 3 31 0 0 100
after
cfg 0 64 120
end
