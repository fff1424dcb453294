##@ Kernels
# Kernels of our own in LLK's style (examples/llk), with cases in tests/llk: no checkout is needed.

LLK_OWN := $(sort $(wildcard tests/llk/*.llk))
LLK_KERNELS ?= examples/llk

llk-own: llk-ready ## the kernels of examples/llk on their cases; MARCH=rv32im CASES="tests/llk/a.llk ..."; beside a checkout: TT_LLK= SFPI=
	@tools/llk/llk.py --march $(LLK_MARCH) $(LLK_VARIANT) $(LLK_TIME) $(KERNEL_MODE) $(REPORT) --kernels $(LLK_KERNELS) \
	  $(if $(TT_LLK),--tt-llk "$(TT_LLK)" --sfpi "$(SFPI)") $(LLK_FLAGS) $(if $(CASES),$(CASES),$(LLK_OWN))

llk-same: # the same on two cores: the same bytes in all of L1; SAME="matmul-hifi2-bf16 ...": these alone on the second one
	@MAKE="$(MAKE)" tools/variants.py kernel llk-own "$(or $(CASES),$(LLK_OWN))" "$(SAME:%=tests/llk/%.llk)" rv32im rv32imac

SAME_CORES ?= $(CORES) rv32i rv32imac host32
cores-same: # kernels of examples/llk and examples/metal, and the matrix product, on each of SAME_CORES=: the same bytes? (11 minutes)
	@tools/setup.sh --llk --host32
	@MAKE="$(MAKE)" tools/variants.py all $(SAME_CORES)

# Cases whose kernels do what a tile function does, by the same instructions or without rounding.
TILE_SAME := matmul-lofi-f32 matmul-hifi2-bf16 matmul-hifi4-f32 sfpu-leaky sfpu-square reduce-max-columns reduce-max-rows \
  eltwise-add eltwise-subtract eltwise-add-column eltwise-subtract-row eltwise-multiply-lofi eltwise-multiply-row-lofi \
  eltwise-multiply-hifi4-f32 datacopy-bf16 datacopy-f16 datacopy-bf16-f32 datacopy-bf16-bfp8 datacopy-bfp8-bf16 \
  normalise-softmax normalise-layernorm
tile-same: # tile functions, also built for a real core, beside kernels of three threads: the same bytes in L1? CASES="matmul-lofi-f32 ..."
	@MAKE="$(MAKE)" tools/variants.py tile $(or $(CASES),$(TILE_SAME))

LLK_BINARY := datacopy-bf16 eltwise-add matmul-lofi-f32 pointers reduce-max-columns reduce-sum-rows sfpu-nested
llk-binary: # some in binary mode, and so in user mode under the monitor: the same bytes in all of L1; of a checkout: CASES= TT_LLK=dir SFPI=dir
	@MAKE="$(MAKE)" tools/variants.py kernel $(if $(TT_LLK),llk,llk-own) "$(or $(CASES),$(LLK_BINARY:%=tests/llk/%.llk))" "" rv32im rv32im--binary rv32im--isolated

llk-pushes: # the time model counts RISC-V code between words: are words without such code a cycle apart, in both modes?
	@tools/setup.sh --llk
	@$(MAKE) --no-print-directory llk-runtime MARCH=rv32im DIAG=1
	@tests/llk/pushes.py tests/llk/matmul-lofi-f32.llk tests/llk/eltwise-add.llk tests/llk/reduce-sum-rows.llk
	@tests/llk/sites.py tests/llk/matmul-lofi-f32.llk tests/llk/eltwise-add.llk tests/llk/reduce-sum-rows.llk

llk-lint: # the same under the lint: no schedule that goes wrong on silicon
	@tools/setup.sh --llk
	@$(MAKE) --no-print-directory llk-runtime MARCH=rv32im DIAG=1
	@mkdir -p build/test && tests/session.py tests/llk/lint.txt

llk-order: # some under the judge of order, and without one of their waits each
	@tools/setup.sh --llk
	@$(MAKE) --no-print-directory llk-runtime MARCH=rv32im DIAG=1
	@mkdir -p build/test && tests/session.py tests/llk/order.txt

llk-bad: # kernels and case files that must fail, each with its own report
	@tools/setup.sh --llk
	@$(MAKE) --no-print-directory llk-runtime MARCH=rv32im
	@tests/session.py tests/llk/bad.txt

llk-cases: # remakes tests/llk/*.llk
	@tools/llk/own_cases.py tests/llk

llk-cases-fresh: # are they what is computed now?
	@tools/llk/own_cases.py --check tests/llk

# The builtins of sfpi against plain C, on the host and in QEMU.
HOSTCXX ?= g++
LLK_TEST_SRC := $(sort $(wildcard tests/llk/builtins/test_*.cpp))
LLK_TEST_BIN := $(LLK_TEST_SRC:%.cpp=$(BUILD)/%.elf)
LLK_TEST_OBJ := $(BUILD)/port/llk/platform.c.o $(BUILD)/port/llk/sfpi.c.o
LLK_TEST_CXX = $(if $(filter host,$(MARCH)),$(HOSTCXX),$(CROSS)g++ \
  $(shell tools/llk/cxx_flags.py $(BUILD)/tests/llk/include))
LLK_TEST_FLAGS := -std=c++17 -g -Wall -Wextra -Werror -Wno-psabi -fno-exceptions -fno-rtti \
  -fno-threadsafe-statics -DCOMPILE_FOR_TRISC=1 -Iinclude -Iinclude/llk -Itests

$(BUILD)/tests/llk/%.cpp.o: tests/llk/%.cpp $(COMMAND)
	@mkdir -p $(@D) && $(LLK_TEST_CXX) $(LLK_TEST_FLAGS) -O1 $(ARCHFLAGS) -MMD -MP -c $< -o $@

$(LLK_TEST_BIN): %.elf: %.cpp.o $(LLK_TEST_OBJ) $(LIB)
	$(LINK_PROGRAM)

.PRECIOUS: $(BUILD)/tests/llk/%.cpp.o
-include $(LLK_TEST_SRC:%=$(BUILD)/%.d)

llk-builtins: # the builtins of sfpi lane by lane against plain C; MARCH=host or rv32im in QEMU
	@tools/setup.sh --llk
	@$(MAKE) --no-print-directory llk-builtins-programs MARCH=$(MARCH)

llk-builtins-programs: $(LLK_TEST_BIN)
	@RUNNER=$(if $(filter host,$(MARCH)),,$(RUN_QEMU)) tools/run_tests.py $(LLK_TEST_BIN)

llk-broken: # each builtin broken once: do the tests notice?
	@tools/setup.sh --llk
	@$(MAKE) --no-print-directory build/host/port/llk/platform.c.o build/host/port/llk/sfpi.c.o build/host/libsoftensix.a MARCH=host
	@CXX="$(HOSTCXX) $(LLK_TEST_FLAGS)" tests/llk/broken.sh
