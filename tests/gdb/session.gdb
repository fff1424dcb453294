set pagination off
set confirm off
source tools/gdb/softensix.py
python
def refused(command):
    try:
        gdb.execute(command)
    except gdb.error as error:
        print("refused:", error)
end
python refused("stx core")
python refused("stx break MVMULL")
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
set var core.dst.cell[8][0] = 2
stx tile 0 raw16
stx tile 0 fp16
stx tile 0 fp32
stx tile 0 int32
python refused("stx diff Makefile")
kill
quit
