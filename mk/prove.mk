# SPDX-License-Identifier: Apache-2.0
##@ Deeper tests
# tools/prove runs in Debian's Python, which has llvmlite and z3.

PROVE := PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 JOBS="$(JOBS)" /usr/bin/python3 -m prove
prove: prove-setup ## proves the theorems of proofs/ for all inputs with two solvers, or by trying all; ONLY="moves finish" selects (docs/proofs.md)
	@$(PROVE) --only "$(ONLY)"

prove-long: prove-setup # the same, and the theorems that take longer than all others together
	@$(PROVE) --only "$(ONLY)" --long

prove-quick: prove-setup # the theorems that take seconds
	@$(PROVE) --only "$(ONLY)" --quick

prove-broken: prove-setup # each theorem fails once its function is changed (proofs/broken.tsv)
	@$(PROVE) --only "$(ONLY)" --broken $(if $(QUICK),--quick) $(if $(LONG),--long)

prove-mutants: COUNT = 30
prove-mutants: prove-setup # breaks COUNT=30 places of proven functions, drawn by SEED=1: a theorem fails; ONLY="lib/num" selects
	@$(PROVE) --only "$(ONLY)" --changed $(COUNT) --seed "$(SEED)"

prove-list: # each fast form has its theorems or a reason, each theorem a change with which it fails
	@tools/prove/forms.py

prove-doc: # remakes the tables of docs/proofs.md
	@tools/prove/forms.py page

prove-setup: # installs clang and the solvers
	@tools/setup.sh --prove

# Frama-C's Eva reads the plain forms as for a 32-bit core (docs/proofs.md).
EVA_SRC = $(call of_chip,$(wildcard $(addprefix lib/,$(addsuffix /*.c,core num regs counters control fpu sfpu pack unpack frontend isa inspect))))
EVA_READS = "-Ilib -Iinclude $(call flags_of,ARCH,$(ARCH)) -Iproofs/eva -include proofs/eva/compiler.h" "$(EVA_SRC)"
EVA = tools/eva.sh build/eva$(CHIP) $(EVA_READS)
EVA_BODIES = front_words other_words mover_words vector_words matrix_words packer_words unpacker_words
eva: prove-setup # nothing undefined and no access outside: lib/num for all numbers, lib/regs and lib/counters for all states, readers of lib/isa for all words; ARCH=wormhole
	@$(EVA) numbers registers_of_any_state readers_of_words

eva-bodies: prove-setup # the same of the front end and the bodies of instructions, for all words and states: minutes; ONLY="mover_words packer_words" selects
	@$(EVA) $(if $(ONLY),$(ONLY),$(EVA_BODIES))

eva-broken: prove-setup # Eva has an alarm once a place of the library is broken (proofs/eva/broken.tsv); ONLY=front_words ARCH=wormhole
	@tools/eva_broken.py build/eva-broken$(CHIP) $(EVA_READS) $(ONLY)
