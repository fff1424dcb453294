# SPDX-License-Identifier: Apache-2.0
##@ Deeper tests
# Fuzzing: every tests/fuzz/fuzz_*.c and every fuzz_*.py is a target of its own (docs/testing.md).

FUZZ_SECONDS ?= 60
# The target `time` uses Blackhole's words, and tools are not compiled for a chip.
FUZZ := $(filter-out $(if $(CHIP),time metal),$(patsubst tests/fuzz/fuzz_%,%,$(basename $(wildcard tests/fuzz/fuzz_*.c tests/fuzz/fuzz_*.py))))
FUZZ_TOOLS = $(filter $(patsubst tests/fuzz/fuzz_%.py,%,$(wildcard tests/fuzz/fuzz_*.py)),$(FUZZ))
FUZZ_LIB = $(filter-out $(FUZZ_TOOLS),$(FUZZ))
# SIZE=1 and 2: the smaller configurations, which share the kept inputs of the full size.
FUZZ_DIR := build/fuzz$(CHIP)$(SIZED)
REPLAY_DIR := build/replay$(CHIP)$(SIZED)
FUZZ_SUPPORT := tests/fuzz/fuzz.c $(addprefix tests/vectors/,parse.c list.c state.c)
FUZZ_CFLAGS := -std=c99 -D_POSIX_C_SOURCE=200809L -DSTX_TRACE=1 -O1 -g -Wall -Wextra -Werror -Iinclude -Ilib -Itests $(call flags_of,ARCH,$(ARCH)) $(SIZE_FLAGS) \
  -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -Wno-pass-failed

$(FUZZ_DIR)/lib/%.o: lib/%.c
	@mkdir -p $(@D) && clang $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@
$(FUZZ_DIR)/fuzz_%: tests/fuzz/fuzz_%.c $(FUZZ_SUPPORT) $(LIB_SRC:%.c=$(FUZZ_DIR)/%.o)
	@clang $(FUZZ_CFLAGS) -fsanitize=fuzzer -MMD -MP $(filter %.c %.o,$^) -o $@

# This is the library of `make sanitize`.
REPLAY_LIB := build/sanitize-address$(CHIP)$(SIZED)/libinternal.a
REPLAY_SUPPORT := $(patsubst %.c,$(REPLAY_DIR)/%.o,tests/fuzz/replay.c $(FUZZ_SUPPORT))
$(REPLAY_DIR)/tests/%.o: tests/%.c
	@mkdir -p $(@D) && $(HOSTCC) $(FUZZ_CFLAGS) -MMD -MP -c $< -o $@
$(REPLAY_DIR)/fuzz_%: $(REPLAY_DIR)/tests/fuzz/fuzz_%.o $(REPLAY_SUPPORT) $(REPLAY_LIB)
	@$(HOSTCC) $(FUZZ_CFLAGS) $^ -o $@

.SECONDARY: $(LIB_SRC:%.c=$(FUZZ_DIR)/%.o) $(REPLAY_SUPPORT) $(FUZZ_LIB:%=$(REPLAY_DIR)/tests/fuzz/fuzz_%.o)
fuzz-programs: $(FUZZ_LIB:%=$(FUZZ_DIR)/fuzz_%) fuzz-replays
fuzz-replays: $(FUZZ_LIB:%=$(REPLAY_DIR)/fuzz_%)
fuzz: fuzz-programs ## random input with sanitizers, FUZZ_SECONDS=60 for each target; FUZZ="words data" selects targets, SIZE=1 or 2 a smaller configuration, ARCH=wormhole the other chip
	@FUZZ_DIR=$(FUZZ_DIR) REPLAY_DIR=$(REPLAY_DIR) tools/steps.py fuzz $(FUZZ:%="tools/fuzz.py one % $(FUZZ_SECONDS)")

fuzz-all: # every target for each chip and size, JOBS=2 at a time, FUZZ_SECONDS=60 each; lists the findings at the end
	@MAKE="$(THIS_MAKE)" ARCHS="$(ARCHS)" tools/fuzz.py all $(FUZZ_SECONDS) $(FUZZ)

fuzz-keep: $(FUZZ_LIB:%=$(FUZZ_DIR)/fuzz_%) # updates tests/fuzz/corpus with what fuzzing has found
	@FUZZ_DIR=$(FUZZ_DIR) REPLAY_DIR=$(REPLAY_DIR) tools/fuzz.py keep $(FUZZ_LIB)

fuzz-replay: $(FUZZ_LIB:%=$(REPLAY_DIR)/fuzz_%) # runs the kept inputs of every fuzz target again
	@passed=0; for f in $(FUZZ_LIB:%=$(REPLAY_DIR)/fuzz_%) $(FUZZ_TOOLS:%=tests/fuzz/fuzz_%.py); do \
	  case $$f in *.py) input=replay ;; *) input=tests/fuzz/corpus/$${f##*/fuzz_}.txt ;; esac; \
	  out=$$($$f $$input 2>&1) || { echo "$$out" | tail -n 30; echo "$${f##*/}: a kept input fails"; exit 1; }; \
	  passed=$$((passed + $${out%% *})); done; echo "$$passed passed, 0 failed"

# Every public function that the headers declare, with random arguments, under the same sanitizers.
API := build/api$(CHIP)$(SIZED)
API_CFLAGS := $(filter-out -Wno-pass-failed,$(FUZZ_CFLAGS)) -DSTX_HOSTED=1 -Iport -I$(API)
$(API)/random: tests/api/random.c tests/api/arguments.h tests/api/calls.py tests/crc32.h $(wildcard include/softensix/*.h port/coop/*.[ch]) $(REPLAY_LIB)
	@mkdir -p $(API) && tests/api/calls.py >$(API)/calls.h
	@$(HOSTCC) $(API_CFLAGS) $< $(filter-out port/coop/misused.c,$(wildcard port/coop/*.c)) port/host/context.c port/host/counter.c $(REPLAY_LIB) -o $@
API_SEEDS ?= 1 2 3
fuzz-api: $(API)/random ## calls every public function with random arguments, with sanitizers: 5,000 calls, or for FUZZ_SECONDS=100; ARCH=wormhole, SIZE=1 or 2
	@for seed in $(if $(filter-out file default,$(origin FUZZ_SECONDS)),$$$$,$(API_SEEDS)); do \
	  $(API)/random $$seed 5000 $(if $(filter-out file default,$(origin FUZZ_SECONDS)),$(FUZZ_SECONDS)) >$(API)/log 2>&1 || \
	    { tail -n 30 $(API)/log; echo "fuzz-api: seed $$seed"; echo "0 passed, 1 failed"; exit 1; }; \
	  tail -n 1 $(API)/log; done; echo "1 passed, 0 failed"

# The library and tests of its instructions under the address and undefined-behaviour sanitizers.
SANITIZE ?= -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# These programs are large, so the fastest available linker is used.
SAN_LINK = $(SANITIZE) $(firstword $(foreach ld,lld gold,$(if $(shell command -v ld.$(ld)),-fuse-ld=$(ld))))
SAN ?= build/sanitize-address$(CHIP)$(SIZED)
SAN_SRC ?= $(filter tests/insn/% tests/num/% tests/port/test_none_% $(if $(CHIP),tests/config/%),$(TEST_SRC))
# The library has the optimization that takes the least time together, compiling and running; the tests have none. SAN_ONE=1:
# the library as one file (Makefile), which is faster the first time and slower after a change.
SAN_ONE ?=
SAN_HOW := MARCH=host OPT=-Og DEBUG=-g1 ONE=$(SAN_ONE) CC="$(CC) $(SANITIZE)" EXTRA="-fPIC -DSTX_TRACE=1 $(SIZE_FLAGS)"
$(eval $(call elsewhere,$(SAN),libinternal.a libinternal.so vectors.elf,$(SAN_HOW)))

sanitize: $(SAN)/libinternal.so # tests of instructions and numbers, including random words of every opcode, with address and undefined-behaviour sanitizers; SIZE=1 or 2, ARCH=wormhole
	@$(MAKE) -s --no-print-directory unit UNIT=$(SAN)/unit UNIT_LIB=$< TEST_SRC="$(SAN_SRC)" TEST_OPT="-O0 -g1 $(SANITIZE)" LINK_FLAGS="$(SAN_LINK)"

# Everything that runs on the host: unit tests, golden vectors, threads.
SAN_MEMORY := -fsanitize=memory -fno-sanitize-recover=all -fno-omit-frame-pointer
sanitize-all: # every host test with address and undefined-behaviour sanitizers
	@$(MAKE) -s --no-print-directory sanitize-everything SAN_SRC="$(TEST_SRC)"

sanitize-memory: # the same with clang's memory sanitizer: nothing reads uninitialised memory
	@$(MAKE) -s --no-print-directory sanitize-everything SAN_SRC="$(TEST_SRC)" SAN=build/sanitize-memory$(CHIP) \
	  SANITIZE="$(SAN_MEMORY)" CC=clang HOSTCC=clang

sanitize-everything: sanitize
	@$(MAKE) -s --no-print-directory $(SAN)/vectors.elf
	@out=$$(tools/run-vectors.sh $(SAN)/vectors.elf $(VEC)) || { echo "$$out"; exit 1; }; echo "$$out" | tail -n 1

# The tests' objects are those of `make unit`, since the state's layout does not depend on the forms. Tests that call selected
# forms by name are left out, except one that also tests the plain form and is compiled for it. Tests of tables, reports and
# times do not depend on the forms and are left out, too.
OF_FAST_FORMS := $(wildcard tests/fpu/test_forms*.c) tests/fpu/test_moves.c tests/insn/test_pacr_kept.c tests/num/test_sfpu_mad.c
WITHOUT_FORMS := $(wildcard tests/isa/test_*.c tests/time/test_*.c tests/diag/test_*.c)
PLAIN_BUILD := build/forms/plain
PLAIN_FLAGS := -DSTX_METHOD=0 -DSTX_TRACE=1
plain: # unit tests and golden vectors of the plain forms, on a library without lib/fast
	@$(MAKE) -s --no-print-directory $(PLAIN_BUILD)/vectors.elf MARCH=host BUILD=$(PLAIN_BUILD) DEBUG= EXTRA="$(PLAIN_FLAGS)"
	@$(MAKE) -s --no-print-directory unit LINKED=$(PLAIN_BUILD) UNIT_LIB=$(PLAIN_BUILD)/libinternal.a \
	  TEST_SRC="$(filter-out $(OF_FAST_FORMS) $(WITHOUT_FORMS),$(TEST_SRC))"
	@$(MAKE) -s --no-print-directory unit UNIT=$(PLAIN_BUILD)/forms UNIT_LIB=$(PLAIN_BUILD)/libinternal.a \
	  EXTRA=-DSTX_METHOD=0 TEST_SRC=tests/num/test_sfpu_mad.c
	@out=$$(tools/run-vectors.sh $(PLAIN_BUILD)/vectors.elf $(VEC)) || { echo "$$out"; exit 1; }; echo "$$out" | tail -n 1

VALGRIND_SRC ?= $(wildcard tests/diag/test_*.c tests/flow/test_*.c tests/isa/test_*.c)
valgrind: $(VALGRIND_SRC:%.c=$(UNIT)/%) build/host/vectors.elf # some host tests under valgrind; VALGRIND_SRC= and VEC= select them
	@RUNNER="valgrind -q --error-exitcode=9" tools/run_tests.py $(filter $(UNIT)/tests/%,$^)
	@out=$$(RUNNER="valgrind -q --error-exitcode=9" tools/run-vectors.sh build/host/vectors.elf $(wordlist 1,4,$(VEC))) || \
	  { echo "$$out"; exit 1; }; echo "$$out" | tail -n 1

# Coverage of lib/ by everything that runs on the host (docs/testing.md). COV_DOCUMENT=docs/testing.md writes the table to
# that file. At -O0 the compiler keeps functions for the other chip, whose callees are missing; the linker removes them.
COV := build/cov
COV_DOCUMENT ?=
COV_FLAGS := --coverage -Wl,--gc-sections
COV_MORE := $(COV)/vectors.elf $(addprefix $(COV)/qemu-tests/test_,threads.elf save.elf)
cov: ## the share of lines of lib/ that tests execute, by unit; must be at least 95 %
	@$(MAKE) -s --no-print-directory $(COV)/libinternal.a $(COV_MORE) MARCH=host BUILD=$(COV) OPT=-O0 CC="$(HOSTCC) $(COV_FLAGS)" EXTRA=-DSTX_TRACE=1
	@$(MAKE) -s --no-print-directory fuzz-replays REPLAY_DIR=$(COV)/replay REPLAY_LIB=$(COV)/libinternal.a HOSTCC="$(HOSTCC) $(COV_FLAGS)"
	@find $(COV) -name '*.gcda' -delete
	@$(MAKE) -s --no-print-directory unit UNIT=$(COV)/unit UNIT_LIB=$(COV)/libinternal.a LINK_FLAGS="$(COV_FLAGS)"
	@out=$$(tools/run_tests.py $(filter %/test_threads.elf %/test_save.elf,$(COV_MORE))) || { echo "$$out"; exit 1; }
	@for f in $(FUZZ_LIB); do $(COV)/replay/fuzz_$$f tests/fuzz/corpus/$$f.txt >/dev/null || exit 1; done
	@out=$$(RUNNER= tools/run-vectors.sh $(COV)/vectors.elf $(VEC)) || { echo "$$out"; exit 1; }
	@tools/coverage.py $(COV) lib 95 $(COV_DOCUMENT)

# Random programs of three threads: every selection of fast forms (the libraries of `make forms`) and half size, compared with the
# plain form.
PROGRAMS ?= 200
programs: # random programs of three threads, PROGRAMS=40: every selection of fast forms (SELECTIONS= some) and half size, compared with the plain form
	@MAKE="$(THIS_MAKE)" SELECTIONS="$(SELECTIONS)" tools/variants.py programs $(PROGRAMS) host

PROGRAM_CORES ?= $(CORES)
qemu-programs: setup # the same on each of PROGRAM_CORES= in QEMU, including those with vectors, compared with the plain form on the host
	@MAKE="$(THIS_MAKE)" tools/variants.py programs $(PROGRAMS) $(PROGRAM_CORES)

soak-programs: $(UNIT)/tests/programs/test_programs # the same with 20,000 programs; 500 of them are also saved, restored, split and reordered
	@$(UNIT)/tests/programs/test_programs 500
	@$(MAKE) --no-print-directory programs PROGRAMS=20000

# Checks that the tests notice when something is broken: mutations of lib/, port/ and the tools for kernels (docs/testing.md).
COUNT ?= 300
mutants: setup ## breaks COUNT=300 places, of both chips, drawn by SEED=1 (or "1 2"), one at a time; last line "N of M noticed"; ONLY="lib/pack port/llk" selects files, AGAIN=output tries the survivors of an earlier run again, JOURNAL=file goes on with an interrupted one, SHARD=2/4 takes a share
	@PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 python3 -m mutants --seed "$(SEED)" --count $(COUNT) --only "$(ONLY)" --again "$(AGAIN)" --journal "$(JOURNAL)" $(if $(SHARD),--shard $(SHARD)) $(if $(JOBS),--jobs $(JOBS))

mutants-rows: $(addprefix $(UNIT)/tests/,$(addprefix isa/test_,claims claims_dst claims_gprs facts rows vector_words) $(if $(CHIP),,diag/test_lint_late)) # changes claims of rows of lib/isa/blackhole.def (ARCH=wormhole: wormhole.def), one at a time, COUNT=300 drawn by SEED=1 (COUNT=0: all); last line "N of M noticed"
	@ARCH=$(ARCH) PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 python3 -m mutants.rows --seed "$(firstword $(SEED) 1)" --count $(COUNT)

# A host with NEON vectors: AArch64 in QEMU's user mode. The source is the same as for AVX2, with the compiler's vectors. Also
# used for wheels.
NEON := aarch64-linux-gnu
NEON_CC := $(if $(shell command -v $(NEON)-gcc),$(NEON)-gcc,$(if $(shell command -v clang-19)$(shell command -v ld.lld-19),clang-19 --target=$(NEON)))
NEON_LD := $(if $(shell command -v $(NEON)-ld),$(NEON)-ld,ld.lld-19)
NEON_ELF := build/neon/tests/fpu/test_forms.elf

neon-test: # the fast forms of AArch64 hosts against the plain forms, in QEMU's user mode; skipped where the tools are missing
	@if [ -n "$(NEON_CC)" ] && command -v qemu-aarch64 >/dev/null && [ -d /usr/$(NEON)/include ]; then \
	  $(MAKE) -s --no-print-directory $(NEON_ELF) MARCH=host BUILD=build/neon CC="$(NEON_CC)" HOSTCC="$(NEON_CC)" LD="$(NEON_LD)" \
	    PORT_LDFLAGS="$(if $(findstring clang,$(NEON_CC)),-fuse-ld=lld) -static" && qemu-aarch64 $(NEON_ELF) $(FORM_BLOCKS); \
	else echo "skipped: NEON: no $(NEON)-gcc or clang-19 with lld, no qemu-aarch64, or no C library for it (libc6-dev-arm64-cross)"; fi

# A big-endian host: s390x in QEMU's user mode (docs/testing.md).

# Debian's cross gcc conflicts with gcc-multilib; where it is missing, clang makes the same programs.
S390X := s390x-linux-gnu-
S390X_CC := $(if $(shell command -v $(S390X)gcc),$(S390X)gcc,$(if $(shell command -v clang),clang --target=s390x-linux-gnu))
S390X_RUN := qemu-s390x -L /usr/s390x-linux-gnu
# At -O0, clang multiplies two floats to a double with MDEBR, which QEMU 7.2 computes wrongly.
S390X_TOOLS = HOSTCC="$(S390X_CC)" CC="$(S390X_CC)" AR=$(S390X)ar LD=$(S390X)ld RUNNER="$(S390X_RUN)" TEST_OPT=-O1
S390X_BUILD := build/s390x
# An emulated host is slow, so tests that only repeat the same arithmetic many more times are left out.
S390X_LEFT_OUT := tests/insn/%_fuzz.c tests/num/test_sfpu_mad.c tests/num/test_sfpu_int.c tests/fpu/test_forms.c \
  tests/time/test_time_random.c
S390X_SRC = $(filter-out $(S390X_LEFT_OUT),$(TEST_SRC))
S390X_EXAMPLES = $(filter-out llk metal digits,$(EXAMPLES))

s390x-test: # unit tests and examples on a big-endian host, in QEMU's user mode; skipped where the tools are missing
	@if [ -n "$(S390X_CC)" ] && command -v $(S390X)ld >/dev/null && command -v qemu-s390x >/dev/null && \
	  [ -d /usr/s390x-linux-gnu/include ]; then \
	  $(MAKE) --no-print-directory unit MARCH=host UNIT=$(S390X_BUILD)/unit TEST_SRC="$(S390X_SRC)" $(S390X_TOOLS) && \
	  $(MAKE) --no-print-directory same SAME="$(S390X_EXAMPLES:%=examples/%)" MARCH=host BUILD=$(S390X_BUILD) RUN_QEMU="$(S390X_RUN)" $(S390X_TOOLS); \
	else echo "skipped: big-endian host: no $(S390X)gcc or clang, no $(S390X)ld or no qemu-s390x (tools/setup.sh --all)"; fi
