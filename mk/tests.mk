# SPDX-License-Identifier: Apache-2.0
##@ Tests
# Tests on the host: every tests/*/test_*.c is a program that prints "N passed, N failed".

TEST_SRC := $(call of_chip,$(wildcard tests/*/test_*.c))
# A test is for every chip, unless its name ends with one (of_chip) or its first line says "Blackhole only: " and why.
BLACKHOLE_ONLY := $(if $(CHIP),$(shell awk 'FNR == 1 { if (/Blackhole only: /) print FILENAME; nextfile }' $(TEST_SRC)))
# Arithmetic and the printf of LIBC=none are the same at any size.
TEST_SRC := $(filter-out $(if $(SIZED),tests/num/% tests/port/test_none_%) $(BLACKHOLE_ONLY),$(TEST_SRC))
HOSTCC ?= gcc
UNIT ?= build/unit$(CHIP)$(SIZED)
TEST_OPT ?= -O0
UNIT_CFLAGS := $(filter-out $(OPT),$(CFLAGS_TEST)) -Itests/isa/$(ARCH) $(TEST_OPT) -DSTX_TRACE=1 $(SIZE_FLAGS)
# LINKED= selects where the programs go, UNIT_LIB= another library with the same layout for the same objects.
LINKED ?= $(UNIT)
LINK_FLAGS ?=
TEST_BIN := $(TEST_SRC:%.c=$(LINKED)/%)

# Unit tests look inside: they need a library in which every name is global and that has the diagnostic callbacks. With the
# usual options that is the library of DIAG=1; with others it is compiled as one file.
UNIT_LIB ?= $(if $(SIZED)$(EXTRA),$(UNIT)/lib/libinternal.so,$(HOST)-diag/libinternal.a)
$(eval $(call elsewhere,$(UNIT)/lib,libinternal.so,MARCH=host ONE=1 OPT=-O1 EXTRA="-fPIC -DSTX_TRACE=1 $(SIZE_FLAGS) $(EXTRA)"))
$(UNIT)/tests/command: FORCE
	$(call keep,$(HOSTCC) $(UNIT_CFLAGS))
$(UNIT)/tests/%.o: tests/%.c tests/test.h $(UNIT)/tests/command
	@mkdir -p $(@D) && $(HOSTCC) $(UNIT_CFLAGS) $(LONGER) -MMD -MP -c $< -o $@
# Tests that do long computations themselves.
$(addprefix $(UNIT)/tests/,isa/test_claims.o isa/test_claims_dst.o isa/test_claims_gprs.o isa/test_claims_lregs.o num/test_fpu_mac.o insn/test_mvmul_edges.o \
  insn/test_unpacr_usual.o port/test_none_format.o): LONGER := -O1
.SECONDARY: $(TEST_SRC:%.c=$(UNIT)/%.o)
$(TEST_BIN): $(LINKED)/tests/%: $(UNIT)/tests/%.o $(UNIT_LIB)
	@mkdir -p $(@D) && $(HOSTCC) $(EXTRA) $(LINK_FLAGS) $^ -pthread -lm -o $@.$$$$ && mv $@.$$$$ $@

$(eval $(call elsewhere,$(HOST),libsoftensix.a libinternal.a,MARCH=host STX_PROFILE=full $(AS_USUAL)))
$(eval $(call elsewhere,$(HOST)-diag,libsoftensix.a libinternal.a,MARCH=host DIAG=1 STX_PROFILE=full $(AS_USUAL)))
FORCE:

unit: $(TEST_BIN) ## runs the unit tests on the host; SIZE=1 or 2: of a smaller configuration; JUNIT=file TAP=file
	@JOBS="$(JOBS)" RUNNER="$(RUNNER)" $(call reported,unit,tools/run_tests.py $(TEST_BIN))

names-test: build/host/libsoftensix.a # tests softensix/names.h: every name in C and C++, and the vendor's C++ classes
	@tests/session.py tests/isa/names.txt

# For tools/mutants: the sources of a chip's unit tests and library.
tests-of-chip sources-of-chip:
	@echo $(if $(filter tests%,$@),$(TEST_SRC),$(LIB_SRC))

SOAK_TRIPLES ?= 10000000
SOAK_FACTOR ?= 20
SOAK := $(addprefix $(UNIT)/tests/,num/test_sfpu_mad num/test_sfpu_int insn/test_sfp_fuzz insn/test_data_fuzz time/test_time_random \
        isa/test_claims isa/test_claims_dst isa/test_claims_gprs isa/test_claims_lregs)
soak: $(SOAK) # long forms: 10 million multiply-adds, every integer, 20 times the random words and configurations, 10 million words in time
	@tools/steps.py soak "$(UNIT)/tests/num/test_sfpu_mad $(SOAK_TRIPLES)" "$(UNIT)/tests/num/test_sfpu_int 1" \
	  "$(UNIT)/tests/insn/test_sfp_fuzz $(SOAK_FACTOR)" "$(UNIT)/tests/insn/test_data_fuzz $(SOAK_FACTOR)" "$(UNIT)/tests/time/test_time_random 10000000" \
	  "$(UNIT)/tests/isa/test_claims $(SOAK_FACTOR)" "$(UNIT)/tests/isa/test_claims_dst $(SOAK_FACTOR)" "$(UNIT)/tests/isa/test_claims_lregs $(SOAK_FACTOR)"

tile-doc: $(addprefix $(UNIT)/tests/tile/test_tile_,functions matmul formats) # remakes the tables of docs/tile.md: how exact the tile functions are
	@$(foreach part,functions matmul formats,$(UNIT)/tests/tile/test_tile_$(part) table >build/tile-$(part).md && \
	  $(call insert,docs/tile.md,`make tile-doc`: $(part),build/tile-$(part).md) &&) true

# Replaces the text between two marks in a document, of which the first names the command that makes it, by a file, and prints
# the file.
insert = sed -i -e '/^<!-- made by $(2) -->$$/r $(3)' -e '/^<!-- made by $(2) -->$$/,/^<!-- end -->$$/{/^<!--/!d}' $(1) && cat $(3)

# Golden vectors: files in the format that docs/testing.md describes; those of Wormhole have a directory of their own.
VEC ?= $(sort $(wildcard tests/vectors/data$(CHIP:-%=/%)/*.vec.xz))
# The vectors come from the simulator. SIDE=silicon: departures follow the library's side instead. STRICT=1: the vectors come
# from silicon, and a difference is a failure even where a departure applies.
SIDE ?= simulator
STRICT ?=
ifneq ($(STRICT),)
ifneq ($(SIDE),silicon)
$(error STRICT=1 is for silicon's vectors: SIDE=silicon)
endif
endif
VEC_SRC := $(addprefix tests/vectors/,runner.c parse.c state.c queue.c compare.c)
VEC_OBJ := $(VEC_SRC:%=$(BUILD)/%.o)

$(VEC_OBJ): PROGRAM_CFLAGS += -Ilib
$(BUILD)/vectors.elf: $(VEC_OBJ) $(BUILD)/libinternal.a $(LIBC_LIB)

vectors: ## runs golden vectors on the host; VEC="a.vec b.vec.gz c.vec.xz"; SIDE=silicon: counts departures from silicon; with STRICT=1 none may differ; JUNIT=file TAP=file
	@$(MAKE) --no-print-directory run-vectors MARCH=host RUNNER=

qemu-vectors: setup ## runs golden vectors in QEMU; MARCH=rv32im
	@QEMU_TIMEOUT=1800 $(MAKE) --no-print-directory run-vectors MARCH=$(QEMU_MARCH) RUNNER=$(RUN_QEMU)

run-vectors: $(BUILD)/vectors.elf
	@RUNNER=$(RUNNER) SIDE=$(if $(STRICT),strict,$(SIDE)) $(call reported,vectors,tools/run-vectors.sh $< $(VEC))

departures-doc: # updates the counts of departures in docs/testing.md; CHECK=1: only checks them
	@$(MAKE) --no-print-directory vectors SIDE=silicon | tools/departures_doc.py $(if $(CHECK),--check)

vectors-cards: # golden vectors of rules that cards, or newer documents, give differently than the simulator; SEED=1; ARCH=
	@mkdir -p build && python3 tests/vectors/cards.py $(ARCH) $(SEED) >build/cards-$(ARCH).vec
	@$(MAKE) --no-print-directory vectors SIDE=silicon STRICT=1 VEC=build/cards-$(ARCH).vec

vectors-sides: # tests SIDE= and STRICT= of the vectors
	@tests/session.py tests/vectors/sides.txt

# Tests of the ports on the target. MARCH defaults to rv32im here.
QEMU_MARCH := $(if $(filter host,$(MARCH)),rv32im,$(MARCH))
RUN_QEMU := tools/run-qemu.sh

# Targets refuse arguments that they cannot use.
KERNEL_GOALS := $(filter llk llk-own llk-compile llk-pytest llk-soak upstream-check metal metal-run metal-own metal-check transformer-metal,$(MAKECMDGOALS))
CORE_GOALS := $(KERNEL_GOALS) $(filter demo digits qemu-test qemu-vectors qemu-forms cycles cycles-elf harts harts-gain stx-boot,$(MAKECMDGOALS))
ifeq ($(origin MARCH) $(MARCH),command line host)
  $(foreach goal,$(CORE_GOALS),$(error make $(goal) MARCH=host: it runs in QEMU (rv32im rv32imac ...)\
    $(if $(KERNEL_GOALS),or with pointers of 32 bits on the host (host32))))
endif
# Targets of the first list write documents about Blackhole or test with its words; the second list's targets are about both chips.
OF_BLACKHOLE := digits-doc race-test time-doc time-speed cov tile-doc run-picture llk-pushes metal-bad metal-time
OF_BOTH_CHIPS := test test-quick test-all test-ci wheel wheel-test wheel-unit wheel-kernels mutants fuzz-all docs evidence site generate check house house-check single arduino dist perf-doc
ifneq ($(CHIP),)
  $(foreach goal,$(filter $(OF_BLACKHOLE),$(MAKECMDGOALS)),\
    $(error make $(goal) ARCH=$(ARCH): it is for Blackhole only (docs/support.md lists what there is for $(ARCH))))
  $(foreach goal,$(filter $(OF_BOTH_CHIPS),$(MAKECMDGOALS)),\
    $(if $(MAKELEVEL:0=),,$(error make $(goal) ARCH=$(ARCH): it is about both chips, without ARCH)))
endif
chip-lists: # for docs/support.md: targets and examples by chip
	@printf '%s\n' "alone $(OF_BLACKHOLE)" "both $(OF_BOTH_CHIPS)" "examples $(OFFERED)"

qemu-test: setup # runs the tests of the ports in QEMU; MARCH=rv32im
	@$(MAKE) --no-print-directory port-test-programs MARCH=$(QEMU_MARCH) RUNNER=$(RUN_QEMU)

mcu-test: setup # runs them on an emulated microcontroller with 128 KB of RAM
	@$(MAKE) --no-print-directory port-test-programs MARCH=rv32imc BOARD=opentitan \
	  BUILD=build/opentitan$(CHIP) RUNNER=$(RUN_QEMU)

port-test: # runs them as host programs
	@$(MAKE) --no-print-directory port-test-programs MARCH=host RUNNER=

port-test-programs: $(QEMU_TEST_ELF) $(BUILD)/port/template.elf
	@$(RUNNER) $(BUILD)/port/template.elf
	@RUNNER=$(RUNNER) $(call reported,qemu-tests,tools/run_tests.py $(QEMU_TEST_ELF))

# The whole test, and the program of the README.

# Installs what a target needs and the system lacks.
setup setup-llk setup-ulp:
	@tools/setup.sh $(patsubst setup-%,--%,$(filter-out setup,$@))

RUN_STAGES = MAKE="$(THIS_MAKE)" ONLY="$(ONLY)" tools/test_all.py
test: setup ## tests what a change can break, on the host and in QEMU, both chips, in minutes; last line "N passed, N failed"; ONLY="part of a stage's name"
	-@tools/setup.sh --test
	@$(RUN_STAGES) test

test-all: setup ## tests the rest of what a change can break, in minutes; .ci/run runs both, and test-ci
	-@tools/setup.sh --llk --all --host32 --ulp --wheel
	@$(RUN_STAGES) all

test-ci: setup # tests other cores, boards and packages, the tests' own tests, and both commands in a bare system; needs root
	-@tools/setup.sh --everything
	@$(RUN_STAGES) ci

test-quick: setup ## tests what a change most often breaks, in less than two minutes
	-@tools/setup.sh --llk
	@$(RUN_STAGES) quick

RELEASES ?= bookworm trixie
KEEP ?=
fresh-test: # make demo and make test in bare systems of Debian, RELEASES="bookworm trixie", with seconds and MB; needs root; KEEP=1 leaves build/bare
	@KEEP="$(KEEP)" tools/fresh.sh $(RELEASES)

readme-test: setup # checks that README.md's program is examples/01-one-word and runs
	@awk '/^```c$$/ { on = 1; next } /^```$$/ && on { exit } on' README.md | cmp - examples/01-one-word/main.c
	@$(MAKE) -s --no-print-directory build/host/examples/01-one-word.elf MARCH=host
	@build/host/examples/01-one-word.elf
	@$(MAKE) --no-print-directory example EXAMPLE=01-one-word
