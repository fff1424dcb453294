# STREAMWRCFG
book 10.1
what
Copies a register of a NoC stream into a configuration word on silicon.
This library has no streams: the configuration word keeps its value, and under the strict policy the instruction is a fault.
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
