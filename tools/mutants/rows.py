# SPDX-License-Identifier: Apache-2.0
"""Checks that the tests of rows notice a row of blackhole.def that claims too much, too little, or something else.

Changes one claim of one row at a time: a part more or less in READS or WRITES, other rows of Dst, another name
or number in any other fact or no such fact, another position of a field. The sources that only read facts
(READERS) are compiled with the changed table and linked with the tests. The tests of claims (CLAIMS) run that
instruction, the others (OF_ALL) compare all rows with lists. Rows that have been wrong before come first. If no
word contradicts a claim, a test tries all its words; so an instruction whose true row passes with few words
gets only these.

    python3 -m mutants.rows [--seed 1] [--count 300]      0: all
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from mutants.sites import mutations

ARCH = os.environ.get("ARCH", "blackhole")
CHIP = "" if ARCH == "blackhole" else "-" + ARCH
TABLE = pathlib.Path("lib/isa/%s.def" % ARCH)
BUILD = pathlib.Path("build/mutants-rows")
UNIT = pathlib.Path("build/unit%s/tests" % CHIP)
LIBRARY = "build/host%s-diag/libinternal.a" % CHIP
# Tests that run one instruction, tests of all rows, and the sources that only read facts.
CLAIMS = ["isa/test_claims", "isa/test_claims_dst", "isa/test_claims_gprs"]
OF_ALL = ["isa/test_facts", "isa/test_rows", "isa/test_vector_words"] + ([] if CHIP else ["diag/test_lint_late"])
READERS = ["lib/isa/rows.c", "lib/isa/gpr_words.c", "lib/isa/vector_words.c", "lib/diag/order_rows.c", "lib/diag/lint_sfpu.c"]
# Facts that other sources read too. `make mutants` changes these.
LEFT_OUT = re.compile("READS|WRITES|without (RELEASES|IGNORES)")
CC = ["gcc", "-std=c99", "-O0", "-w", "-DSTX_TRACE=1", *(["-DSTX_ARCH=1"] if CHIP else []), "-Iinclude", "-Ilib"]
DUMP = """#include <stdio.h>
#include "softensix/isa.h"
int main(void) {
    const struct stx_insn *i;
    for (size_t n = 0; (i = stx_insn_at(n)) != NULL; n++) {
        if (i->executes) {
            printf("%s %u %u %u %u %u\\n", i->name, i->unit, (unsigned)i->reads, (unsigned)i->writes,
                   (unsigned)i->dst_read, (unsigned)i->dst_write);
        }
    }
    return 0;
}
"""
PARTS = 22
FEW = "2000"
LISTS = {"none": 0, "1 row": 0o11111111, "4 rows": 0o33333333, "8 rows": 0o44444444, "16 rows": 0o55555555}
SIXTEEN = "ROWS_READ(0, 055555555u) ROWS_WRITTEN(0, 055555555u)"
PRODUCT = ("READS(SRCA | SRCB | DST | FPU_STATE) WRITES(DST | RWC | BANKS) "
           "ROWS_READ(0, ROWS_8) ROWS_WRITTEN(0, ROWS_8)")
ONCE_WRONG = ([(name, SIXTEEN, "16 rows of Dst") for name in ("GAPOOL", "GMPOOL", "MPOOL3S1", "MPOOL3S2")] +
              [(name, PRODUCT, "a product") for name in ("CONV3S1", "CONV3S2", "MFCONV3S1", "APOOL3S1", "APOOL3S2")])


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True, **more)


def rows():
    """Maps the names of instructions that execute to unit, reads, writes, dst_read, dst_write."""
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "dump.c").write_text(DUMP)
    subprocess.run([*CC, BUILD / "dump.c", LIBRARY, "-o", BUILD / "dump"], check=True)
    lines = run([BUILD / "dump"]).stdout.split("\n")
    return {line.split()[0]: [int(v) for v in line.split()[1:]] for line in lines if line}


def end_of_facts(table, name):
    """The position where the facts of a row end: at the fourth comma outside of inner parentheses, or at
    the third."""
    row = re.search(r"^(\w+)\(%s, " % name, table, re.M)
    commas, depth = 3 if row.group(1) == "SFPU_INSN" else 4, 0
    for at in range(row.end(1), len(table)):
        depth += (table[at] == "(") - (table[at] == ")")
        commas -= table[at] == "," and depth == 1
        if commas == 0:
            return at
    raise ValueError(name)


def all_mutants(known):
    """Yields (name, facts that replace those of the row, description)."""
    found = []
    for name, (_, reads, writes, dst_read, dst_write) in known.items():
        for bit in range(PARTS):
            for fact, value in (("READS", reads), ("WRITES", writes)):
                sign = "without" if value >> bit & 1 else "with"
                found.append((name, "%s(%#x)" % (fact, value ^ 1 << bit), "%s %s part %d" % (fact, sign, bit)))
        for fact, value in (("ROWS_READ", dst_read), ("ROWS_WRITTEN", dst_write)):
            for what, digits in LISTS.items():
                if value & 0xFFFFFF and value & 0xFFFFFF != digits:
                    found.append((name, "%s(%d, %#xu)" % (fact, value >> 24, digits), "%s %s" % (fact, what)))
    return found


def fact_mutants(known):
    """(name, the changed table, description) of changes of the facts in the row itself, and of its fields."""
    table, found = TABLE.read_text(), []
    starts = [(m.start(), m.group(1)) for m in re.finditer(r"^[A-Z_]+\((\w+),", table, re.M)]
    for change in mutations(table, True):
        name = next((name for start, name in reversed(starts) if start <= change.start), None)
        if name in known and not LEFT_OUT.match(change.name):
            found.append((name, table[:change.start] + change.text + table[change.end:], change.name))
    return found


def few_are_enough(name):
    """True if the true row passes with a tenth of the words."""
    return not any(run([UNIT / test, "1", name, FEW]).returncode for test in CLAIMS)


def compiled(place, sources):
    """Compiles sources with the table in this directory, if it has one. None if one does not compile."""
    place.mkdir(parents=True, exist_ok=True)
    objects = [place / (pathlib.Path(source).stem + ".o") for source in sources]
    for source, target in zip(sources, objects):
        if run([CC[0], "-I" + str(place), *CC[1:], "-c", source, "-o", target]).returncode:
            return None
    return objects


def changed(objects):
    """True if an object differs from that of the original table."""
    return any(path.read_bytes() != (BUILD / "true" / path.name).read_bytes() for path in objects)


def fails(place, objects, test, arguments):
    program = place / test.replace("/", "-")
    subprocess.run([CC[0], UNIT / (test + ".o"), *objects, LIBRARY, "-pthread", "-lm", "-o", program], check=True)
    return run([program, *arguments]).returncode != 0


def noticed(mutant, slot, few):
    """True if a test fails. None if the changed table does not compile or changes no reader."""
    name, facts, what = mutant
    table, claim = TABLE.read_text(), len(facts) < 1000
    at = end_of_facts(table, name)
    place = BUILD / slot
    (place / "isa").mkdir(parents=True, exist_ok=True)
    try:
        (place / "isa" / TABLE.name).write_text(table[:at] + " " + facts + table[at:] if claim else facts)
        objects = compiled(place, READERS[:1] if claim else READERS)
        words = ["1", name, *([FEW] if few[name] else [])]
        if objects is None or not changed(objects):
            return None
        lists = OF_ALL if not claim else OF_ALL[:1] if "ROWS" in what else []
        if any(fails(place, objects, test, []) for test in lists):
            return True
        return any(fails(place, objects, test, words) for test in sorted(CLAIMS, reverse="ROWS" in what))
    finally:
        shutil.rmtree(place)


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # who reads the output may leave: it writes to no other pipe
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=300)
    options.add_argument("--jobs", type=int, default=2)
    given = options.parse_args()
    known = rows()
    objects = compiled(BUILD / "true", READERS)
    for test in OF_ALL:
        if fails(BUILD / "true", objects, test, []):
            sys.exit("mutants-rows: %s fails with the table as it is" % test)
    chosen = all_mutants(known) + fact_mutants(known)
    random.Random(given.seed).shuffle(chosen)
    once_wrong = [] if CHIP else ONCE_WRONG
    chosen = once_wrong + (chosen[:given.count] if given.count else chosen)
    answers = []
    with ThreadPoolExecutor(given.jobs) as pool:
        names = sorted({mutant[0] for mutant in chosen})
        few = dict(zip(names, pool.map(few_are_enough, names)))
        for answer in pool.map(lambda i: noticed(chosen[i], str(i), few), range(len(chosen))):
            mutant = chosen[len(answers)]
            answers.append(answer)
            if answer is False:
                print("not noticed: %s %s" % (mutant[0], mutant[2]), flush=True)
    counted = [answer for answer in answers if answer is not None]
    print("%d of %d noticed" % (sum(counted), len(counted)))
    sys.exit(not all(answers[:len(once_wrong)]) or sum(counted) < 0.98 * len(counted))


if __name__ == "__main__":
    main()
