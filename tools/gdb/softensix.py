# SPDX-License-Identifier: Apache-2.0
"""Commands for gdb: they need only the line "source tools/gdb/softensix.py" and nothing linked into the program.

    stx core [expression]   selects a struct stx_core, by default that of stx_bind(), and prints a summary
    stx tile N [form]       a tile of Dst; form: bf16 fp16 fp32 int32 raw16, by default as configured
    stx lreg [N]            LReg N, or those that are not 0; lane flags
    stx cfg [text]          configuration fields that are not 0, or whose name contains the text
    stx sem                 semaphores and mutexes
    stx waits               what each thread waits for
    stx break MNEMONIC      stops before each such word (after MOP and replay)
    stx save FILE           saves the state of the core; stx diff FILE prints the differences from it
"""
import os
import re
import struct

import gdb
import gdb.printing

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHOSEN = []


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)


def table():
    """blackhole.def with the fields that the names of layouts stand for."""
    text = read("lib/isa/facts_groups.def").replace("\\\n", " ") + read("lib/isa/blackhole.def")
    layout = dict(re.findall(r"^#define (FIELDS_\w+|\w*ADDR_MODE) (.*)", text, re.M))
    for _ in range(2):
        text = re.sub(r"(?<!define )\b(FIELDS_\w+|\w*ADDR_MODE)\b", lambda name: layout[name[1]], text)
    return text


def instructions():
    """Maps opcode to (mnemonic, [(field, low, width)])."""
    rows = re.findall(r"^(?:SFPU_INSN|INSN|FRNT|DARK)\((\w+), (0x[0-9A-F]+)(.*?)(?=^\w+\(|^#|\Z)",
                      table(), re.S | re.M)
    fields = re.compile(r"\bF\((\w+), (\d+), (\d+)\)")
    return {int(code, 16): (name, [(f, int(low), int(width)) for f, low, width in fields.findall(rest)])
            for name, code, rest in rows}


def fields(kind):
    """Configuration fields: (name, word, low, width)."""
    return [(n, int(w), int(low), int(width)) for n, w, low, width in
            re.findall(rf"^{kind}\((\w+), (\d+), (\d+), (\d+)\)", read("lib/isa/blackhole-config.def"), re.M)]


INSTRUCTIONS = instructions()
CFG, TCFG = fields("CFG"), fields("TCFG")
SEMAPHORES = ["", "MATH_PACK", "UNPACK_TO_DEST", "UNPACK_OPERAND_SYNC", "PACK_DONE", "UNPACK_SYNC",
              "UNPACK_MATH_DONE", "MATH_DONE"]


def core():
    if CHOSEN:
        return gdb.parse_and_eval(CHOSEN[0])
    bound = gdb.lookup_static_symbol("bound")
    if bound is None or int(bound.value()) == 0:
        raise gdb.GdbError("no core: stx_bind() was not called yet; say which: stx core EXPRESSION")
    return bound.value().dereference()


def disassemble(word):
    row = INSTRUCTIONS.get(word >> 24)
    if not row:
        return f".word 0x{word:08x}"
    return " ".join([row[0]] + [f"{f}={word >> low & (1 << width) - 1}" for f, low, width in row[1]])


def real(bits):
    return struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]


def number(value):
    return f"{value:.9g}"


# ---- Dst. Rows with bit 3 of their number clear are stored as bfloat16 bits, the others in the documented order.
def documented(cell):
    return (cell & 0x8000) | (cell & 0x7F) << 8 | cell >> 7 & 0xFF


def from_documented(cell):
    return (cell & 0x8000) | (cell & 0xFF) << 7 | cell >> 8 & 0x7F


def half(bits):
    """A binary16 number of the FPU, in which exponent 31 is an ordinary one."""
    sign, exponent, mantissa = bits >> 15, bits >> 10 & 31, bits & 0x3FF
    value = (1 + mantissa / 1024) * 2.0 ** (exponent - 15) if exponent else mantissa / 1024 * 2.0 ** -14
    return -value if sign else value


class Dst:
    def __init__(self, value):
        self.cells = value["dst"]["cell"]
        self.rows = self.cells.type.range()[1] + 1

    def cell(self, row, col):
        return int(self.cells[row % self.rows][col])

    def raw(self, row, col):
        return self.cell(row, col) if row & 8 else documented(self.cell(row, col))

    def element(self, row, col, form):
        if form in ("fp32", "int32"):
            high = (row & 0x1F8) << 1 | row & 0x207
            bits = self.cell(high, col) << 16 | self.cell(high + 8, col)
            return number(real(bits)) if form == "fp32" else str((bits & 0x7FFFFFFF) * (-1 if bits >> 31 else 1))
        if form == "raw16":
            return f"{self.raw(row, col):04x}"
        if form == "fp16":
            raw = self.raw(row, col)
            return number(half((raw & 0x8000) | (raw & 31) << 10 | raw >> 5 & 0x3FF))
        return number(real((from_documented(self.cell(row, col)) if row & 8 else self.cell(row, col)) << 16))


def cfg_field(value, name, thread=1):
    for table, source in ((CFG, "cfg"), (TCFG, "tcfg")):
        for field, word, low, width in table:
            if field == name:
                bank = thread if source == "tcfg" else 0
                return int(value[source][bank][word]) >> low & (1 << width) - 1
    return 0


def dst_form(value):
    if cfg_field(value, "ALU_ACC_CTRL_INT8_math_enabled"):
        return "int32"
    if cfg_field(value, "ALU_ACC_CTRL_Fp32_enabled"):
        return "fp32"
    return "fp16" if cfg_field(value, "ALU_FORMAT_SPEC_REG2_Dstacc") in (1, 2, 3, 10, 11) else "bf16"


def show_tile(value, index, form):
    dst, form = Dst(value), form or dst_form(value)
    print(f"dst tile {index} (rows {64 * index}..{64 * index + 63}), {form}")
    zeros = 0
    for row in range(32):
        at = 64 * index + row % 16 + 32 * (row // 16)
        texts = [dst.element(at + 16 * (col // 16), col % 16, form) for col in range(32)]
        if all(t in ("0", "-0", "0000") for t in texts):
            zeros += 1
        else:
            print(f"  {row:2}: " + " ".join(texts))
    if zeros:
        print(f"  {zeros} rows are 0")


def show_lreg(value, which):
    sfpu = value["sfpu"]
    for reg in range(sfpu["lreg"].type.range()[1] + 1):
        lanes = [int(sfpu["lreg"][reg][lane]) for lane in range(32)]
        if which == reg or (which is None and reg < 8 and any(lanes)):
            for begin in range(0, 32, 8):
                print(f"lreg[{reg}] lane {begin:2}: " + " ".join(f"{v:08x} {number(real(v))}" for v in lanes[begin:begin + 8]))
    print(f"flags {int(sfpu['flags']):08x}, in use {int(sfpu['use']):08x}, stack depth {int(sfpu['depth'])}")


def show_cfg(value, text):
    for table, source, banks in ((CFG, "cfg", value["cfg"].type.range()[1] + 1), (TCFG, "tcfg", 3)):
        for bank in range(banks):
            for name, word, low, width in table:
                if word > value[source][bank].type.range()[1]:
                    continue
                field = int(value[source][bank][word]) >> low & (1 << width) - 1
                if text in name and (field or text):
                    print(f"{source}[{bank}] {name} = {field} (0x{field:x})")


def semaphore_text(value, index):
    s = value["sem"][index]
    name = f" {SEMAPHORES[index]}" if SEMAPHORES[index] else ""
    never = "" if int(s["initialised"]) else ", never initialised"
    return f"semaphore {index}{name} is {int(s['value'])}, max {int(s['max'])}{never}"


def show_sem(value):
    for i in range(8):
        s = value["sem"][i]
        if int(s["value"]) or int(s["initialised"]):
            print(semaphore_text(value, i))
    for i in range(value["mutex"].type.range()[1] + 1):
        if int(value["mutex"][i]):
            print(f"mutex {i} is held by thread {int(value['mutex'][i]) - 1}")


def bank_text(source, name, unpackers):
    bank = int(source["unpack_bank" if unpackers else "fpu_bank"])
    owner = "the FPU" if int(source["fpu_owns"][bank]) else "the unpackers"
    return f"{name} bank {bank} belongs to {owner}"


def wait_text(value, word):
    name = INSTRUCTIONS.get(word >> 24, ("?", []))[0]
    if name == "SEMWAIT":
        return ", ".join(semaphore_text(value, i) for i in range(8) if word >> (2 + i) & 1)
    if name in ("ATGETM", "ATRELM"):
        return f"mutex {word & 0xFFFF}"
    unpackers = name in ("UNPACR", "UNPACR_NOP", "SETDVALID")
    return ", ".join(bank_text(value["src" + s], "Src" + s.upper(), unpackers) for s in "ab")


def show_waits(value):
    for thread in range(3):
        front = value["front"][thread]
        if int(front["held"]):
            word = int(front["word"])
            print(f"thread {thread}: {word:08x} {disassemble(word)}\n  {wait_text(value, word)}")
        else:
            print(f"thread {thread}: no word is held")


# ---- Saved states: the bytes of the struct.
def state_bytes(value):
    return gdb.selected_inferior().read_memory(value.address, value.type.sizeof).tobytes()


def show_diff(value, path):
    with open(path, "rb") as file:
        saved = file.read()
    if len(saved) != value.type.sizeof:
        raise gdb.GdbError("not a state that stx save has written for this program")
    now = state_bytes(value)
    if saved == now:
        print("no difference")
        return
    count = 0
    for line in compare(value.type, saved, now, 0, ""):
        count += 1
        if count <= 40:
            print(line)
    if count > 40:
        print(f"... {count - 40} more")


def compare(kind, a, b, offset, path):
    """Yields the elements that differ, from the bytes."""
    kind = kind.strip_typedefs()
    if a[offset:offset + kind.sizeof] == b[offset:offset + kind.sizeof]:
        return
    if kind.code == gdb.TYPE_CODE_STRUCT:
        for field in kind.fields():
            if field.name not in ("port", "decoded", "l1", "issue"):
                name = f"{path}.{field.name}" if path else (field.name or "")
                yield from compare(field.type, a, b, offset + field.bitpos // 8, name)
    elif kind.code == gdb.TYPE_CODE_ARRAY:
        element = kind.target().strip_typedefs()
        for i in range(kind.range()[1] + 1):
            yield from compare(element, a, b, offset + i * element.sizeof, f"{path}[{i}]")
    else:
        ends = offset, offset + kind.sizeof
        one, two = (int.from_bytes(x[ends[0]:ends[1]], "little") for x in (a, b))
        yield f"{path} {one:0{2 * kind.sizeof}x} -> {two:0{2 * kind.sizeof}x}"


def set_break(mnemonic):
    for opcode, (name, _) in INSTRUCTIONS.items():
        if name == mnemonic:
            place = gdb.Breakpoint("stx_try")
            place.condition = f"(word >> 24) == 0x{opcode:x}"
            print(f"breaks before every {mnemonic}")
            return
    raise gdb.GdbError(f"no instruction {mnemonic}")


def show_core(value):
    print(CorePrinter(value).to_string())


class Stx(gdb.Command):
    __doc__ = __doc__

    def __init__(self):
        super().__init__("stx", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        what, rest = (words[0], words[1:]) if words else ("help", [])
        if what == "core" and rest:
            CHOSEN[:] = [" ".join(rest)]
        commands = {"core": lambda: show_core(core()),
                    "tile": lambda: show_tile(core(), int(rest[0], 0) if rest else 0, rest[1] if len(rest) > 1 else None),
                    "lreg": lambda: show_lreg(core(), int(rest[0], 0) if rest else None),
                    "cfg": lambda: show_cfg(core(), rest[0] if rest else ""),
                    "sem": lambda: show_sem(core()),
                    "waits": lambda: show_waits(core()),
                    "break": lambda: set_break(rest[0]),
                    "save": lambda: open(rest[0], "wb").write(state_bytes(core())),
                    "diff": lambda: show_diff(core(), rest[0])}
        if what not in commands or (what in ("break", "save", "diff") and not rest):
            print(__doc__)
            return
        commands[what]()


class CorePrinter:
    """Prints struct stx_core in a few lines instead of 16,384 cells."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        v = self.value
        lines = [f"struct stx_core: {int(v['retired'])} words retired"]
        for s in "ab":
            lines.append("  " + bank_text(v["src" + s], "Src" + s.upper(), False) + "; unpackers: " +
                         bank_text(v["src" + s], "", True).strip())
        for t in range(v["rwc"].type.range()[1] + 1):
            r = v["rwc"][t]
            lines.append(f"  thread {t}: SrcA {int(r['srca'])}, SrcB {int(r['srcb'])}, Dst {int(r['dst'])}, "
                         f"fidelity {int(r['fidelity'])}" +
                         (f"; holds {disassemble(int(v['front'][t]['word']))}" if int(v["front"][t]["held"]) else ""))
        if int(v["first"]["kind"]):
            lines.append(f"  fault: {v['first']['what'].string()}: {disassemble(int(v['first']['word']))}")
        return "\n".join(lines)


class SemaphorePrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        never = "" if int(self.value["initialised"]) else ", never initialised"
        return f"{int(self.value['value'])} of {int(self.value['max'])}{never}"


class DstPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        cells = gdb.selected_inferior().read_memory(self.value["cell"].address, self.value["cell"].type.sizeof)
        used = sum(1 for i in range(0, len(cells), 32) if any(bytes(cells[i:i + 32])))
        return f"Dst: {used} rows are not 0 (stx tile N shows them)"


def printers():
    found = gdb.printing.RegexpCollectionPrettyPrinter("softensix")
    found.add_printer("core", "^stx_core$", CorePrinter)
    found.add_printer("semaphore", "^stx_semaphore$", SemaphorePrinter)
    found.add_printer("dst", "^stx_dst$", DstPrinter)
    return found


Stx()
gdb.printing.register_pretty_printer(None, printers(), replace=True)
