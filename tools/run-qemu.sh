#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a RISC-V program in QEMU: run-qemu.sh program.elf [argument...]. The program itself determines QEMU's binary,
# Linux or the board (its linker script defines stx_board_NAME), and -cpu, so that it gets a core with exactly the
# extensions it was built for.
#   QEMU_MACHINE=virt   another board       QEMU_TIMEOUT=300   seconds until it is stopped (exit 124)
#   QEMU_EXTRA=         further options     VLEN=128           bits of a vector register
# A linker script that defines stx_memory_NM gives the board N MB.
#   QEMU_HARTS=3        number of harts; instructions are then not counted
set -u
program=$1
readelf=${READELF:-riscv64-unknown-elf-readelf}
symbols=$($readelf -sW "$program")
board=$(echo "$symbols" | sed -n 's/.* stx_board_\([a-z_]*\)$/\1/p' | head -n 1)
machine=${QEMU_MACHINE:-${board:-virt}}
memory=$(echo "$symbols" | sed -n 's/.* stx_memory_\([0-9]*M\)$/\1/p' | head -n 1)

case $($readelf -h "$program" | sed -n 's/^ *Class: *//p') in
ELF32) bits=32 ;;
ELF64) bits=64 ;;
*)
    echo "run-qemu: $program is not an ELF file" >&2
    exit 2
    ;;
esac

# "rv32i2p1_m2p0_c2p0" -> " i m c "
arch=$($readelf -A "$program" | sed -n 's/.*Tag_RISCV_arch: "rv[0-9]*\([^"]*\)".*/\1/p')
letters=" $(echo "$arch" | tr '_' '\n' | sed -nE 's/^([a-z])[0-9]+p[0-9]+$/\1/p' | tr '\n' ' ')"
cpu="rv$bits"
for letter in m a f d c; do
    case $letters in
    *" $letter "*) cpu="$cpu,$letter=on" ;;
    *) cpu="$cpu,$letter=off" ;;
    esac
done
# QEMU supports vectors only with the other extensions. VLEN=128: bits of a vector register.
case "$letters $arch" in *" v "* | *_zve*) cpu="$cpu,f=on,d=on,v=on,vext_spec=v1.0,vlen=${VLEN:-128}" ;; esac
case $letters in *" e "*) cpu="$cpu,i=off,e=on,h=off" ;; esac

if $readelf -n "$program" 2>/dev/null | grep -q 'OS: Linux'; then
    case $cpu in *,v=on*) ;; *) cpu=$(echo "$cpu" | sed 's/rv64.*/rv64/') ;; esac
    exec timeout "${QEMU_TIMEOUT:-300}" "qemu-riscv$bits" -cpu "$cpu" "$@"
fi

# Since 8.2, QEMU's usual core has extensions that need others, and does not start without those.
case $("qemu-system-riscv$bits" --version 2>/dev/null | sed -n 's/.*version //p') in
[0-7].* | 8.[01].*) ;;
*)
    case $cpu in *,a=off*) cpu="$cpu,zawrs=off" ;; esac
    case $cpu in *,f=on*) ;; *) cpu="$cpu,zfa=off" ;; esac
    ;;
esac

# The start-up code inserts the program's name: that of port/semihost, and picolibc's before 1.8.3. Since then, picolibc does so
# only if there are no arguments. Without arguments, QEMU would pass the file's name.
shift
named_by_us() {
    version=$(printf '#include <picolibc.h>\n__PICOLIBC__ __PICOLIBC_MINOR__ __PICOLIBC_PATCHLEVEL__\n' |
        riscv64-unknown-elf-gcc --specs=picolibc.specs -E -P - 2>/dev/null | tail -n 1 | awk '{ print $1 * 10000 + $2 * 100 + $3 }')
    [ "${version:-0}" -ge 10803 ]
}
case $#$symbols in 0* | *stx_semihost_exit*) ;; *) ! named_by_us || set -- program "$@" ;; esac
semihosting=enable=on,target=native,chardev=console
[ $# -eq 0 ] && semihosting="$semihosting,arg="
for argument in "$@"; do
    semihosting="$semihosting,arg=$(printf '%s' "$argument" | sed 's/,/,,/g')"
done
# A board with a core of its own accepts no -cpu.
case $machine in
virt | spike) set -- -cpu "$cpu" -bios none ;;
sifive_u) set -- -bios none ;;
*) set -- ;;
esac
if [ "${QEMU_HARTS:-1}" -gt 1 ]; then
    set -- "$@" -smp "$QEMU_HARTS" -accel tcg,thread=multi
else
    set -- "$@" -icount shift=0
fi
exec timeout "${QEMU_TIMEOUT:-300}" "qemu-system-riscv$bits" -M "$machine" ${memory:+-m "$memory"} "$@" \
    -display none -serial "${QEMU_SERIAL:-none}" -monitor none -chardev "stdio,id=console${QEMU_SERIAL:+,mux=on}" -semihosting-config "$semihosting" \
    ${QEMU_EXTRA:-} -kernel "$program" </dev/null
