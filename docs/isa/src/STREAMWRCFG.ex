# STREAMWRCFG
book 10.1
what
Copies a register of a NoC stream into a configuration word on silicon.
There are no streams here: the word keeps its value, and the strict policy refuses it.
Kernels for one tile do not need it.
formula
cfg[word] unchanged
example
Nothing changes.
before
cfg 0 64 11223344
words
STREAMWRCFG 0 0 100
after
end
