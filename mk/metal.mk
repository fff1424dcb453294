# SPDX-License-Identifier: Apache-2.0
##@ Kernels
# Compute kernels of a user's tt-metal checkout (docs/metal.md).

METAL_RUNTIME_SRC := $(wildcard port/metal/*.c) $(filter-out port/llk/main.c port/llk/job.c,$(LLK_RUNTIME_SRC))
METAL_RUNTIME_OBJ = $(patsubst %,$(BUILD)/metal/%.o,$(METAL_RUNTIME_SRC) $(RUNTIME_PORT_SRC))
# Some kernels have frames of 130 KB. coop.h sizes its stacks at compile time.
METAL_STACK := -DCOOP_STACK_BYTES=262144 $(if $(filter host32,$(MARCH)),,-DCOOP_CLOSED_BYTES=16384)

$(eval $(call program_objects,metal,$$(METAL_STACK)))

$(BUILD)/metal/runtime.a: $(METAL_RUNTIME_OBJ)

# SEEDS=20: also runs each case with this many random orders of its threads; SWITCHES=all: threads may switch inside a MOP, too.
METAL_SEEDS := $(if $(SEEDS),--seeds $(SEEDS) $(SWITCHES:%=--order %))
METAL_DIAG := $(if $(LLK_DIAG)$(METAL_SEEDS),1)
METAL_BUILT := $(if $(METAL_DIAG),-diag)$(if $(filter-out host32,$(MARCH)),$(LIBC_SUFFIX))
METAL_TOOL := $(LLK_BOARD) tools/run_kernels.py --arch $(ARCH) --march $(LLK_MARCH) $(METAL_BUILT:%=--variant=%) $(LLK_TIME) $(LLK_ORDER) $(LLK_STATE) $(METAL_SEEDS) $(METAL_CONTRACT) $(if $(RECORD),--record "$(RECORD)")

metal-runtime: $(BUILD)/metal/runtime.a lib $(LINK_TXT)
metal-ready:
	@tools/setup.sh --llk $(if $(filter host32,$(MARCH)),--host32)
	@$(MAKE) $(PARALLEL) --no-print-directory metal-runtime $(KERNEL_MONITOR) MARCH=$(LLK_MARCH) $(METAL_DIAG:%=DIAG=%) $(OF_ANY_BOARD)

metal: metal-ready ## runs compute kernels of tt-metal: TT_METAL=dir SFPI=dir CASES="a.metal.gz ..." ARCH=wormhole MARCH=rv32im TIME=1 ORDER=1 POISON=1 AFTER=case SEEDS=20 SWITCHES=plausible BINARY=1 ISOLATED=1
	@$(METAL_TOOL) $(KERNEL_MODE) $(REPORT) --tt-metal "$(TT_METAL)" --sfpi "$(SFPI)" $(METAL_FLAGS) $(CASES)

# RECORD="24 25": what is pushed into these buffers, or all.
# For descriptions (docs/metal.md) of kernels of a checkout or, without one, of examples/metal.
METAL_TREES = $(if $(TT_METAL),--tt-metal "$(TT_METAL)" --sfpi "$(SFPI)",--kernels $(or $(KERNELS),examples/metal))
metal-run: metal-ready ## runs one described kernel and prints a corner of its results: DESC=my.desc RECORD="24 25" TT_METAL=dir SFPI=dir MARCH=rv32im
	@$(METAL_TOOL) $(KERNEL_MODE) $(REPORT) $(METAL_TREES) --show $(METAL_FLAGS) $(DESC)

metal-own: metal-ready ## runs the project's own kernels in that style, examples/metal: no checkout is needed; ARCH=wormhole MARCH=rv32im CASES="tests/metal/a.desc ..."
	@$(METAL_TOOL) $(KERNEL_MODE) $(REPORT) --kernels examples/metal $(METAL_FLAGS) $(if $(CASES),$(CASES),$(sort $(wildcard tests/metal/*.desc)))

# The order checker for files of any kind, which their names determine; ORDER=strict, ORDER_OFF= and the others as in make
# llk.
ORDER_RUN = $(if $(2),$(MAKE) --no-print-directory $(1) ORDER=$(or $(filter $(ORDER_LEVELS),$(ORDER)),1) CASES="$(2)" || status=1;)
.PHONY: order
order: $(if $(filter %.txt,$(CASES)),tools) ## reports accesses that nothing orders on silicon (docs/order.md): CASES="a.llk.gz b.metal.gz c.desc words.txt ..." TT_LLK=dir TT_METAL=dir SFPI=dir
	@[ -n "$(CASES)" ] || { echo 'make order CASES="...": cases of LLK (.llk, .llk.gz) and of tt-metal (.metal, .metal.gz, .desc), lists of words (.txt)' >&2; exit 2; }
	@status=0; $(call ORDER_RUN,$(if $(TT_LLK),llk,llk-own),$(filter %.llk %.llk.gz,$(CASES))) \
	  $(call ORDER_RUN,$(if $(TT_METAL),metal,metal-own),$(filter-out %.llk %.llk.gz %.txt,$(CASES))) \
	  for words in $(filter %.txt,$(CASES)); do build/host$(CHIP)/tools/stx-run -O $$words || status=1; done; exit $$status

METAL_BINARY := eltwise-add matmul-lofi reduce-sum-rows transpose
metal-binary: # checks that some kernels leave the same bytes in all of L1 in binary mode, and in user mode under the monitor; of a checkout: CASES= TT_METAL=dir SFPI=dir
	@MAKE="$(THIS_MAKE)" tools/variants.py kernel $(if $(TT_METAL),metal,metal-own) \
	  "$(or $(CASES),$(METAL_BINARY:%=tests/metal/%.desc))" "" rv32im rv32im--binary rv32im--isolated

BLOCK_PRODUCTS := $(HOST)/tests/tile/block_products
$(BLOCK_PRODUCTS): tests/tile/block_products.c $(wildcard examples/transformer/*) $(HOST)/libsoftensix.a
	@mkdir -p $(@D) && $(HOSTCC) $(CFLAGS_TEST) -Iexamples/transformer $< $(HOST)/libsoftensix.a -lm -o $@
transformer-metal: $(BLOCK_PRODUCTS) metal-ready # checks that tile functions and a kernel of examples/metal compute equal products of a transformer block; MARCH=rv32im
	@rm -rf build/metal/transformer && mkdir -p build/metal/transformer && $(BLOCK_PRODUCTS) build/metal/transformer
	@$(METAL_TOOL) --kernels examples/metal build/metal/transformer/*.desc

# Each file, or each section of a file, is a case.
metal-check: ## compares kernels of a checkout with their definitions in double arithmetic: TT_METAL=dir SFPI=dir MARCH=rv32im
	@$(MAKE) --no-print-directory metal CASES="$(wildcard examples/metal/checkout/*.desc tests/metal/checkout/*.desc tests/metal/checkout/*.grid)"

metal-time: # measures seconds from a description to results, with a new and with a cached program, in QEMU and on the host: DESC=my.desc TT_METAL=dir SFPI=dir
	@tools/setup.sh --llk --host32
	@for march in rv32im host32; do $(MAKE) $(PARALLEL) -s --no-print-directory metal-runtime MARCH=$$march || exit 1; done
	@kept=$$(mktemp -d) && trap 'rm -r "$$kept"' EXIT && export CCACHE_DISABLE=1 && for march in rv32im host32; do for program in new found; do \
	  tools/run_kernels.py --march $$march $(METAL_TREES) --objects "$$kept/$$march" --jobs 1 $(if $(DESC),$(DESC),$(if $(TT_METAL),$(wildcard \
	    examples/metal/checkout/[msf]*.desc),tests/metal/matmul.desc tests/metal/softmax.desc)) >"$$kept/told" || { cat "$$kept/told"; exit 1; }; \
	  sed -n "/^built\|^found/s/^/$$march: /p" "$$kept/told"; done; done

metal-bad: setup-llk # runs kernels, descriptions and case files that must fail, each with its own message
	@$(MAKE) $(PARALLEL) --no-print-directory metal-runtime MARCH=rv32im
	@tests/session.py tests/metal/bad.txt

# Breaks each rule of the contract of kernels once; the checks and the order checker must report it.
METAL_ORDER := tests/metal/planted.txt tests/metal/unwritten.txt tests/metal/contract.txt
metal-order: setup-llk # makes kernels break each rule of their contract once; the checks and the order checker must report it; ARCH=wormhole METAL_ORDER="tests/metal/planted.txt ..."
	@$(MAKE) $(PARALLEL) --no-print-directory metal-runtime MARCH=rv32im
	@$(MAKE) $(PARALLEL) --no-print-directory metal-runtime MARCH=rv32im DIAG=1
	@ARCH=$(ARCH) tests/session.py $(METAL_ORDER)

metal-compile: setup-llk # compiles every compute kernel of a checkout, with arguments from a table or guessed ones: TT_METAL=dir SFPI=dir
	@$(KERNELS_TOOL).metal.compile_all --arch $(ARCH) --tt-metal "$(TT_METAL)" --sfpi "$(SFPI)" $(METAL_FLAGS)

# The operation runs with a stand-in for ttnn.
metal-replay: # writes the program of an operation in Python (ttnn.generic_op) as a description: SCRIPT=my.py TT_METAL=dir GRID=my.grid
	@$(KERNELS_TOOL).metal.replay $(SCRIPT) --tt-metal "$(TT_METAL)" $(if $(GRID),-o $(GRID))

# ONLY="matmul softmax": only kernels with these words in their names; SOURCES=1: compiles nothing; RUN=0: runs nothing.
.PHONY: upstream-check
upstream-check: $(if $(SOURCES),,$(if $(filter 0,$(RUN)),setup-llk,metal-ready)) ## prints a table of what a checkout of tt-metal needs that this project lacks: TT_METAL=dir SFPI=dir ARCH=wormhole ONLY="words" CASES="a.metal.gz ..." SOURCES=1 RUN=0
	@$(KERNELS_TOOL).metal.upstream --arch $(ARCH) --march $(LLK_MARCH) --tt-metal "$(TT_METAL)" --sfpi "$(SFPI)" $(if $(ONLY),--only $(ONLY)) \
	  $(if $(SOURCES),--sources) $(if $(filter 0,$(RUN)),,--run $(CASES))

# stx-boot runs kernels in user mode under a monitor that they cannot modify (port/monitor).
MONITOR_SRC := $(filter-out port/monitor/user.%,$(wildcard port/monitor/*.c port/monitor/*.S))
MONITOR_OBJ := $(MONITOR_SRC:%=$(BUILD)/metal/%.o) $(BUILD)/metal/port/llk/job.c.o
USER_OBJ := $(BUILD)/port/monitor/user.c.o $(BUILD)/port/monitor/user.S.o

# The monitor comes before the runtime because it has its own trap handler.
$(BUILD)/stx-boot.elf: $(MONITOR_OBJ) $(BUILD)/metal/runtime.a $(LIB) $(LIBC_LIB)

stx-boot: $(BUILD)/stx-boot.elf $(USER_OBJ) # makes the monitor; MARCH=rv32im

isolation-test: setup-llk # tests that a kernel in user mode cannot break out
	@$(MAKE) --no-print-directory stx-boot MARCH=rv32im
	@mkdir -p build/test && tests/session.py tests/llk/attacks.txt

soak-isolation: setup-llk # checks that isolation-test notices each single hole in the monitor; four minutes, in a copy of the tree
	@MAKE="$(THIS_MAKE)" tests/llk/holes.py
