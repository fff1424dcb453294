set pagination off
set confirm off
source tools/gdb/softensix.py
stx break MVMUL
continue
stx waits
stx core
stx save build/gdb.state
continue
stx diff build/gdb.state
set var core.dst.cell[0][0] = 0x3f80
set var core.dst.cell[1][2] = 0xc020
stx tile 0 bf16
set var core.sfpu.lreg[3][9] = 0x40490fdb
stx lreg
stx cfg Dstacc
stx sem
print core.sem[1]
print core.dst
kill
quit
