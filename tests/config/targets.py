#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every target that `make help`, the README or a document names exists, and a stage of `make test` runs it, or
tests/config/own-targets.tsv says why it is for itself. Silent and 0 where that holds."""

import glob
import re
import sys

OWN = "tests/config/own-targets.tsv"
STAGES = "tools/stages.tsv"
MAKE = r"(?:\$make|\$\{MAKE:-make\}|\$\(MAKE\)(?: \$\(PARALLEL\))?)([^;|&)#\n]*)"


def read(name):
    """A file, lines that go on joined."""
    with open(name, encoding="utf-8") as f:
        return f.read().replace("\\\n", " ")


def rules():
    """The text of each target: its prerequisites as a call of make, and its recipe; and the targets that help lists."""
    text = "\n".join(read(f) for f in ["Makefile"] + sorted(glob.glob("mk/*.mk")))
    found, names = {}, []
    for line in text.splitlines():
        rule = re.match(r"([a-z][a-z0-9 -]*):(?!=)([^#]*)", line)
        if rule:
            names = rule.group(1).split()
        elif not line.startswith("\t"):
            names = []
        for name in names:
            found[name] = found.get(name, "") + ("$(MAKE) %s\n" % rule.group(2) if rule else line + "\n")
    return found, set(re.findall(r"^([a-z][a-z0-9-]*):.* ##? ", text, re.M))


def ran(targets):
    """What the stages run, and what that runs in turn, by recipes and scripts."""
    seen, names = set(), {STAGES}
    while names:
        name = names.pop()
        if name in seen or name == "tools/setup.sh":
            continue
        seen.add(name)
        text = targets[name] if name in targets else re.sub(r"(?m)^\s*#.*", "", read(name))
        called = re.findall(MAKE, text) + re.findall(r'\bmake\("([a-z-]+)"', text)
        if name == STAGES:
            called += re.findall(r"\bmake ([^;|&)#\n]*)", text)
        if name.endswith(".txt"):
            called += [words for line in re.findall(r"^  [$>] (.*)", text, re.M) for words in re.findall(r"\bmake ([^;|&)#]*)", line)]
        names |= {w for words in called for w in re.split(r'[\s"]+', words) if w in targets}
        names |= {w for w in re.findall(r"\b(?:tools|tests)/[\w/.-]+\.(?:sh|py|txt)\b", text) if glob.glob(w)}
    return seen & set(targets)


def named():
    """The targets that documents name, each with the document."""
    found = {}
    for name in ["README.md", "CONTRIBUTING.md"] + sorted(glob.glob("docs/*.md") + glob.glob("docs/ci/*")):
        for words in re.findall(r"(?:`|^ *(?:- |run: |\$ )?)make((?: [a-z][a-z0-9-]*(?![\w=.\/-]))+)", read(name), re.M):
            for word in words.split():
                found.setdefault(word, name)
    return found


def main():
    targets, helped = rules()
    run, documents = ran(targets), named()
    own = dict(line.split("\t") for line in read(OWN).splitlines() if not line.startswith("#"))
    problems = ["%s names `make %s`: there is no such target" % (documents[n], n) for n in sorted(set(documents) - set(targets))]
    wanted = helped | (set(documents) & set(targets))
    problems += ["make %s: no stage of %s runs it, and %s does not say why" % (n, STAGES, OWN) for n in sorted(wanted - run - set(own))]
    problems += ["%s: %s: a stage runs it, or there is no such target" % (OWN, n) for n in sorted(set(own) & (run | (set(own) - wanted)))]
    print("".join(p + "\n" for p in problems), end="")
    return 1 if problems else 0


sys.exit(main())
