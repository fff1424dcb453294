# STOREREG
book 10.3
what
Stores a GPR to a register that RISC-V reaches at 0xFFB00000 + 4 x reg_addr.
So a thread can write its MOP configuration or the packer's registers without its RISC-V core.
Addresses without a register are faults.
formula
register[0xFFB00000 + 4 x reg_addr] = GPR
example
GPR 3 to word 0 of the MOP configuration, 0xFFB80000.
before
g 1 3 7
words
STOREREG 3 0x20000
after
mop 1 0 7
end
