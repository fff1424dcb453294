#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Compares every TT_OP_ macro of ARCH, the names of lib/isa/names*.def and the fields of lib/isa/blackhole-config.def with a user's
# checkouts: check_names.py <tt-llk> [<sfpi> [<tt-metal>]]. tt-metal has the formats and the configuration fields. Names that
# only the documentation has are counted.
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from kernels import ending


def evaluate(text, known):
    text = re.sub(r"//.*|/\*.*?\*/", "", text).strip()
    text = re.sub(r"[A-Za-z_]\w*", lambda m: str(known.get(m.group(0), m.group(0))), text)
    if not re.fullmatch(r"[0-9a-fA-FxXb()|<+\- ]+", text):
        return None
    try:
        return eval(text)  # contains only digits and operators
    except SyntaxError:
        return None


def constants(path):
    """Maps (group, name) to value: the constants of a header, in structs and enums and outside of
    them."""
    found, group, known, skip = {}, "", {}, 0
    for line in path.read_text().splitlines():
        # sfpi_constants.h has a branch for another chip.
        if re.match(r"#if.*xtttensixwh", line):
            skip = 1
        elif re.match(r"#(elif|else|endif)", line):
            skip = 0
        opened = re.match(r"\s*(?:struct|enum class)\s+(\w+)", line)
        if opened and ";" not in line:
            group, known = opened.group(1), {}
        elif line.startswith("}"):
            group = ""
        row = re.match(r"\s*(?:[\w:]+\s+)*?(\w+)\s*=\s*([^;,]+)[;,]?", line)
        if row and not skip and (group or "constexpr" in line):
            value = evaluate(row.group(2), known)
            if value is not None:
                found[group, row.group(1)] = known[row.group(1)] = value
    return found


def ours():
    for file in ("names.def", "blackhole-names.def", "names_sfpu.def"):
        for line in Path("lib/isa", file).read_text().splitlines():
            row = re.match(r"(NAME|VALUE)\((\w+), \w+, (\w+), (\w+),", line)
            if row:
                yield row.group(2), row.group(3), int(row.group(4), 0)
            row = re.match(r"(PLAIN|SFPI)\(\w+, (\w+), (\w+),", line)
            if row:
                yield "", row.group(2), int(row.group(3), 0)


def fields():
    for line in Path("lib/isa/blackhole-config.def").read_text().splitlines():
        row = re.match(r"T?CFG\((\w+), (\d+), (\d+), (\d+)\)", line)
        if row:
            name, (word, low, width) = row.group(1), (int(x) for x in row.groups()[1:])
            yield "", name + "_ADDR32", word
            yield "", name + "_SHAMT", low
            yield "", name + "_MASK", ((1 << width) - 1) << low


def compare(what, rows, theirs):
    equal = missing = different = 0
    for group, name, value in rows:
        told = theirs.get((group, name))
        if told is None:
            missing += 1
        elif told & 0xFFFFFFFF == value:  # a field of four words is listed as one there
            equal += 1
        else:
            different += 1
            print(f"{group}{'::' if group else ''}{name}: {value:#x}, theirs {told:#x}")
    print(f"{what}: {equal} equal, {different} different, {missing} that they do not have")
    return equal > 0 and different == 0


def expanded(header, calls, chip):
    """The words that macro calls with a header are."""
    prints = "".join(f'printf("%08x\\n", (unsigned)({call}));\n' for call in calls)
    with tempfile.TemporaryDirectory() as made:
        subprocess.run([os.environ.get("HOSTCXX", "g++"), "-std=c++17", "-w", f"-DSTX_ARCH={chip}", "-Iinclude", "-x", "c++", "-", "-o", f"{made}/words"],
                       text=True, input=f'#include <cstdint>\n#include <cstdio>\n#include "{header}"\nint main() {{\n{prints}}}\n', check=True)
        return subprocess.run([f"{made}/words"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()


def macros(llk):
    """Each is expanded with distinct arguments, 1, 2, 3..., by both headers, so that swapped or misplaced ones change the word."""
    arch = os.environ.get("ARCH", "blackhole")
    path = llk / f"tt_llk_{arch.replace('wormhole', 'wormhole_b0')}/common/inc/ckernel_ops.h"
    if not path.exists():
        sys.exit(f"check-llk: no {path} (set TT_LLK to a checkout of tt-llk)")
    found = re.findall(r"^#define (TT_OP_[A-Z0-9_]+)(?:\(([^)]*)\))?[ \\]", Path(f"include/softensix/{arch}/tti.h").read_text(), re.M)
    calls = [name + (f"({', '.join(str(1 + i) for i in range(arguments.count(',') + 1))})" if arguments else "") for name, arguments in found]
    ours, theirs = (expanded(header, calls, int(arch == "wormhole")) for header in ("softensix/tti.h", path.resolve()))
    different = [f"{call}: {our}, theirs {their}" for call, our, their in zip(calls, ours, theirs) if our != their]
    print(*different, f"{len(calls) - len(different)} of {len(calls)} macros equal", sep="\n")
    return not different and len(calls) >= path.read_text().count("#define TT_OP_")


def main():
    llk, sfpi, metal = (Path(d or "/nowhere") for d in (sys.argv[1:] + ["", "", ""])[:3])
    same = macros(llk)
    common = llk / "tt_llk_blackhole/common/inc"
    inc = metal / "tt_metal/hw/inc/internal/tt-1xx/blackhole"
    theirs = {}
    paths = [common / "ckernel_instr_params.h", common / "ckernel_structs.h", common / "ckernel_addrmod.h",
             llk / "tt_llk_blackhole/llk_lib/llk_defs.h", sfpi / "include/sfpi_constants.h", inc / "tensix_types.h"]
    for path in paths:
        if path.exists():
            theirs.update(constants(path))
        else:
            print(f"not compared: no {path}")
    good = compare("names", ours(), theirs)
    defines = inc / "cfg_defines.h"
    if not defines.exists():
        print(f"not compared: no {defines}")
    else:
        found = {("", m.group(1)): int(m.group(2), 0)
                 for m in re.finditer(r"#define (\w+_(?:ADDR32|SHAMT|MASK)) (0x[0-9a-fA-F]+|\d+)", defines.read_text())}
        good &= compare("configuration", fields(), found)
    return 0 if same and good else 1


if __name__ == "__main__":
    sys.exit(ending.quietly(main))
