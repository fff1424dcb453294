##@ Deeper tests
# The library and tests of its instructions under the address and undefined-behaviour sanitizers.

SANITIZE ?= -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SAN ?= build/sanitize-address$(SIZED)
SAN_SRC ?= $(wildcard tests/insn/test_*.c)
SAN_BIN := $(SAN_SRC:%.c=$(SAN)/%)
# Compiled quickly: the library with some optimization because much runs in it, the tests with none.
SAN_OPT := -O1
SAN_DEBUG := -g1
# SAN_ONE=1: the library as one file (Makefile): quicker from nothing, slower after a change.
SAN_ONE ?=
SAN_TEST_CFLAGS = $(filter-out $(OPT) $(DEBUG),$(CFLAGS_TEST)) -O0 $(SAN_DEBUG) -DSTX_TRACE=1 $(SIZE_FLAGS) $(SANITIZE)

ifneq ($(BUILD),$(SAN))
$(SAN)/libinternal.a: FORCE
	@$(MAKE) -s --no-print-directory $@ BUILD=$(SAN) MARCH=host OPT=$(SAN_OPT) DEBUG=$(SAN_DEBUG) ONE=$(SAN_ONE) \
	  EXTRA="$(SANITIZE) -DSTX_TRACE=1 $(SIZE_FLAGS)"
endif

$(SAN)/tests/%: tests/%.c tests/test.h $(SAN)/libinternal.a
	@mkdir -p $(@D) && $(HOSTCC) $(SAN_TEST_CFLAGS) -MMD -MP -MF $@.d -MT $@ $< $(SAN)/libinternal.a -pthread -lm -o $@.$$$$ && mv $@.$$$$ $@

sanitize: $(SAN_BIN) # tests/insn, random words of every opcode among them, with address and undefined-behaviour sanitizers; SIZE=1 or 2
	@tools/run_tests.py $(SAN_BIN)

# Everything that runs on the host: unit tests, golden vectors, threads.
SAN_MEMORY := -fsanitize=memory -fno-sanitize-recover=all -fno-omit-frame-pointer
SAN_VECTORS := $(addprefix tests/vectors/,runner.c parse.c state.c queue.c compare.c)
sanitize-all: # every test of the host with address and undefined-behaviour sanitizers
	@$(MAKE) -s --no-print-directory sanitize-everything SAN_SRC="$(TEST_SRC)"

sanitize-memory: # the same with clang's memory sanitizer: nothing is read that was not set
	@$(MAKE) -s --no-print-directory sanitize-everything SAN_SRC="$(TEST_SRC)" SAN=build/sanitize-memory \
	  SANITIZE="$(SAN_MEMORY)" CC=clang HOSTCC=clang

$(SAN)/vectors: $(SAN_VECTORS) $(SAN)/libinternal.a
	@$(HOSTCC) $(SAN_TEST_CFLAGS) $^ -o $@

sanitize-everything: $(SAN_BIN) $(SAN)/vectors
	@tools/run_tests.py $(SAN_BIN)
	@out=$$(tools/run-vectors.sh $(SAN)/vectors $(VEC)) || { echo "$$out"; exit 1; }; echo "$$out" | tail -n 1

# The tests' own objects are those of `make unit`: the state's layout does not depend on the forms. A
# few call the chosen forms by name; the one that says something of the plain form is compiled for it. Those
# of tables, reports and time do not depend on the forms.
OF_FAST_FORMS := $(wildcard tests/fpu/test_kernels*.c) tests/fpu/test_moves.c tests/num/test_sfpu_mad.c
WITHOUT_FORMS := $(wildcard tests/isa/test_*.c tests/time/test_*.c tests/diag/test_*.c)
PLAIN_BUILD := build/kernels/plain
PLAIN_FLAGS := -DSTX_KERNEL=0 -DSTX_TRACE=1
plain: # the library without lib/fast: unit tests and golden vectors of the plain forms
	@$(MAKE) -s --no-print-directory $(PLAIN_BUILD)/vectors.elf MARCH=host BUILD=$(PLAIN_BUILD) DEBUG= EXTRA="$(PLAIN_FLAGS)"
	@$(MAKE) -s --no-print-directory unit LINKED=$(PLAIN_BUILD) UNIT_LIB=$(PLAIN_BUILD)/libinternal.a \
	  TEST_SRC="$(filter-out $(OF_FAST_FORMS) $(WITHOUT_FORMS),$(TEST_SRC))"
	@$(MAKE) -s --no-print-directory unit UNIT=$(PLAIN_BUILD)/forms UNIT_LIB=$(PLAIN_BUILD)/libinternal.a \
	  EXTRA=-DSTX_KERNEL=0 TEST_SRC=tests/num/test_sfpu_mad.c
	@out=$$(tools/run-vectors.sh $(PLAIN_BUILD)/vectors.elf $(VEC)) || { echo "$$out"; exit 1; }; echo "$$out" | tail -n 1

VALGRIND_SRC ?= $(wildcard tests/diag/test_*.c tests/flow/test_*.c tests/isa/test_*.c)
valgrind: $(VALGRIND_SRC:%.c=$(UNIT)/%) build/host/vectors.elf # some tests of the host under valgrind; VALGRIND_SRC= and VEC= choose
	@RUNNER="valgrind -q --error-exitcode=9" tools/run_tests.py $(filter $(UNIT)/tests/%,$^)
	@out=$$(RUNNER="valgrind -q --error-exitcode=9" tools/run-vectors.sh build/host/vectors.elf $(wordlist 1,4,$(VEC))) || \
	  { echo "$$out"; exit 1; }; echo "$$out" | tail -n 1

-include $(SAN_BIN:=.d)
