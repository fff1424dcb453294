# SPDX-License-Identifier: Apache-2.0
##@ Tests
# What cards have measured (docs/silicon.md): element-wise words here, functions of the vendor's table with the tools of mk/ulp.mk.

PAIRS := $(ULP_HOST)/tests/silicon-pairs
$(PAIRS): tests/silicon/pairs.c $(ULP_LIB)
	@mkdir -p $(@D) && $(HOSTCC) $(CFLAGS_TEST) -DSTX_TRACE=1 -MMD -MP $< $(ULP_LIB) -o $@

pairs-test: $(PAIRS) # sums and products of BF16 numbers, counted as on cards, by classes of pairs; ARCH=wormhole
	@$(PAIRS)
pairs-all: $(PAIRS) # the same with every pair
	@$(PAIRS) all

measured-test: tools # the inputs and results that cards have given, and what the newest documents say, under both policies; ARCH=wormhole
	@tests/silicon/measured.py $(ARCH) $(HOST)/tools/stx-run

# The command's objects with another main.
SILICON_TOOLS := $(addprefix $(ULP_HOST)/tools/silicon-,way exact)
$(SILICON_TOOLS): $(ULP_HOST)/tools/silicon-%: $(ULP_BUILD)/tools/silicon/%.o $(filter-out %/main.o,$(ULP_OBJ)) $(ULP_LIB)
	@mkdir -p $(@D) && $(HOSTCC) $^ -lmpfr -lgmp -lm -ldl -o $@

# Debian's Python, which has numpy (tools/setup.sh --wheel).
SILICON = /usr/bin/python3 tools/silicon/silicon.py --jobs $(if $(JOBS),$(JOBS),2)
silicon-tools:
	@$(MAKE) -s --no-print-directory ulp-tools $(addprefix build/host-wormhole/tools/silicon-,way exact) ARCH=wormhole
silicon: silicon-tools ## compares kernels with a Wormhole card's measured errors (docs/silicon.md): TT_METAL=dir SFPI=dir OPS="Exp Tanh" SAMPLE=7; without TT_METAL: of our own words
	@$(if $(TT_METAL),$(MAKE) -s --no-print-directory llk-traced ARCH=wormhole)
	@$(SILICON) $(if $(TT_METAL),--tt-metal "$(TT_METAL)" --sfpi "$(SFPI)") --ops "$(OPS)" $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SILICON_TSV),--tsv $(SILICON_TSV)) $(if $(SILICON_JSON),--json $(SILICON_JSON))
DRIVERS := test_sfpu_ternary.py test_sfpu_binop_scalar.py test_sfpu_binary.py
silicon-drivers: # the same for functions of two and three operands, with the drivers of the checkout: TT_METAL=dir SFPI=dir PYTEST_FLAGS="-k atan2" SILICON_TSV=file
	@mkdir -p build/silicon && rm -f build/silicon/steps.jsonl
	@SILICON_STEPS="$(CURDIR)/build/silicon/steps.jsonl" $(MAKE) -s --no-print-directory llk-pytest ARCH=wormhole \
	  TT_LLK="$(TT_METAL)/tt_metal/tt-llk" TESTS="$(DRIVERS)" PYTEST_FLAGS='-p drivers $(PYTEST_FLAGS)'
	@/usr/bin/python3 tools/silicon/drivers.py build/silicon/steps.jsonl $(if $(SILICON_TSV),--tsv $(SILICON_TSV))
silicon-test: # tests of its arithmetic, which needs no checkout, and the comparison of our own words
	@if /usr/bin/python3 -c 'import numpy' 2>/dev/null && echo '#include <mpfr.h>' | $(HOSTCC) -E - >/dev/null 2>&1; then \
	  $(MAKE) -s --no-print-directory silicon-tools && tools/steps.py silicon-test tests/silicon/test_metric.py tests/silicon/own_words.py tests/silicon/torch_golden.py; \
	else echo "skipped: comparison with a card's errors: no numpy or no MPFR (tools/setup.sh --ulp --wheel)"; fi

# The kit for owners of a card (docs/card.md).
card-kit: tools ## writes a program for LLK's test harness on a card, DIR/tests (docs/card.md): DIR=build/card SEED=1 ARCH=wormhole
	@tools/card/card.py kit --chip $(ARCH) --seed $(or $(SEED),1) "$(or $(DIR),build/card)"
card-test: # runs the kit's cases with the library in the card's place, and compares; ARCH=wormhole
	@$(MAKE) -s --no-print-directory tools llk-traced && tests/session.py chip=$(ARCH) tools=$(HOST)/tools tests/silicon/card.txt
