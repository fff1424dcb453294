##@ Tests
# Tests on the host: every tests/*/test_*.c is a program that prints "N passed, N failed".

# A file whose name ends with that of a chip is for this chip alone.
TEST_SRC := $(filter-out $(addsuffix .c,$(addprefix %_,$(OTHERS))),$(sort $(wildcard tests/*/test_*.c)))
# Those that hold for every chip; others have words of Blackhole in them.
EVERY_CHIP := tests/num/% $(addprefix tests/isa/test_,chip.c rows.c name_values.c operand_sets.c claims.c claims_dst.c claims_lregs.c) \
  $(addprefix tests/flow/test_,front_model.c bind.c mailbox.c misuse.c text.c version.c) $(addprefix tests/fpu/test_,kernels.c kernels_edges.c kernels_ends.c kernels_lanes.c kernels_operands.c moves.c) tests/config/% \
  $(addprefix tests/insn/test_,mvmul_edges.c sfp_columns.c sfp_fields.c sfp_fuzz.c sfp_operands.c swap_ties.c) \
  $(addprefix tests/diag/test_,assemble.c dump.c dump_text.c leftovers.c lint_text.c peek.c policies.c shown.c)
TEST_SRC := $(if $(CHIP),$(filter $(EVERY_CHIP) %_$(ARCH).c,$(TEST_SRC)),$(TEST_SRC))
HOSTCC ?= gcc
UNIT ?= build/unit$(CHIP)$(SIZED)
TEST_OPT ?= -O0
UNIT_CFLAGS := $(filter-out $(OPT),$(CFLAGS_TEST)) -Itests/isa/$(ARCH) $(TEST_OPT) -DSTX_TRACE=1 $(SIZE_FLAGS)
# LINKED= and UNIT_LIB= choose where the programs go and another library of the same layout for the same objects.
LINKED ?= $(UNIT)
LINK_FLAGS ?=
TEST_BIN := $(TEST_SRC:%.c=$(LINKED)/%)

# Unit tests look inside: every name of the library is global here, and the diagnostic callbacks are there.
# At full size that is the library of DIAG=1.
UNIT_LIB ?= $(if $(filter build/unit,$(UNIT)$(EXTRA)),build/host-diag/libinternal.a,$(UNIT)/libunit.a)
UNIT_OBJ := $(LIB_SRC:%.c=$(UNIT)/%.o)
$(UNIT)/tests/command: FORCE
	$(call keep,$(HOSTCC) $(CFLAGS_LIB) $(UNIT_CFLAGS))
$(UNIT)/lib/%.o: lib/%.c $(UNIT)/tests/command
	@mkdir -p $(@D) && $(HOSTCC) $(filter-out $(ARCHFLAGS),$(CFLAGS_LIB)) -DSTX_TRACE=1 $(SIZE_FLAGS) -MMD -MP -c $< -o $@
$(UNIT)/libunit.a: $(UNIT_OBJ)
	@rm -f $@ && ar rcs $@ $^
$(UNIT)/tests/%.o: tests/%.c tests/test.h $(UNIT)/tests/command
	@mkdir -p $(@D) && $(HOSTCC) $(UNIT_CFLAGS) -MMD -MP -c $< -o $@
.SECONDARY: $(TEST_SRC:%.c=$(UNIT)/%.o)
$(TEST_BIN): $(LINKED)/tests/%: $(UNIT)/tests/%.o $(UNIT_LIB)
	@mkdir -p $(@D) && $(HOSTCC) $(EXTRA) $(LINK_FLAGS) $^ -pthread -lm -o $@.$$$$ && mv $@.$$$$ $@

ifneq ($(BUILD),$(HOST))
$(HOST)/libsoftensix.a $(HOST)/libinternal.a: FORCE
	@$(MAKE) -s --no-print-directory $@ MARCH=host $(AS_USUAL)
endif
ifneq ($(BUILD),$(HOST)-diag)
$(HOST)-diag/libsoftensix.a $(HOST)-diag/libinternal.a: FORCE
	@$(MAKE) -s --no-print-directory $@ MARCH=host DIAG=1 $(AS_USUAL)
endif
FORCE:

unit: $(TEST_BIN) ## the host unit tests alone; SIZE=1 or 2: of a smaller configuration; JUNIT=file TAP=file
	@JOBS="$(JOBS)" RUNNER="$(RUNNER)" $(call reported,unit,tools/run_tests.py $(TEST_BIN))

-include $(TEST_SRC:%.c=$(UNIT)/%.d) $(UNIT_OBJ:.o=.d)

names-test: build/host/libsoftensix.a # softensix/names.h: every name in C and C++, and the vendor's C++ classes
	@tests/session.py tests/isa/names.txt

SOAK_TRIPLES ?= 10000000
SOAK_FACTOR ?= 20
SOAK := $(addprefix $(UNIT)/tests/,num/test_sfpu_mad num/test_sfpu_int insn/test_sfp_fuzz insn/test_data_fuzz time/test_time_random \
        isa/test_claims isa/test_claims_dst isa/test_claims_lregs)
soak: $(SOAK) # long forms: 10 million multiply-adds, every integer, 20 times the random words and configurations, 10 million words in time
	@tools/steps.sh soak "$(UNIT)/tests/num/test_sfpu_mad $(SOAK_TRIPLES)" "$(UNIT)/tests/num/test_sfpu_int 1" \
	  "$(UNIT)/tests/insn/test_sfp_fuzz $(SOAK_FACTOR)" "$(UNIT)/tests/insn/test_data_fuzz $(SOAK_FACTOR)" "$(UNIT)/tests/time/test_time_random 10000000" \
	  "$(UNIT)/tests/isa/test_claims $(SOAK_FACTOR)" "$(UNIT)/tests/isa/test_claims_dst $(SOAK_FACTOR)" "$(UNIT)/tests/isa/test_claims_lregs $(SOAK_FACTOR)"

# What stands between the marks of docs/tile.md is replaced.
TILE_TESTS := $(addprefix $(UNIT)/tests/tile/test_tile_,functions matmul formats)
tile-doc: $(TILE_TESTS) # the tables of docs/tile.md: how exact the tile functions are
	@$(UNIT)/tests/tile/test_tile_functions table >build/tile-functions.md
	@$(UNIT)/tests/tile/test_tile_matmul table >build/tile-products.md
	@$(UNIT)/tests/tile/test_tile_formats table >build/tile-others.md
	@for part in functions products others; do \
	  sed -i -e '/^<!-- made by `make tile-doc`: '$$part' -->$$/r build/tile-'$$part'.md' \
	    -e '/^<!-- made by `make tile-doc`: '$$part' -->$$/,/^<!-- end -->$$/{/^<!--/!d}' docs/tile.md; \
	done
	@cat build/tile-functions.md build/tile-products.md build/tile-others.md
