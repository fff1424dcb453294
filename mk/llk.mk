##@ Kernels
# LLK: unchanged kernels of a user's tt-llk checkout (docs/llk.md).

# TIME=1: cycles on Blackhole too (docs/time.md).
LLK_TIME := $(if $(filter 1,$(TIME)),--time $(if $(TIME_LINES),--time-lines=$(TIME_LINES)) $(TIME_SET:%=--time-set=%))
# ORDER=1: what nothing orders (docs/order.md); ORDER=strict or relaxed: its levels; ORDER_OFF="RULE ...": rules that are not asked.
# It needs binary mode, in which each access of RISC-V code is seen.
ORDER_LEVELS := 1 default strict relaxed
LLK_ORDER := $(if $(filter $(ORDER_LEVELS),$(ORDER)),--judge=$(ORDER:1=default) $(ORDER_OFF:%=--judge-off=%))
LLK_DIAG := $(if $(LLK_TIME)$(LLK_ORDER),1)
# BINARY=1: as the vendor compiles; ISOLATED=1: so, and in user mode under stx-boot (mk/monitor.mk).
KERNEL_MODE := $(if $(filter 1,$(ISOLATED)),--isolated,$(if $(filter 1,$(BINARY))$(LLK_ORDER),--binary))
KERNEL_MONITOR := $(if $(filter 1,$(ISOLATED)),stx-boot)
LINK_TXT := $(if $(filter rv%,$(MARCH)),$(if $(LIBC_SUFFIX),$(BUILD)/link.txt))
LLK_BUILT := $(if $(LLK_DIAG),-diag)$(if $(filter-out host32,$(MARCH)),$(LIBC_SUFFIX))
LLK_VARIANT := $(if $(LLK_BUILT),--variant=$(LLK_BUILT))
LLK_MARCH := $(if $(filter host,$(MARCH)),rv32im,$(MARCH))
# Traps are RISC-V's; a 32-bit host has a port of its own for them.
LLK_TRAP_SRC := port/llk/trap.c port/llk/decode.c port/llk/trap.S
LLK_RUNTIME_SRC := $(filter-out $(LLK_TRAP_SRC),$(wildcard port/llk/*.c)) \
  $(if $(filter host32,$(MARCH)),port/host32/trap.c,$(LLK_TRAP_SRC))
LLK_RUNTIME_OBJ := $(LLK_RUNTIME_SRC:%=$(BUILD)/%.o)
# coop.h sizes its stacks at compile time: all of the runtime is built with the same size. What lies closed at their low
# ends is more than the frame of most functions.
LLK_STACK := -DCOOP_STACK_BYTES=65536 $(if $(filter host32,$(MARCH)),,-DCOOP_CLOSED_BYTES=4096)
$(LLK_RUNTIME_OBJ): PROGRAM_CFLAGS += $(LLK_STACK)

# Traps of kernels are port/llk's own matter.
RUNTIME_PORT_SRC = $(filter-out port/qemu-virt/guard.%,$(PORT_SRC))
LLK_PORT_OBJ = $(RUNTIME_PORT_SRC:%=$(BUILD)/llk/%.o)
$(eval $(call program_objects,llk,$$(LLK_STACK)))

$(BUILD)/llk/runtime.a: $(LLK_RUNTIME_OBJ) $(LLK_PORT_OBJ)
	@rm -f $@ && $(AR) rcs $@ $^

-include $(LLK_RUNTIME_OBJ:.o=.d) $(wildcard $(BUILD)/llk/port/*/*.d)

llk-runtime: $(BUILD)/llk/runtime.a lib $(LINK_TXT)
llk-ready:
	@tools/setup.sh --llk $(if $(filter host32,$(MARCH)),--host32)
	@$(MAKE) --no-print-directory llk-runtime $(KERNEL_MONITOR) MARCH=$(LLK_MARCH) $(if $(LLK_DIAG),DIAG=1)

# How to link programs with another C library than picolibc, for tools/ksuite: options and, last, libraries.
$(BUILD)/link.txt: $(LIBC_LIB)
	@printf '%s\n' '$(filter-out -T% -Llinker,$(PORT_LDFLAGS:-Lbuild%=-L$(CURDIR)/build%))' \
	  '$(patsubst build/%,$(CURDIR)/build/%,$(PORT_LIBS))' >$@

llk: llk-ready ## runs LLK cases: TT_LLK=dir SFPI=dir CASES="a.llk.gz ..." MARCH=rv32im TIME=1 ORDER=1 BINARY=1 ISOLATED=1
	@tools/llk/llk.py --march $(LLK_MARCH) $(LLK_VARIANT) $(LLK_TIME) $(LLK_ORDER) $(KERNEL_MODE) $(REPORT) --tt-llk "$(TT_LLK)" --sfpi "$(SFPI)" $(LLK_FLAGS) $(CASES)

llk-compile: # builds the kernels of LLK cases and two that have none; TT_LLK=dir SFPI=dir CASES="..." MARCH=rv32im
	@$(MAKE) --no-print-directory llk LLK_FLAGS=--compile CASES="$(CASES) $(wildcard tests/llk/compile/*.llk)"

# LLK's own tests on this device: Debian's Python, for which setup.sh installs what they import.
PYTEST ?= /usr/bin/python3 -m pytest
LLK_PYTEST_HERE = PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$$here/tools/llk" $(PYTEST) -p no:cacheprovider -p softensix_llk -c pytest.ini \
	  --sfpi "$$sfpi" --march $(LLK_MARCH)
llk-pytest: ## tests of a tt-llk checkout, run here: TT_LLK=dir SFPI=dir TESTS="test_matmul.py ..." SAMPLE=20 SHARD=2/4 MARCH=rv32im
	@[ -d "$(TT_LLK)/tests/python_tests" ] || { echo "make llk-pytest TT_LLK=dir: no tests/python_tests in '$(TT_LLK)'" >&2; exit 2; }
	@[ -n "$(TESTS)" ] || { cd "$(TT_LLK)/tests/python_tests" && ls test_*.py; \
	  echo "make llk-pytest TESTS=\"test_matmul.py ...\" runs such files, TESTS='test_*.py' all of these with all of their variants, SAMPLE=20 so many of each" >&2; exit 2; }
	@tools/setup.sh --llk --pytest
	@$(MAKE) --no-print-directory llk-runtime MARCH=$(LLK_MARCH)
	@here="$(CURDIR)"; sfpi=$$(realpath "$(SFPI)") && cd "$(TT_LLK)/tests/python_tests" && \
	  $(LLK_PYTEST_HERE) $(SAMPLE:%=--sample %) $(SHARD:%=--shard %) $(PYTEST_FLAGS) $(TESTS)

# Goes on where it ended: the list of variants that have passed is kept by checkout and core; SOAK_LIST=file: another one.
BUDGET ?= 3600
SOAK_LIST ?= build/llk/passed-$(notdir $(realpath $(TT_LLK)))-$(LLK_MARCH).txt
.PHONY: llk-soak
llk-soak: # variants of a checkout's tests in a random order for BUDGET= seconds: TT_LLK=dir SFPI=dir TESTS="test_matmul.py ..." BUDGET=3600 SEED=1 MARCH=host32
	@[ -d "$(TT_LLK)/tests/python_tests" ] || { echo "make llk-soak TT_LLK=dir: no tests/python_tests in '$(TT_LLK)'" >&2; exit 2; }
	@mkdir -p build/llk && tools/setup.sh --llk --pytest && $(MAKE) --no-print-directory llk-runtime MARCH=$(LLK_MARCH)
	@here="$(CURDIR)"; sfpi=$$(realpath "$(SFPI)") list=$$(realpath -m "$(SOAK_LIST)") && cd "$(TT_LLK)/tests/python_tests" && \
	  $(LLK_PYTEST_HERE) --soak $(BUDGET) --soak-seed $(or $(SEED),1) --soak-list "$$list" -q $(PYTEST_FLAGS) $(or $(TESTS),test_*.py)
	@wc -l <"$(SOAK_LIST)" | sed 's/$$/ variants have passed so far: $(subst /,\/,$(SOAK_LIST))/'

check-llk: ## every TT_OP_ value and every name against a user's checkouts; TT_LLK=dir SFPI=dir TT_METAL=dir
	@ARCH=$(ARCH) tools/check-llk.sh "$(TT_LLK)"
	@tools/check_names.py "$(TT_LLK)" "$(SFPI)" "$(TT_METAL)"
