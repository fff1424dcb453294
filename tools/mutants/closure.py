# SPDX-License-Identifier: Apache-2.0
"""Which files a command of tools/stages.tsv needs, so which commands can notice a change of a file: derived from make's own
list of rules, from the scripts that recipes run, from imports, and from the lists of included headers. Errs on the side of
too many files."""

import ast
import functools
import glob
import math
import os
import re
import subprocess

TOPS = r"(?:tools|tests|port|include|lib|python|examples|bench|qemu-tests|linker)/"
PATH = re.compile(r"(?<![\w)/$.-])(?:\.\./)*(" + TOPS + r"[\w./*%$()-]*)")
GOALS = re.compile(r"(?:\$\(MAKE\)|\bmake\b|\$make|\$\{MAKE:-make\})([^;|&\n]*)")
MODULES = re.compile(r"""(?<!\S)["']?-[mp](?:["'],)? ["']?([A-Za-z_][\w.]*)""")
PLACES = ("", "include", "include/llk", "include/metal", "lib", "port", "tests", "examples", "bench", "tools", "tools/ulp", "tools/ulp/recorder")


def read(name):
    with open(name, encoding="utf-8", errors="replace") as f:
        return f.read().replace("\\\n", " ")


class Makefile:
    """make's rules and variables with the values that it has read, for a core."""

    def __init__(self, *variables):
        text = subprocess.run(["make", "-pnr", "chip-lists", *variables], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              env=dict(os.environ, MAKELEVEL="1", MAKEFLAGS=""), check=False).stdout
        self.needs, self.recipes, self.values, self.patterns = {}, {}, {}, []
        for block in text.split("\n\n"):
            self.rule([line for line in block.split("\n") if line and not line.startswith("#")])

        self.builds = {self.values.get(name, "build/host") for name in ("BUILD", "HOST", "UNIT")}

    def rule(self, lines):
        for line in lines:
            assigned = re.match(r"([A-Za-z_]\w*) (?::|\?|\+)?= (.*)", line)
            if assigned:
                self.values[assigned[1]] = assigned[2]
        head = lines and re.match(r"([^\s:=#][^:=#]*)::?(?!=)\s*([^=]*)$", lines[0])
        if head:
            for name in head[1].split():
                if "%" in name:
                    self.patterns.append((name, head[2], lines[1:]))
                self.needs.setdefault(name, []).extend(head[2].replace("|", " ").split())
                self.recipes.setdefault(name, []).extend("\n".join(line for line in lines[1:] if line.startswith("\t")).replace("\\\n", " ").splitlines())

    def expanded(self, text, depth=6):
        """The text with the values of variables in place of their names, and arguments of functions as they stand."""
        def value(match):
            return self.values.get(match[1], match[0])
        for _ in range(depth):
            text, before = re.sub(r"\$[({](\w+)[)}]", value, re.sub(r"\$\(MAKE\)", "make", text)), text
            if text == before:
                break
        return text


def source_of(name):
    """The source of build/NAME/.../x.o or of a program build/NAME/.../x."""
    parts = name.split("/")
    for first in range(2, len(parts)):
        stem = "/".join(parts[first:])
        for made in (stem[:-2], stem[:-2] + ".c", stem[:-2] + ".cpp", stem + ".c", re.sub(r"\.elf$", ".c", stem)):
            if os.path.isfile(made) and made.endswith((".c", ".S", ".cpp")):
                return made
    return None


@functools.lru_cache(None)
def paths_in(text):
    """The files of the tree that a text names, also by wildcards; a directory of headers means all of them."""
    found = set()
    for word in PATH.findall(text):
        word = re.sub(r"\$?\([^)]*\)?|%", "*", word).rstrip(".)")
        if word.count("/") == 1 and word.endswith(("/", "/*")):
            continue
        if "*" in word:
            some = (".c", ".h", ".S", ".cpp", ".def") if word.endswith("*") else ("",)
            found |= {f for f in glob.glob(word) if os.path.isfile(f) and f.endswith(some)}
        elif os.path.isfile(word):
            found.add(word)
        elif os.path.isdir(word) and word.startswith(("include", "examples/", "tools/", "python/")):
            found |= {f for f in glob.glob(word.rstrip("/") + "/**/*", recursive=True) if os.path.isfile(f)}
    return frozenset(found)


def modules_in(text):
    """The modules of the tree that a text runs, as `python3 -m kernels.llk.perf`, also as a list of words, or `pytest -p kernels.llk.plugin`."""
    named = [os.path.join(place, module.replace(".", "/")) for module in MODULES.findall(text) for place in ("tools", "python", "tests")]
    return {file for path in named for file in (path + ".py", path + "/__init__.py", path + "/__main__.py") if os.path.isfile(file)}


def exact_paths(text):
    return {word.rstrip(".)") for word in PATH.findall(text)} | modules_in(text)


@functools.lru_cache(None)
def included(name):
    """The files that a C or C++ source includes itself."""
    found = set()
    for path in re.findall(r'^\s*#\s*include\s*[<"]([^">]+)[">]', read(name), re.M):
        for place in (os.path.dirname(name), *PLACES):
            file = os.path.normpath(os.path.join(place, path))
            if os.path.isfile(file):
                found.add(file)
                break
    # The chip's own files are included by a name that a macro makes.
    if re.search(r"#\s*include\s+[A-Z_]+", read(name)):
        found |= {f for chip in ("blackhole", "wormhole") for f in glob.glob(os.path.dirname(name) + "/**/*%s*" % chip, recursive=True) if os.path.isfile(f)}
    return frozenset(found)


@functools.lru_cache(None)
def imported(name):
    """The modules of the tree that a Python source imports, and those of folders beside it with which it begins a program's path."""
    try:
        tree = ast.parse(read(name))
    except SyntaxError:
        return frozenset()
    wanted = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            wanted |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            wanted |= {base} | {base.rstrip(".") + "." + alias.name if node.module else base + alias.name for alias in node.names}
    found = set()
    for module in wanted:
        up = len(module) - len(module.lstrip("."))
        path = module.lstrip(".").replace(".", "/")
        places = [os.path.normpath(os.path.join(os.path.dirname(name), *[".."] * (up - 1)))] if up else \
            [os.path.dirname(name), "tools", "tests", "python", "tools/timeline", "tools/ulp", "tests/llk", "tests/metal"]
        for place in places:
            file = next((f for f in (os.path.join(place, path + ".py"), os.path.join(place, path, "__init__.py")) if os.path.isfile(f)), None)
            if file:
                found.add(os.path.normpath(file))
                break
    for folder in re.findall(r"os\.path\.join\(HERE, ['\"](\w+)['\"]\)", read(name)):
        found |= set(glob.glob(os.path.join(os.path.dirname(name), folder, "*.py")))
    return frozenset(found)


@functools.lru_cache(None)
def code_of(name):
    """A Python source without what its docstrings and comments say."""
    try:
        tree = ast.parse(read(name))
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node) is not None:
            node.body[0].value.value = ""
    return ast.unparse(tree)


class Closure:
    """The files of a command, from a table of what make would do."""

    def __init__(self):
        libraries = [line.split("\t")[1] for line in read("mk/variants.tsv").splitlines() if line.startswith("LIBC\t")]
        self.makefiles = [Makefile("MARCH=host"), Makefile("MARCH=host32")] + [Makefile("MARCH=rv32im", "LIBC=" + name) for name in libraries]
        self.known = {}

    def goals_in(self, text, makefile):
        words = {w for words in GOALS.findall(text) for w in re.split(r"[\s\"'(),]+", words)}
        words |= {"%s/%s" % (build, rest) for rest in re.findall(r"\bbuild/[\w.-]+/([\w./-]+)", text) for build in makefile.builds}
        return {w for w in words if w in makefile.needs} - {"test", "test-all", "test-quick"}

    def of_text(self, text, makefile):
        """(goals, files) that a recipe, a script or a command names."""
        text = makefile.expanded(text)
        return self.goals_in(text, makefile), set(paths_in(text)) | modules_in(text)

    @functools.lru_cache(None)
    def of_goal(self, name, makefile):
        recipe = "\n".join(makefile.recipes.get(name, []))
        goals, files = self.of_text(recipe, makefile)
        goals |= set(makefile.needs.get(name, []))
        source = source_of(name) if name.startswith("build/") else None
        if not recipe and name.startswith("build/"):
            for pattern, needs, lines in makefile.patterns:
                match = re.fullmatch(re.escape(pattern).replace("%", "(.*)"), name)
                if match:
                    goals |= {w.replace("%", match[1]) for w in needs.split()}
                    files |= self.of_text("\n".join(lines), makefile)[1]
        return goals, files | ({source} if source else set())

    @functools.lru_cache(None)
    def of_file(self, name, makefile):
        """What a file names in turn: headers, modules, scripts and goals."""
        if name.endswith((".c", ".h", ".cpp", ".def", ".S", ".inc")):
            return set(), set(included(name))
        if name.endswith(".py"):
            made = re.findall(r"""(?:make|built)\(\s*["']([\w/.-]+)["']""", read(name))
            goals, files = self.of_text(code_of(name), makefile)
            exact = exact_paths(makefile.expanded(code_of(name)))
            return goals | {g for g in made if g in makefile.needs}, files & exact | imported(name), files - exact
        if name.endswith((".sh", ".txt", ".awk", ".gdb")) and not name.startswith(("tests/vectors", "tests/fuzz")):
            lines = "\n".join(line for line in read(name).split("\n") if not line.lstrip().startswith("# "))
            lines = re.sub(r"\$\{?\w+\}?/(?=%s)" % TOPS, "", lines)
            goals, files = self.of_text(lines, makefile)
            exact = exact_paths(makefile.expanded(lines))
            return goals, files & exact, files - exact
        return set(), set()

    def of(self, command):
        """All files that a command needs, each with the number of steps from the command to it."""
        if command not in self.known:
            self.known[command] = files = {}
            for makefile in self.makefiles:
                self.walk(command, makefile, files)
        return self.known[command]

    def makes(self, goal, command):
        """True if the command makes this goal, itself or in a recipe of its own goals."""
        makefile = self.makefiles[0]
        goals = self.goals_in(makefile.expanded(command), makefile)
        return goal in goals or any(goal in self.of_goal(g, makefile)[0] for g in goals)

    def walk(self, command, makefile, files):
        goals, named = self.of_text(command, makefile)
        seen, steps, late = set(), 1, {}
        while goals or named:
            goals, named = goals - seen - {"tools/setup.sh", "setup", "FORCE"}, named - {"tools/setup.sh"}
            named |= {g for g in goals if os.path.isfile(g) and not g.startswith("build/")}
            new = {f for f in named if (f, "file") not in seen}
            seen |= goals | {(f, "file") for f in new}
            for file in new:
                files[file] = min(steps, files.get(file, steps))
            found = [self.of_goal(g, makefile) for g in goals - named] + [self.of_file(f, makefile) for f in new]
            goals, named, steps = set().union(*(f[0] for f in found)), set().union(*(f[1] for f in found)), steps + 1
            # What a script names by a wildcard, as one that looks at the form of all sources, is less near.
            late.setdefault(steps + 4, set()).update(*(f[2] for f in found if len(f) == 3))
            named |= late.pop(steps, set())
            while late and not goals and not named:
                steps = min(late)
                named = late.pop(steps)


def prelude():
    """The shell functions of stages."""
    prelude = re.search(r'PRELUDE = r"""\n(.*?)"""', open("tools/test_all.py", encoding="utf-8").read(), re.S)[1]
    return "export PYTHONPATH=; " + prelude.replace("%%", "%").replace("-j%d", "-j2 -s")


def commands():
    """The commands of tools/stages.tsv, one by one, each behind the runtimes of kernels that its stage has asked for."""
    found = []
    for line in open("tools/stages.tsv", encoding="utf-8"):
        runtimes = ""
        for part in line.rstrip("\n").split("\t")[-1].split("&&") if line.strip() and not line.startswith("#") else ():
            core = re.fullmatch("runtimes_for (.*)", part.strip())
            if core:
                runtimes += "make llk-runtime metal-runtime MARCH=%s && " % core[1]
            elif "runtimes_for" not in part:
                found.append(runtimes + part.strip())
    return list(dict.fromkeys(found))


class Index:
    """The commands that can notice a change of a file, those first that are near to it and need few files."""

    AT_MOST = 12

    def __init__(self):
        self.closure, self.prelude = Closure(), prelude()
        self.units = {test: self.headers_of(test) for test in sorted(glob.glob("tests/*/test_*.c"))}
        self.parts = [part for command in commands() for part in self.parted(command)]
        self.generated = set(self.closure.makefiles[0].values.get("FRESH_FILES", "").split())

    def headers_of(self, test):
        """All that a unit test includes."""
        found, todo = set(), [test]
        while todo:
            new = included(todo.pop()) - found
            found |= new
            todo += new
        return found

    def parted(self, command):
        """A command, or if it makes a goal with several lines of its own, each of them behind the goals that it needs."""
        makefile = self.closure.makefiles[0]
        words = command.split()
        lines = [makefile.expanded(line.strip().lstrip("@+")) for line in makefile.recipes.get(words[-1], [])] if len(words) == 2 and words[0] == "make" else []
        if len(lines) < 3 or any("$" in line for line in lines):
            return [command]
        goals = [g for g in makefile.needs[words[1]] if "/" not in g]
        first = "".join("make %s && " % g for g in goals if makefile.needs[g])
        return [first + line for line in lines] + ["make " + g for g in goals if not makefile.needs[g]]

    @functools.lru_cache(None)
    def of(self, name):
        own = ["make DEBUG= build/unit/%s && build/unit/%s" % (t[:-2], t[:-2]) for t, files in self.units.items() if name in files]
        reached = sorted((files[name] + math.log2(len(files)), command) for command in self.parts for files in [self.closure.of(command)] if name in files)
        # One of each goal comes before others that make the same with other variables.
        turns, ranked = {}, []
        for score, command in reached:
            goal = re.sub(r" [A-Z_]+=(\"[^\"]*\"|\S*)", "", command)
            if not own or not self.closure.makes("unit", command):
                ranked.append((turns.get(goal, 0), score, command))
            turns[goal] = turns.get(goal, 0) + 1
        # Which lines of Python a command executes is found out: of many the few that serve are tried.
        return own[: self.AT_MOST] + [command for _, _, command in sorted(ranked)[: None if name.endswith(".py") else self.AT_MOST]]
