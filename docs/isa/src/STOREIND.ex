# STOREIND
book 10.3
what
Stores a GPR to L1 (8, 16 or 32 bits, or four GPRs) or to a register of RISC-V.
The address is 16 x a GPR plus an offset in half a GPR, which then advances. mem_hier_sel 1 is L1.
formula
L1[16 x GPR[address] + offset] = GPR[data]
example
32 bits to 0x10.
before
g 1 1 1
g 1 8 deadbeef
words
STOREIND 1 0 1 4 0 8 1
after
m 10 efbeadde
end
