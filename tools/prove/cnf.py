# SPDX-License-Identifier: Apache-2.0
"""A solver of its own: z3 makes clauses of a formula in SMT-LIB, CaDiCaL solves them. python3 cnf.py FILE prints sat, unsat
or unknown."""
import subprocess
import sys

import z3

STEPS = "simplify", "propagate-values", "solve-eqs", "bit-blast", "aig", "tseitin-cnf"
SAID = {10: "sat", 20: "unsat"}


def main():
    goal = z3.Goal()
    goal.add(z3.parse_smt2_file(sys.argv[1]))
    clauses, = z3.Then(*STEPS)(goal)
    if clauses.inconsistent() or not len(clauses):
        print("unsat" if clauses.inconsistent() else "sat")
        return
    ran = subprocess.run(["cadical", "-q", "-n", "--unsat"], input=clauses.dimacs(), text=True, stdout=subprocess.DEVNULL)
    print(SAID.get(ran.returncode, "unknown"))


if __name__ == "__main__":
    main()
