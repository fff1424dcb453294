# SPDX-License-Identifier: Apache-2.0
"""The theorems of proofs/*.c, without proving anything, and how clang compiles them."""
import glob
import re

CLANG = "clang-14"
FLAGS = ["-std=c99", "-ffreestanding", "-O1", "-fno-discard-value-names", "-fno-vectorize", "-fno-slp-vectorize", "-w",
         "-fsanitize=undefined", "-fsanitize-trap=undefined", "-fno-sanitize=alignment,pointer-overflow",
         "-Iinclude", "-Ilib", "-Iproofs"]
CORES = {"host": [], "rv32i": [], "rv32im": [], "rv32im_zbb": [], "rv64imac": []}
for core, flags in CORES.items():
    if core != "host":
        flags += [f"--target=riscv{core[2:4]}", f"-march={core}", "-mabi=" + ("lp64" if core[2:4] == "64" else "ilp32")]
CHIPS = {"blackhole": [], "wormhole": ["-DSTX_ARCH=STX_ARCH_WORMHOLE"]}
FUNCTION = re.compile(r"((?:^ ?/?\*.*\n)+)^(?:THEOREM|EXHAUST)\((\w+)\)", re.M)
KINDS = "Slow", "Long"  # how a comment begins: not among those that take seconds; a target of its own


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
        self.path, self.name, self.core, self.chip = path, name, core, chip
        self.kind = next((kind for kind in KINDS if sentence.startswith(kind + ". ")), "")
        self.sentence = sentence[len(self.kind) + 2 if self.kind else 0:]
        self.exhausts = path.startswith("proofs/exhaust/")
        self.build = path, core, chip

    def __str__(self):
        return f"{self.name}, {self.core}, {self.chip}"


def theorems(only, kinds=("", *KINDS)):
    found = []
    for path in sorted(glob.glob("proofs/*.c") + glob.glob("proofs/exhaust/*.c")):
        for name, sentence in sentences(path).items():
            group = [Theorem(path, name, sentence, core, chip) for core in cores_of(path) for chip in CHIPS]
            if group[0].kind in kinds and (not only or any(o in f"{path} {name}" for o in only)):
                found += group
    return found
