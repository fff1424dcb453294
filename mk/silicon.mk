# SPDX-License-Identifier: Apache-2.0
##@ Tests
# What cards have measured (docs/silicon.md): element-wise words here, functions of the vendor's table with the tools of mk/ulp.mk.

PAIRS := $(ULP_HOST)/tests/silicon-pairs
$(PAIRS): tests/silicon/pairs.c $(ULP_LIB)
	@mkdir -p $(@D) && $(HOSTCC) $(CFLAGS_TEST) -DSTX_TRACE=1 -MMD -MP $^ -o $@

pairs-test: $(PAIRS) # sums and products of BF16 numbers, counted as on cards, by classes of pairs; ARCH=wormhole
	@$(PAIRS)
pairs-all: $(PAIRS) # the same with every pair
	@$(PAIRS) all

# The command's objects with another main.
SILICON_TOOLS := $(addprefix $(ULP_HOST)/tools/silicon-,way exact)
$(SILICON_TOOLS): $(ULP_HOST)/tools/silicon-%: $(ULP_BUILD)/tools/silicon/%.o $(filter-out %/main.o,$(ULP_OBJ)) $(ULP_LIB)
	@mkdir -p $(@D) && $(HOSTCC) $^ -lmpfr -lgmp -lm -ldl -o $@
