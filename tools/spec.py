#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the links and tables of docs/spec, and checks that everything cited exists.

  tools/spec.py make     drawings, anchors, links to Wormhole's differences, evidence, link definitions, the tables of appendices A and C
  tools/spec.py check    sections that code and documents cite, links of all documents, evidence, freshness
  tools/spec.py evidence how many rules of each chapter rest on what; status 1 if a section has no evidence

A chapter refers to a section as [8.10] and to a file as [mvmul.c] or, if the name is ambiguous, [pack/plan.c];
files of lib/ take precedence. `make` finds both and writes the definitions at the end of the chapter, so the
text need not change when a file is moved or renamed."""
import collections
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import spec_drawings  # noqa: E402
import spec_evidence  # noqa: E402
import spec_tables  # noqa: E402

BOOK = "docs/spec"
MARK = "<!-- links: made by `make docs` -->"
NUMBER = r"(?:\d+|[A-F])(?:\.\d+)*"
HEADING = re.compile(rf"^#{{1,3}} (?:Appendix )?({NUMBER}):? (.+)$")
CITATION = r"(?:\d+|[A-Z])(?:\.\d+)*(?!\w)"
CITED = re.compile(rf"\bSPEC ((?:Appendix )?{CITATION}(?:(?:, | and |, and )(?:Appendix )?{CITATION})*)")
REFERENCE = re.compile(rf"(?<![\w\]])\[({NUMBER}|[A-Za-z0-9_/-]+\.(?:c|h|def|sh|py|cpp|md|tsv))\](?![(\[:])")
WRAPPED = re.compile(r"\n[ \t]*(?:\*|//|#)?[ \t]*")
CITING = ("lib", "include", "port", "tests", "tools", "bench", "examples", "docs", "README.md",
          "CONTRIBUTING.md", "CHANGELOG.md", "Makefile", "mk")
APPENDIX = f"{BOOK}/appendix-f-wormhole.md"


def tracked():
    """The files that git tracks or would add, without files that were moved away. In a release's tree, which
    git does not know, all files except built ones."""
    out = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True,
                         text=True, check=False).stdout.split("\n")
    if "Makefile" not in out:
        out = [os.path.relpath(os.path.join(top, name)) for top, _, names in os.walk(".") for name in names
               if not top.startswith("./build")]
    return [path for path in out if path and os.path.isfile(path)]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def chapters():
    return sorted(f"{BOOK}/{name}" for name in os.listdir(BOOK) if name.endswith(".md"))


def outside_code(text):
    """Lines of a document that are not inside a fenced block."""
    fenced = False
    for line in text.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield line


def sections():
    found = {}
    for path in chapters():
        for line in outside_code(read(path)):
            match = HEADING.match(line)
            if match:
                found.setdefault(match.group(1), []).append(path)
    return found


def titles():
    """Maps each chapter to its title."""
    heads = [HEADING.match(line) for path in chapters() for line in outside_code(read(path)) if line.startswith("# ")]
    return {match.group(1): match.group(2) for match in heads if match}


def by_suffix(files):
    """Maps every suffix of a path to the paths that end with it."""
    table = collections.defaultdict(list)
    for path in files:
        parts = path.split("/")
        for i in range(len(parts)):
            table["/".join(parts[i:])].append(path)
    return table


def renames():
    """Maps old path to new path, for every rename in git's history."""
    out = subprocess.run(["git", "log", "--diff-filter=R", "--name-status", "-M", "--format="],
                         capture_output=True, text=True, check=False).stdout
    moved = {}
    for line in out.split("\n"):  # the newest first
        parts = line.split("\t")
        if len(parts) == 3:
            moved[parts[1]] = moved.get(parts[2], parts[2])
    return moved


def renamed(text, files):
    """The text with new names of files that were renamed."""
    gone = [name for name in REFERENCE.findall(text)
            if not re.fullmatch(NUMBER, name) and name not in files]
    moved = renames() if gone else {}
    for name in gone:
        homes = {new for old, new in moved.items() if ("/" + old).endswith("/" + name)}
        homes = {new for new in homes if os.path.exists(new)}
        if len(homes) == 1:
            text = text.replace(f"[{name}]", f"[{os.path.basename(homes.pop())}]")
    return text


def anchored(text):
    """Adds an anchor before each numbered heading and renews old ones."""
    lines = []
    for line in re.sub(r'<a id="[^"]*"></a>\n', "", text).split("\n"):
        match = HEADING.match(line)
        if match:
            lines.append(f'<a id="{match.group(1)}"></a>')
        lines.append(line)
    return "\n".join(lines)


def apart():
    """Maps each section to the parts of appendix F that describe Wormhole's differences, by the first column of its
    tables."""
    found, part = {}, ""
    for line in outside_code(read(APPENDIX)):
        part = line[3:] if line.startswith("## ") else part
        for number in re.findall(r"\[(\d[\d.]*)\]", line.split("|")[1] if line.startswith("| [") else ""):
            found.setdefault(number, []).append(part)
    return {number: list(dict.fromkeys(parts)) for number, parts in found.items()}


def marked(text, parts):
    """Adds a line with links to appendix F below the heading of each section that differs on
    Wormhole, and renews old ones."""
    lines = []
    for line in re.sub(r"\n\n\*Wormhole: [^\n]*\*(?=\n)", "", text).split("\n"):
        lines.append(line)
        match = HEADING.match(line)
        if match and match.group(1) in parts:
            links = ", ".join(f"[{part}]({os.path.basename(APPENDIX)}#{slug(part)})" for part in parts[match.group(1)])
            lines += ["", f"*Wormhole: {links}.*"]
    return "\n".join(lines)


def linked(path, text, where, files, say):
    """The text with its definitions at the end."""
    body = text.split(MARK)[0].rstrip() + "\n"
    definitions = {}
    for name in REFERENCE.findall("\n".join(outside_code(re.sub(r"`[^`\n]*`", "", body)))):
        if re.fullmatch(NUMBER, name):
            if name not in where:
                say(f"{path}: there is no section {name}")
                continue
            target = os.path.basename(where[name][0]) + "#" + name
        else:
            homes = files.get(name, [])
            homes = [home for home in homes if home.startswith("lib/")] or homes
            homes = [home for home in homes if home.startswith("lib/isa/")] or homes
            if len(homes) != 1:
                say(f"{path}: {len(homes)} files are called {name} {homes}")
                continue
            target = os.path.relpath(homes[0], os.path.dirname(path))
        definitions[name] = target
    if not definitions:
        return body
    rows = [f"[{name}]: {definitions[name]}" for name in sorted(definitions)]
    return body + "\n" + MARK + "\n\n" + "\n".join(rows) + "\n"


def made(say):
    """Yields each path of the book and its required contents."""
    where, files = sections(), by_suffix(tracked())
    texts, parts = [read(path) for path in chapters()], apart()
    table = spec_evidence.rows(say)
    for path in chapters():
        text = spec_evidence.written(spec_tables.fill(read(path), texts), table, HEADING)
        text = renamed(anchored(marked(text, parts)), files)
        if path.endswith("README.md"):
            text = spec_evidence.stated(path, text, table, say)
        yield path, linked(path, text, where, files, say)
    yield "README.md", spec_evidence.stated("README.md", read("README.md"), table, say)
    for name, text in spec_drawings.made().items():
        yield f"{BOOK}/{name}", text


def stale(path, text):
    return not os.path.exists(path) or read(path) != text


def make(say):
    for path, text in list(made(say)):
        if stale(path, text):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


def slug(heading):
    """GitHub's anchor of a heading."""
    plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors(path):
    text = read(path)
    found = set(re.findall(r'<a id="([^"]+)">', text))
    for line in outside_code(text):
        if line.startswith("#"):
            found.add(slug(line.lstrip("#")))
    return found


def check_citations(say):
    where, total = sections(), 0
    for name, paths in where.items():
        if len(paths) > 1:
            say(f"section {name} occurs {len(paths)} times: {' '.join(paths)}")
    for path in tracked():
        if not path.startswith(CITING) or path.endswith((".xz", ".svg", ".png", "tools/spec.py")):
            continue
        try:
            text = WRAPPED.sub(" ", read(path))
        except UnicodeDecodeError:
            continue
        for cited in CITED.findall(text):
            for name in re.findall(rf"(?<![\w.]){CITATION}", cited.replace("Appendix ", "")):
                total += 1
                if name not in where:
                    say(f"{path}: SPEC {name} is cited; docs/spec has no such section")
    return total


def check_links(say):
    total = 0
    for path in [name for name in tracked() if name.endswith(".md")]:
        text = "\n".join(outside_code(read(path)))
        text = re.sub(r"`[^`\n]*`", "", text)
        links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"^\[[^\]]+\]: (\S+)$", text, re.M)
        links += re.findall(r'(?:src|href)="([^"]+)"', text)
        for link in links:
            if re.match(r"[a-z]+:", link):
                continue
            total += 1
            target, _, anchor = link.partition("#")
            home = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
            if not os.path.exists(home):
                say(f"{path}: links to {link}, which does not exist")
            elif anchor and home.endswith(".md") and anchor not in anchors(home):
                say(f"{path}: {home} has no anchor #{anchor}")
    return total


def check_vectors(say):
    names = set()
    for path in chapters():
        for group in re.findall(r"[Vv]ectors?((?:,? (?:and )?`[a-z0-9_]+`)+)", read(path)):
            names.update((name, path) for name in re.findall(r"`([a-z0-9_]+)`", group))
    for name, path in sorted(names):
        if not os.path.exists(f"tests/vectors/data/{name}.vec.xz"):
            say(f"{path}: there is no vector file {name}")


def main():
    problems = []
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if sys.argv[1:] == ["make"]:
        make(problems.append)
    elif sys.argv[1:] == ["check"]:
        for path, text in made(problems.append):
            if stale(path, text):
                problems.append(f"{path} is stale: `make docs`")
        check_vectors(problems.append)
        spec_evidence.check(spec_evidence.rows(lambda _: None), sections(), problems.append)
        cited, links = check_citations(problems.append), check_links(problems.append)
        if not problems:
            print(f"check: {cited} citations of SPEC and {links} links of documents resolve")
    elif sys.argv[1:] == ["evidence"]:
        table = spec_evidence.rows(problems.append)
        spec_evidence.check(table, sections(), problems.append)
        spec_evidence.report(table, titles())
    else:
        sys.exit(__doc__)
    for problem in problems:
        print(f"check: {problem}")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
