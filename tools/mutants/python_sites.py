# SPDX-License-Identifier: Apache-2.0
"""Finds mutations of a Python source in its syntax tree: comparisons, constants, logic, sums, statements."""

import ast
import re

from mutants.sites import Mutation

COMPARISONS = {ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
               ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"), ast.Is: ("is", "is not"),
               ast.IsNot: ("is not", "is")}
SUMS = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.LShift: ("<<", ">>"),
        ast.RShift: (">>", "<<"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&")}
STATEMENTS = (ast.Assign, ast.AugAssign, ast.Expr, ast.Raise, ast.Continue, ast.Break)


class Sites:
    def __init__(self, text):
        self.text, self.found = text, []
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.lines = text.splitlines()

    def at(self, row, column):
        """The offset of a place in the tree, whose columns count bytes."""
        return self.starts[row - 1] + len(self.lines[row - 1].encode()[:column].decode())

    def span(self, node):
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def add(self, start, end, old, new):
        row = self.text[:start].count("\n")
        self.found.append(Mutation(start, end, new, "%s -> %s" % (old, new), self.lines[row].strip()))

    def between(self, left, right, old, new):
        """The operator between two operands."""
        (_, start), (end, _) = self.span(left), self.span(right)
        match = re.compile(re.escape(old).replace(r"\ ", r"\s+")).search(self.text, start, end)
        if match:
            self.add(*match.span(), old, new)

    def visit(self, node):
        if isinstance(node, ast.Compare):
            for left, op, right in zip([node.left] + node.comparators, node.ops, node.comparators):
                self.between(left, right, *COMPARISONS[type(op)])
        elif isinstance(node, ast.BoolOp):
            names = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:]):
                self.between(left, right, *names)
        elif isinstance(node, ast.BinOp) and type(node.op) in SUMS and not isinstance(node.left, ast.JoinedStr):
            self.between(node.left, node.right, *SUMS[type(node.op)])
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.add(self.span(node)[0], self.span(node.operand)[0], "not", "")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            start, end = self.span(node)
            for other in {node.value + 1, node.value - 1} - {-1}:
                self.add(start, end, self.text[start:end], str(other))
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            self.add(*self.span(node), str(node.value), str(not node.value))
        elif isinstance(node, STATEMENTS) and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            start, end = self.span(node)
            row = self.text[:start].count("\n")
            self.found.append(Mutation(start, end, "pass", "removed", self.lines[row].strip()))

    def walk(self, node):
        # Parts of formatted strings have no positions of their own.
        if isinstance(node, ast.JoinedStr):
            return
        self.visit(node)
        for child in ast.iter_child_nodes(node):
            self.walk(child)


def mutations(text):
    sites = Sites(text)
    tree = ast.parse(text)
    for node in tree.body:
        if not isinstance(node, (ast.Import, ast.ImportFrom, ast.If)) and not (isinstance(node, ast.Expr)):
            sites.walk(node)
    return sites.found


def compiles(text):
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def by_line(text):
    lines = {}
    for mutation in mutations(text):
        lines.setdefault(text[: mutation.start].count("\n") + 1, []).append(mutation)
    return lines
