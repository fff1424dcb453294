# SPDX-License-Identifier: Apache-2.0
"""Draws mutations of the library, the programs around it and its tools, and prints which of them the tests notice;
last line "N of M noticed".

python3 -m mutants [--seed "1 2"] [--count 300] [--only TEXT] [--again FILE] [--journal FILE] [--shard I/N] [--list]
With several seeds, each has its own last line; common files are compiled once. A mutation that does not
compile, or that does not change the object code, is drawn again. One that tests/mutations/equivalent.txt
explains is not tried; it counts as not noticed and is printed with the reason. Each shard takes every N-th draw, and so many of
the count; a run without shards, with their journals joined as its own, judges only what they have not, and tells the sum."""

import argparse
import fnmatch
import hashlib
import itertools
import os
import re
import shutil
import signal
import sys
import threading
import time

from kernels import ending, interrupt, journal
from mutants.build import CACHED, SAME_LINES, Configuration, Tree, order_of, programs, sources
from mutants import python_sites, whole
from mutants.journal import Journal
from mutants.sites import by_line

EQUIVALENT = "tests/mutations/equivalent.txt"


def known_equivalents():
    """Tab-separated rows: file name, mutation, line, reason; * matches anything in the first three."""
    rows = []
    if os.path.exists(EQUIVALENT):
        with open(EQUIVALENT) as f:
            for line in f:
                if line.strip() and not line.startswith("#"):
                    rows.append(line.rstrip("\n").split("\t"))
    return rows


def matches(pattern, text):
    return pattern == text or ("*" in pattern and fnmatch.fnmatchcase(text, pattern.replace("[", "[[]")))


def reason_for(rows, name, mutation):
    base = os.path.basename(name)
    for row in rows:
        if matches(row[0], base) and matches(row[1], mutation.name) and matches(row[2], mutation.line):
            return row[3]
    return None


def digest(*words):
    """A hash of a text, the same on every machine."""
    return hashlib.sha1("\t".join(map(str, words)).encode()).digest()


def lines_of(name, text):
    return python_sites.by_line(text) if name.endswith(".py") else by_line(text, name.endswith(".def"))


def drawn(seed, only):
    """Every line that can be broken, in random order, with its mutations in random order, one of each line
    at a time. The order is derived from the text of each line, so a change of one line does not affect
    the draws of others."""
    rounds = []
    for name in [*sources(), *whole.sources()]:
        if not whole.chosen(name, only):
            continue
        with open(name) as f:
            text = f.read()
        seen = {}
        for number, options in sorted(lines_of(name, text).items()):
            line = options[0].line
            nth = seen[line] = seen.get(line, 0) + 1
            options.sort(key=lambda m: digest(seed, name, line, nth, m.name))
            for turn, mutation in enumerate(options):
                rounds.append((turn, digest(seed, name, line, nth), name, number, mutation))
    for _, _, name, number, mutation in sorted(rounds, key=lambda r: r[:4]):
        yield name, number, mutation


def identity(name, mutation):
    """Identifies a mutation even if line numbers have changed."""
    return "%s: %s: %s" % (name, mutation.name, mutation.line)


def earlier(output):
    """The mutations that an earlier run's output calls "not noticed"; an empty set without such an
    output."""
    found = set()
    if output:
        with open(output) as f:
            for line in f:
                match = re.match(r"not noticed: (\S+):\d+: (.*?) \(\w+\): (.*)$", line)
                if match:
                    found.add(": ".join(match.groups()))
    return found


class Work:
    """The state that jobs share: the draws, the configurations, the counts."""

    def __init__(self, options):
        self.number, self.shards = journal.share_of(options.shard)
        self.count, self.only, self.again = len(range(self.number - 1, options.count, self.shards)), options.only, earlier(options.again)
        self.rows = known_equivalents()
        self.lock = threading.RLock()
        self.trees = [Tree("build/mutants/tree%d" % i) for i in range(options.jobs)]
        self.programs = None
        self.configurations = {}
        self.preparing, self.copying, self.journal = threading.Lock(), threading.Lock(), Journal(options.journal)
        self.killers = {}
        os.makedirs("build/mutants", exist_ok=True)
        self.known = whole.Known("build/mutants/commands.json", whole.tree_state())

    def begin(self, seed):
        chosen = (d for d in drawn(seed, self.only) if not self.again or identity(d[0], d[2]) in self.again)
        self.draws = itertools.islice(chosen, self.number - 1, None, self.shards)
        self.noticed = self.tried = self.same = self.broken = 0
        self.begun = 0
        self.explained, self.survivors, self.rooms = [], [], {}
        self.started = time.time()

    def say(self, text):
        print(text, flush=True)

    def count_in(self, where, noticed):
        """Counts for the room, which is a directory of the tree, at most two deep."""
        room = "/".join(os.path.dirname(where).split("/")[:2])
        counts = self.rooms.setdefault(room, [0, 0])
        counts[0] += noticed
        counts[1] += 1

    def enough(self):
        """95 % of all, and 90 % in each room of at least ten."""
        return self.noticed * 100 >= self.tried * 95 and all(n * 100 >= of * 90 for n, of in self.rooms.values() if of >= 10)

    def configuration(self, name):
        if name not in self.configurations:
            path = "build/mutants/plain-" + name
            kept = Configuration.kept(path)
            if not kept:
                self.programs = self.programs or programs()
                of = self.configuration(SAME_LINES[name]) if name in SAME_LINES else None
                kept = Configuration(name, Tree(path, CACHED), self.programs, self.say, of)
                kept.keep()
            self.configurations[name] = kept
        return self.configurations[name]

    def left(self):
        """The remaining time, estimated from the time so far."""
        seconds = (time.time() - self.started) / max(1, self.tried) * (self.count - self.tried)
        return "%d:%02d left" % (seconds // 60, seconds % 60)

    def order(self, name, config, reaching):
        """The tests that reach the mutation: those first that have noticed others in its directory, that execute little else, and
        that are fast."""
        killers = self.killers.get(os.path.dirname(name), {})

        def rank(entry):
            test, seconds = entry
            return (seconds + 0.05) / (0.02 + config.reach.share(test.name, name)) / (1 + 3 * killers.get(test.name, 0))

        return sorted([e for e in config.tests if reaching is None or e[0].name in reaching], key=rank)


def compile_changed(work, tree, config, name):
    """Compiles what depends on a changed file. Returns the sources whose objects differ (None if one does
    not compile), those that were compiled, and the programs that include the file."""
    users, binaries = ([name], set()) if name.endswith(".c") else config.tree.users(config.name, name)
    different, compiled = [], []
    for source in users:
        with work.lock:
            before = config.preprocessed(source)
        if tree.preprocessed(config.name, source) == before:
            continue
        compiled.append(source)
        if not tree.compile(config.name, source):
            return None, compiled, binaries
        if tree.digest(tree.object_of(config.name, source)) != config.digests[source]:
            different.append(source)
    return different, compiled, binaries


def first_failure(work, tree, config, where, binaries):
    """The first test that fails, or None, and the tests that were rebuilt because they include a
    mutated header."""
    rebuilt = set()
    name, number = where
    reaching = config.reach.tests(name, number)
    if reaching is not None:
        reaching = reaching | {test.name for test, _ in config.tests if test.binary in binaries}
    for test, seconds in work.order(name, config, reaching):
        if test.binary in binaries and test.binary not in rebuilt:
            rebuilt.add(test.binary)
            if not tree.build_program(config.name, test):
                return test, rebuilt
        if not tree.passes(config.name, test, 4 + 10 * seconds):
            return test, rebuilt
    return None, rebuilt


def restore(tree, config, touched, rebuilt):
    """Restores the tree's objects and programs of a configuration."""
    for source in touched:
        path = tree.object_of(config.name, source)
        shutil.copyfile(config.tree.file(path), tree.file(path))
    for binary in rebuilt:
        path = "o/%s/%s" % (config.name, binary)
        shutil.copyfile(config.tree.file(path), tree.file(path))


def prepare(work, tree, name):
    """Copies the configuration's objects and programs to a job's own tree."""
    with work.preparing:
        config = work.configuration(name)
    if name not in tree.ready:
        shutil.copytree(config.tree.file("o/" + name), tree.file("o/" + name))
        tree.ready[name] = True
    return config


# The configurations that compile something else: less, or for the other chip.
ELSEWHERE = ("half", "tiny", "wormhole", "sanitized", "wormhole-sanitized")


def judge(work, tree, where, mutation):
    """"same", "broken", or (the configuration, the test that failed or None)."""
    if whole.commands_of(where[0]):
        if not hasattr(tree, "whole"):
            with work.copying:
                tree.whole = whole.Copy(tree.path + "-whole", work.known, work.say)
        return tree.whole.judge(where[0], mutation)
    survived, same = None, False
    for config_name in order_of(where[0]):
        # What the first configuration compiles is judged there; the others have code that it omits. A mutation that is not noticed there may
        # matter only to the smaller sizes or to the other chip, and one that changes no object of Blackhole may change one of Wormhole.
        if (survived and config_name not in ELSEWHERE) or (same and not config_name.startswith("wormhole")):
            continue
        result = judge_one(work, tree, prepare(work, tree, config_name), where, mutation)
        if result == "broken" and not survived and not same:
            return result
        if isinstance(result, tuple):
            if result[1]:
                return result
            survived = survived or result
        same = same or (result == "same" and not survived)
    return survived or "same"


def judge_one(work, tree, config, where, mutation):
    """The same in one configuration; None if it does not compile the line's file."""
    name = where[0]
    with open(tree.file(name)) as f:
        text = f.read()
    with open(tree.file(name), "w") as f:
        f.write(text[: mutation.start] + mutation.text + text[mutation.end :])
    touched, rebuilt = [], set()
    try:
        different, touched, binaries = compile_changed(work, tree, config, name)
        if different is None or (different and not tree.link(config.name)):
            return "broken"
        if different:
            test, rebuilt = first_failure(work, tree, config, where, binaries)
            return config.name, test
        return "same" if touched else None
    finally:
        restore(tree, config, touched, rebuilt)
        with open(tree.file(name), "w") as f:
            f.write(text)


def note(work, where, mutation, verdict):
    """Counts, keeps and prints a verdict."""
    with work.lock:
        work.journal.add("%s: %s: %s" % (where, mutation.name, mutation.line), verdict)
        if verdict in ("same", "broken"):
            work.same += verdict == "same"
            work.broken += verdict == "broken"
            work.begun -= 1
            return
        config, test = verdict
        work.tried += 1
        work.count_in(where, bool(test))
        by = "noticed by " + getattr(test, "name", test) if test else "NOT NOTICED"
        work.noticed += bool(test)
        if hasattr(test, "name"):
            killers = work.killers.setdefault(os.path.dirname(where.split(":")[0]), {})
            killers[test.name] = killers.get(test.name, 0) + 1
        if not test:
            work.survivors.append((where, mutation, config))
        if config != "default":
            by += " (%s)" % config
        work.say("%d of %d, %s: %s: %s: %s" % (work.tried, work.count, work.left(), where, mutation.name, by))
        if not test:
            work.say("      " + mutation.line)


def job(work, tree):
    try:
        draw_and_judge(work, tree)
    except Exception as problem:
        work.say("mutants: %s" % problem)
        os._exit(2)


def draw_and_judge(work, tree):
    while True:
        with work.lock:
            if work.begun >= work.count:
                return
            try:
                name, number, mutation = next(work.draws)
            except StopIteration:
                return
            where = "%s:%d" % (name, number)
            reason = reason_for(work.rows, name, mutation)
            work.begun += 1
            if reason:
                work.tried += 1
                work.count_in(where, False)
                work.explained.append((where, mutation, reason))
                continue
        known = work.journal.verdict("%s: %s: %s" % (where, mutation.name, mutation.line))
        note(work, where, mutation, known or judge(work, tree, (name, number), mutation))


def try_seed(work, seed):
    """Draws and judges mutations and prints the result; true if enough were noticed."""
    work.begin(seed)
    threads = [threading.Thread(target=job, args=(work, tree), daemon=True) for tree in work.trees]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for where, mutation, reason in work.explained:
        work.say("equivalent: %s: %s: %s" % (where, mutation.name, reason))
    for where, mutation, config in work.survivors:
        work.say("not noticed: %s: %s (%s): %s" % (where, mutation.name, config, mutation.line))
    work.say("drawn again: %d with the same object code, %d that do not compile" % (work.same, work.broken))
    work.say("not noticed: %d, and %d that change nothing visible" % (len(work.survivors), len(work.explained)))
    for room, (noticed, of) in sorted(work.rooms.items()):
        work.say("room %s: %d of %d noticed" % (room, noticed, of))
    return work.enough()


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # who reads the output may leave: it writes to no other pipe
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="1", help="one, or several separated by spaces")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="only files whose path contains one of these texts")
    parser.add_argument("--again", default="", help="only mutations that this output of an earlier run calls not noticed")
    parser.add_argument("--journal", default="", help="a file of verdicts: an interrupted run goes on from there")
    parser.add_argument("--shard", metavar="I/N", default="1/1", help="every N-th draw, from the I-th on, and so many of the count")
    parser.add_argument("--list", action="store_true", help="only print the draws")
    options = parser.parse_args()
    seeds = [int(s) for s in options.seed.split()]
    if options.list:
        for i, (name, number, mutation) in zip(range(options.count), drawn(seeds[0], options.only)):
            print("%s:%d: %s\t%s" % (name, number, mutation.name, mutation.line))
        return 0
    interrupt.listen()
    try:
        work = Work(options)
    except ValueError as wrong:
        parser.error(str(wrong))
    for name in whole.unreached():
        work.say("no stage needs %s, so it is not drawn" % name)
    enough = True
    for seed in seeds:
        enough = try_seed(work, seed) and enough
        which = "seed %d: " % seed if len(seeds) > 1 else ""
        work.say("%s%d of %d noticed" % (which, work.noticed, work.tried))
    return 0 if enough else 1


def interrupted():
    """main(), whose programs an interrupt ends."""
    try:
        return main()
    except KeyboardInterrupt:
        interrupt.end_children()
        raise


if __name__ == "__main__":
    sys.exit(ending.quietly(interrupted))
