# LOADREG
book 10.3
what
Loads a GPR from a register that RISC-V reaches at 0xFFB00000 + 4 x reg_addr.
Addresses without a register are faults.
On silicon the value arrives later: put a STALLWAIT for THCON before its use.
formula
GPR = register[0xFFB00000 + 4 x reg_addr]
example
DBG_FEATURE_DISABLE at 0xFFB12068 into GPR 3.
before
dbg 800
words
LOADREG 3 0x481A
after
g 1 3 800
end
