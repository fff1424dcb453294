# SPDX-License-Identifier: Apache-2.0
##@ Kernels
# LLK: unchanged kernels of a user's tt-llk checkout (docs/llk.md).

# The tools of kernels are a package of Python.
KERNELS_TOOL := PYTHONPATH=tools python3 -m kernels

# TIME=1: also prints cycles on Blackhole (docs/time.md).
LLK_TIME := $(if $(filter 1,$(TIME)),--time $(if $(TIME_LINES),--time-lines=$(TIME_LINES)) $(TIME_SET:%=--time-set=%))
# ORDER=1: reports accesses that nothing orders (docs/order.md); ORDER=strict or relaxed: other levels; ORDER_OFF="RULE ...": rules
# that are switched off. ORDER_JSON=file: findings also as JSON lines. LEDGER=1: also configuration that a kernel uses but has not
# written. On rv32im this uses binary mode; in source mode, loads and stores of registers trap, too (include/llk/tensix.h).
ORDER_LEVELS := 1 default strict relaxed
LLK_ORDER := $(if $(filter $(ORDER_LEVELS),$(ORDER)),--check-order=$(ORDER:1=default) $(if $(filter 1,$(LEDGER)),--ledger) $(ORDER_JSON:%=--order-json=%) $(ORDER_OFF:%=--order-off=%))
# POISON=7: registers and memory hold noise at the start; AFTER=case: they hold what another kernel has left.
LLK_STATE := $(POISON:%=--noise=%) $(AFTER:%=--after=%)
# CONTRACT_OFF="CB_READ ...": checks of the contract of compute kernels that are switched off (docs/order.md).
METAL_CONTRACT := $(CONTRACT_OFF:%=--contract-off=%)
LLK_DIAG := $(if $(LLK_TIME)$(LLK_ORDER),1)
# BINARY=1: kernels are compiled as by the vendor; ISOLATED=1: they also run in user mode under stx-boot (mk/metal.mk).
KERNEL_MODE := $(if $(filter 1,$(ISOLATED)),--isolated,$(if $(filter 1,$(BINARY))$(and $(LLK_ORDER),$(filter rv32i rv32im host,$(MARCH))),--binary))
KERNEL_MONITOR := $(if $(filter 1,$(ISOLATED)),stx-boot)
LINK_TXT := $(if $(filter rv%,$(MARCH)),$(if $(LIBC_SUFFIX),$(BUILD)/link.txt))
LLK_BUILT := $(if $(LLK_DIAG),-diag)$(if $(filter-out host32,$(MARCH)),$(LIBC_SUFFIX))
LLK_VARIANT := $(if $(LLK_BUILT),--variant=$(LLK_BUILT))
# BOARD=spike: another board of QEMU than virt; its memory map is linked.
LLK_BOARD := $(if $(filter command,$(origin BOARD)),BOARD=$(BOARD))
# The runtime is that of any board: with BOARD= it would be compiled again.
OF_ANY_BOARD := $(LLK_BOARD:%=BOARD=qemu-virt)
LLK_MARCH := $(if $(filter host,$(MARCH)),rv32im,$(MARCH))
# Traps are for RISC-V; a 32-bit host has its own port for them.
LLK_TRAP_SRC := port/llk/trap.c port/llk/trap.S port/trap/decode.c port/trap/frame.c
LLK_RUNTIME_SRC := $(filter-out $(LLK_TRAP_SRC),$(wildcard port/llk/*.c)) \
  $(if $(filter host32,$(MARCH)),$(wildcard port/host32/*.c),$(LLK_TRAP_SRC))
LLK_RUNTIME_OBJ := $(LLK_RUNTIME_SRC:%=$(BUILD)/%.o)
# coop.h sizes its stacks at compile time, so all of the runtime is compiled with the same size. The inaccessible area at
# their low ends is larger than the frames of most functions.
LLK_STACK := -DCOOP_STACK_BYTES=65536 $(if $(filter host32,$(MARCH)),,-DCOOP_CLOSED_BYTES=4096)
$(LLK_RUNTIME_OBJ): PROGRAM_CFLAGS += $(LLK_STACK)

# port/llk itself handles traps of kernels.
RUNTIME_PORT_SRC = $(filter-out port/qemu-virt/guard.%,$(PORT_SRC))
LLK_PORT_OBJ = $(RUNTIME_PORT_SRC:%=$(BUILD)/llk/%.o)
$(eval $(call program_objects,llk,$$(LLK_STACK)))

$(BUILD)/llk/runtime.a: $(LLK_RUNTIME_OBJ) $(LLK_PORT_OBJ)

# On boards with little memory stacks and L1 are as large as kernels need (docs/porting.md).
LLK_LITTLE := -DCOOP_STACK_BYTES=5120 -DCOOP_CLOSED_BYTES=256 -DLLK_L1_BYTES=0xA000 -DLLK_STATE_BYTES=1
$(eval $(call program_objects,llk-little,$$(LLK_LITTLE)))
$(BUILD)/llk/runtime-little.a: $(patsubst %,$(BUILD)/llk-little/%.o,$(LLK_RUNTIME_SRC) $(RUNTIME_PORT_SRC))
llk-runtime-little: $(BUILD)/llk/runtime-little.a
HAS_LITTLE = $(if $(LLK_BOARD),$(shell grep -l ^stx_little_memory linker/$(BOARD).ld))

llk-runtime: $(BUILD)/llk/runtime.a lib $(LINK_TXT)
# With vectors, a few instructions copy a value of sfpi.
ifneq ($(VECTOR_CC),)
$(patsubst %,$(BUILD)/%sfpi.c.o,port/llk/ llk-little/port/llk/ metal/port/llk/): port/llk/sfpi.c $(COMMAND)
	@mkdir -p $(@D) && $(LIB_CC) $(CFLAGS_LIB) -Iport $(filter -march=% -mabi=%,$(VECTOR_CC)) -MMD -MP -c $< -o $@
endif

llk-ready:
	@tools/setup.sh --llk $(if $(filter host32,$(MARCH)),--host32)
	@$(MAKE) $(PARALLEL) --no-print-directory llk-runtime $(if $(HAS_LITTLE),llk-runtime-little) $(KERNEL_MONITOR) MARCH=$(LLK_MARCH) $(if $(LLK_DIAG),DIAG=1) $(OF_ANY_BOARD)

# How to link programs with a C library other than picolibc, for tools/kernels: first options, then libraries.
$(BUILD)/link.txt: $(LIBC_LIB)
	@printf '%s\n' '$(filter-out -T% -Llinker,$(PORT_LDFLAGS:-Lbuild%=-L$(CURDIR)/build%))' \
	  '$(patsubst build/%,$(CURDIR)/build/%,$(PORT_LIBS))' >$@

llk: llk-ready ## runs LLK cases: TT_LLK=dir SFPI=dir CASES="a.llk.gz ..." ARCH=wormhole MARCH=rv32im TIME=1 ORDER=1 POISON=1 AFTER=case BINARY=1 ISOLATED=1
	@$(LLK_BOARD) tools/run_kernels.py --arch $(ARCH) --march $(LLK_MARCH) $(LLK_VARIANT) $(LLK_TIME) $(LLK_ORDER) $(LLK_STATE) $(KERNEL_MODE) $(REPORT) --tt-llk "$(TT_LLK)" --sfpi "$(SFPI)" $(LLK_FLAGS) $(CASES)

llk-compile: # compiles the kernels of LLK cases and two without cases; TT_LLK=dir SFPI=dir CASES="..." MARCH=rv32im
	@$(MAKE) --no-print-directory llk LLK_FLAGS=--compile CASES="$(CASES) $(wildcard tests/llk/compile/*.llk)"

# LLK's own tests on this device, with Debian's Python, for which setup.sh installs the modules that they import.
PYTEST ?= /usr/bin/python3 -m pytest
LLK_PYTEST_HERE = PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$$here/tools:$$here/tools/silicon" $(PYTEST) -p no:cacheprovider -p kernels.llk.plugin -c pytest.ini \
	  --sfpi "$$sfpi" --march $(LLK_MARCH) --chip $(ARCH)
# Files below tests/python_tests, except helpers, which are not tests, and those for Quasar, another chip.
LLK_TEST_FILES = find . -name 'test_*.py' -not -path './helpers/*' -not -path './quasar/*' | sed 's,^\./,,' | LC_ALL=C sort
LLK_TESTS = $(if $(filter-out all,$(TESTS)),$(TESTS),$$($(LLK_TEST_FILES)))
llk-pytest: ## runs tests of a tt-llk checkout on this device: TT_LLK=dir SFPI=dir TESTS="test_matmul.py ..." SAMPLE=20 SHARD=2/4 ARCH=wormhole MARCH=rv32im
	@[ -d "$(TT_LLK)/tests/python_tests" ] || { echo "make llk-pytest TT_LLK=dir: no tests/python_tests in '$(TT_LLK)'" >&2; exit 2; }
	@[ -n "$(TESTS)" ] || { cd "$(TT_LLK)/tests/python_tests" && $(LLK_TEST_FILES); \
	  echo "make llk-pytest TESTS=\"test_matmul.py ...\" runs these files with all variants, TESTS=all runs all files, SAMPLE=20 runs 20 variants of each" >&2; exit 2; }
	@tools/setup.sh --llk --pytest
	@$(MAKE) $(PARALLEL) --no-print-directory llk-runtime MARCH=$(LLK_MARCH)
	@here="$(CURDIR)"; sfpi=$$(realpath "$(SFPI)") && cd "$(TT_LLK)/tests/python_tests" && \
	  $(LLK_PYTEST_HERE) $(SAMPLE:%=--sample %) $(SHARD:%=--shard %) $(PYTEST_FLAGS) $(LLK_TESTS)

# Continues where it ended: a list of the variants that have passed is kept for each checkout and core; SOAK_LIST=file:
# another list.
BUDGET ?= 3600
SOAK_LIST ?= build/llk/passed-$(notdir $(realpath $(TT_LLK)))-$(LLK_MARCH)$(CHIP).txt
.PHONY: llk-soak
llk-soak: # runs variants of a checkout's tests in random order for BUDGET= seconds: TT_LLK=dir SFPI=dir TESTS="test_matmul.py ..." BUDGET=3600 SEED=1 MARCH=host32
	@[ -d "$(TT_LLK)/tests/python_tests" ] || { echo "make llk-soak TT_LLK=dir: no tests/python_tests in '$(TT_LLK)'" >&2; exit 2; }
	@mkdir -p build/llk && tools/setup.sh --llk --pytest && $(MAKE) $(PARALLEL) --no-print-directory llk-runtime MARCH=$(LLK_MARCH)
	@here="$(CURDIR)"; sfpi=$$(realpath "$(SFPI)") list=$$(realpath -m "$(SOAK_LIST)") && cd "$(TT_LLK)/tests/python_tests" && \
	  $(LLK_PYTEST_HERE) --soak $(BUDGET) --soak-seed $(or $(SEED),1) --soak-list "$$list" -q $(PYTEST_FLAGS) $(LLK_TESTS)
	@wc -l <"$(SOAK_LIST)" | sed 's/$$/ variants have passed so far: $(subst /,\/,$(SOAK_LIST))/'

check-llk: ## compares every TT_OP_ value and every name with a user's checkouts; TT_LLK=dir SFPI=dir TT_METAL=dir
	@ARCH=$(ARCH) HOSTCXX="$(HOSTCXX)" tools/check_names.py "$(TT_LLK)" "$(SFPI)" "$(TT_METAL)"

# The project's own kernels in LLK's style (examples/llk), with cases in tests/llk: no checkout is needed.
LLK_OWN = $(sort $(shell grep -l '^arch.* $(ARCH)' tests/llk/*.llk))
LLK_KERNELS ?= examples/llk

llk-own: llk-ready ## runs the kernels of examples/llk on their cases; ARCH=wormhole MARCH=rv32im CASES="tests/llk/a.llk ..."; with a checkout: TT_LLK= SFPI=
	@$(LLK_BOARD) tools/run_kernels.py --arch $(ARCH) --march $(LLK_MARCH) $(LLK_VARIANT) $(LLK_TIME) $(LLK_ORDER) $(LLK_STATE) $(KERNEL_MODE) $(REPORT) --kernels $(LLK_KERNELS) \
	  $(if $(TT_LLK),--tt-llk "$(TT_LLK)" --sfpi "$(SFPI)") $(LLK_FLAGS) $(if $(CASES),$(CASES),$(LLK_OWN))

llk-same: # runs them on two cores, which must leave the same bytes in all of L1; SAME="matmul-hifi2-bf16 ...": only these on the second one
	@MAKE="$(THIS_MAKE)" tools/variants.py kernel llk-own "$(or $(CASES),$(LLK_OWN))" "$(SAME:%=tests/llk/%.llk)" rv32im rv32imac

SAME_CORES ?= $(CORES) rv32i rv32imac host32
cores-same: # checks that kernels of examples/llk and examples/metal, and the matrix product, give the same bytes on each of SAME_CORES= (3 minutes)
	@tools/setup.sh --llk --host32
	@MAKE="$(THIS_MAKE)" tools/variants.py all $(SAME_CORES)

# Cases whose kernels compute the same as a tile function, with the same instructions or without rounding.
TILE_SAME := matmul-lofi-f32 matmul-hifi2-bf16 matmul-hifi4-f32 sfpu-leaky sfpu-square reduce-max-columns reduce-max-rows \
  eltwise-add eltwise-subtract eltwise-add-column eltwise-subtract-row eltwise-multiply-lofi eltwise-multiply-row-lofi \
  eltwise-multiply-hifi4-f32 datacopy-bf16 datacopy-f16 datacopy-bf16-f32 datacopy-bf16-bfp8 datacopy-bfp8-bf16 \
  normalise-softmax normalise-layernorm
# Kernels of examples for both chips.
SAME_KERNELS := $(BUILD)/tests/tile/same_kernels.elf
SAME_OBJ := $(patsubst %,$(BUILD)/%.o,tests/tile/same_kernels.c $(addprefix examples/,matmul/unpack.c matmul/math.c matmul/pack.c eltwise/math.c transpose/math.c))
$(SAME_KERNELS): $(SAME_OBJ) $(EXAMPLE_COMMON) $(PORT_OBJ) $(LIB) $(LIBC_LIB)
-include $(SAME_OBJ:.o=.d)
tile-same: # checks that tile functions, also those built for a real core, leave the same bytes in L1 as kernels of three threads; CASES="matmul-lofi-f32 ..."; ARCH=wormhole: only kernels of examples
	@$(MAKE) -s --no-print-directory $(HOST)/tests/tile/same_kernels.elf MARCH=host && $(HOST)/tests/tile/same_kernels.elf
	@$(if $(CHIP),,MAKE="$(THIS_MAKE)" tools/variants.py tile $(or $(CASES),$(TILE_SAME)))

LLK_BINARY := datacopy-bf16 eltwise-add matmul-lofi-f32 pointers reduce-max-columns reduce-sum-rows sfpu-nested
llk-binary: # checks that some kernels leave the same bytes in all of L1 in binary mode, and in user mode under the monitor; of a checkout: CASES= TT_LLK=dir SFPI=dir
	@MAKE="$(THIS_MAKE)" tools/variants.py kernel $(if $(TT_LLK),llk,llk-own) "$(or $(CASES),$(LLK_BINARY:%=tests/llk/%.llk))" "" rv32im rv32im--binary rv32im--isolated

# The runtime that programs of kernels link, for rv32im with tracing.
llk-traced: setup-llk
	@$(MAKE) $(PARALLEL) --no-print-directory llk-runtime MARCH=rv32im DIAG=1

llk-pushes: llk-traced # the time model counts RISC-V code between words: checks that words without such code are one cycle apart in both modes
	@tests/llk/pushes.py tests/llk/matmul-lofi-f32.llk tests/llk/eltwise-add.llk tests/llk/reduce-sum-rows.llk
	@tests/llk/sites.py tests/llk/matmul-lofi-f32.llk tests/llk/eltwise-add.llk tests/llk/reduce-sum-rows.llk

llk-lint: llk-traced # runs them with the lint, which must report nothing that goes wrong on silicon
	@tests/session.py tests/llk/lint.txt

llk-order: llk-traced # runs some with the order checker, and again with one wait removed from each
	@tests/session.py tests/llk/order.txt

llk-order-more: llk-traced
	@tests/session.py tests/llk/order_more.txt

llk-bad: setup-llk # runs kernels and case files that must fail, each with its own report
	@$(MAKE) $(PARALLEL) --no-print-directory llk-runtime MARCH=rv32im
	@tests/session.py tests/llk/bad.txt

llk-cases: # remakes tests/llk/*.llk
	@$(KERNELS_TOOL).llk.own_cases tests/llk

llk-cases-fresh: # checks that tests/llk/*.llk are up to date
	@$(KERNELS_TOOL).llk.own_cases --check tests/llk

# The builtins of sfpi compared with plain C, on the host and in QEMU.
HOSTCXX ?= g++
LLK_TEST_SRC := $(sort $(wildcard tests/llk/builtins/test_*.cpp))
LLK_TEST_BIN := $(LLK_TEST_SRC:%.cpp=$(BUILD)/%.elf)
LLK_TEST_OBJ := $(BUILD)/port/llk/platform.c.o $(BUILD)/port/llk/chosen.c.o $(BUILD)/port/llk/sfpi.c.o $(BUILD)/port/coop/timing.c.o
LLK_TEST_CXX = $(if $(filter host,$(MARCH)),$(HOSTCXX),$(CROSS)g++ \
  $(shell $(KERNELS_TOOL).toolchain $(BUILD)/tests/llk/include))
LLK_TEST_FLAGS := -std=c++17 -g -Wall -Wextra -Werror -Wno-psabi -fno-exceptions -fno-rtti \
  -fno-threadsafe-statics -DCOMPILE_FOR_TRISC=1 -Iinclude -Iinclude/llk -Itests

$(BUILD)/tests/llk/%.cpp.o: tests/llk/%.cpp $(COMMAND)
	@mkdir -p $(@D) && $(LLK_TEST_CXX) $(LLK_TEST_FLAGS) -O1 $(ARCHFLAGS) -MMD -MP -c $< -o $@

$(LLK_TEST_BIN): %.elf: %.cpp.o $(LLK_TEST_OBJ) $(LIB)

.PRECIOUS: $(BUILD)/tests/llk/%.cpp.o

llk-builtins: setup-llk # compares the builtins of sfpi with plain C, lane by lane; MARCH=host or rv32im in QEMU
	@$(MAKE) --no-print-directory llk-builtins-programs MARCH=$(MARCH)

llk-builtins-programs: $(LLK_TEST_BIN)
	@RUNNER=$(if $(filter host,$(MARCH)),,$(RUN_QEMU)) tools/run_tests.py $(LLK_TEST_BIN)

llk-broken: setup-llk # checks that the tests notice when each builtin is broken once
	@$(MAKE) --no-print-directory build/host/port/llk/platform.c.o build/host/port/llk/chosen.c.o build/host/port/llk/sfpi.c.o build/host/port/coop/timing.c.o build/host/libsoftensix.a MARCH=host
	@CXX="$(HOSTCXX) $(LLK_TEST_FLAGS)" tests/llk/broken.py
