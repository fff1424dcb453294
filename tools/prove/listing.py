# SPDX-License-Identifier: Apache-2.0
"""The theorems of proofs/*.c, without proving anything."""
import glob
import re

CORES = {"host": [], "rv32i": [], "rv32im": [], "rv64imac": []}
for core, flags in CORES.items():
    if core != "host":
        flags += [f"--target=riscv{core[2:4]}", f"-march={core}", "-mabi=" + ("lp64" if core[2:4] == "64" else "ilp32")]
CHIPS = {"blackhole": [], "wormhole": ["-DSTX_ARCH=STX_ARCH_WORMHOLE"]}
FUNCTION = re.compile(r"((?:^ ?/?\*.*\n)+)^THEOREM\((\w+)\)", re.M)


def cores_of(path):
    """The line "Cores: ..." in the first comment of a file."""
    with open(path) as f:
        return re.search(r"^ \* Cores: ([\w ]*)\.", f.read(), re.M)[1].split()


def sentences(path):
    """Of each theorem of a file its comment: {name: text}."""
    with open(path) as f:
        text = f.read()
    found = {}
    for comment, name in FUNCTION.findall(text):
        found[name] = " ".join(re.sub(r"^ ?/?\*+/?|\*/", "", line).strip() for line in comment.split("\n")).strip()
    return found


class Theorem:
    def __init__(self, path, name, sentence, core, chip):
        self.path, self.name, self.sentence, self.core, self.chip = path, name, sentence, core, chip
        self.build = path, core, chip

    def __str__(self):
        return f"{self.name}, {self.core}, {self.chip}"


def theorems(only, quick):
    found = []
    for path in sorted(glob.glob("proofs/*.c")):
        for name, sentence in sentences(path).items():
            if (not only or any(o in f"{path} {name}" for o in only)) and not (quick and "Slow" in sentence):
                found += [Theorem(path, name, sentence, core, chip) for core in cores_of(path) for chip in CHIPS]
    return found
