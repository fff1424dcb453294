#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Eva sees what is broken (docs/proofs.md): eva_broken.py DIRECTORY "flags of the preprocessor" "sources" driver...
Each row of proofs/eva/broken.tsv about one of the drivers, or about any, changes a place of the library, in a copy; tools/eva.sh must then
end with an alarm in the function that the row names, without a lemma. Last line: "N passed, N failed"."""
import os
import shutil
import subprocess
import sys

TABLE = "proofs/eva/broken.tsv"


def rows(drivers):
    with open(TABLE, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [line for line in lines if not drivers or line[0] in drivers]


def change(path, old, new):
    with open(path, encoding="ascii") as file:
        text = file.read()
    if text.count(old) != 1:
        sys.exit(f"{TABLE}: {old!r} stands {text.count(old)} times in the library")
    with open(path, "w", encoding="ascii") as file:
        file.write(text.replace(old, new))


def noticed(directory, preprocessor, sources, row):
    """Is the change an alarm in that function?"""
    driver, function, old, new = row
    subprocess.run(["tools/single.py", directory, *sources.split()], check=True)
    change(directory + "/softensix.c", old, new)
    done = subprocess.run(["tools/eva.sh", directory, preprocessor, "", driver], capture_output=True, text=True, check=False)
    return done.returncode and any(line.startswith(function + "\t") for line in done.stdout.splitlines())


def main():
    directory, preprocessor, sources, *drivers = sys.argv[1:]
    if not shutil.which("frama-c"):
        sys.exit(print("skipped: Eva: frama-c is not installed (tools/setup.sh --prove)"))
    os.makedirs(directory, exist_ok=True)
    failed, found = 0, rows(drivers)
    for row in found:
        good = noticed(directory, preprocessor, sources, row)
        print(f"{'' if good else 'FAIL '}{row[0]} with {row[3]}: {'' if good else 'no '}alarm in {row[1]}", flush=True)
        failed += not good
    print(f"{len(found) - failed} passed, {failed} failed")
    sys.exit(failed > 0 or not found)


main()
