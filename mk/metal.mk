##@ Kernels
# Compute kernels of a user's tt-metal checkout (docs/metal.md).

METAL_RUNTIME_SRC := $(wildcard port/metal/*.c) $(filter-out port/llk/main.c port/llk/job.c,$(LLK_RUNTIME_SRC))
METAL_RUNTIME_OBJ = $(patsubst %,$(BUILD)/metal/%.o,$(METAL_RUNTIME_SRC) $(RUNTIME_PORT_SRC))
# Kernels with a frame of 130 KB exist. coop.h sizes its stacks at compile time.
METAL_STACK := -DCOOP_STACK_BYTES=262144 $(if $(filter host32,$(MARCH)),,-DCOOP_CLOSED_BYTES=16384)

$(eval $(call program_objects,metal,$$(METAL_STACK)))

$(BUILD)/metal/runtime.a: $(METAL_RUNTIME_OBJ)
	@rm -f $@ && $(AR) rcs $@ $^

# SEEDS=20: each case under so many random orders of its threads too; ORDER=all: a MOP need not stay
# whole. ORDER=1 and its other levels: what nothing orders, as in make llk.
METAL_SEEDS := $(if $(SEEDS),--seeds $(SEEDS) $(patsubst %,--order %,$(filter-out $(ORDER_LEVELS),$(ORDER))))
METAL_DIAG := $(if $(LLK_DIAG)$(METAL_SEEDS),1)
METAL_BUILT := $(if $(METAL_DIAG),-diag)$(if $(filter-out host32,$(MARCH)),$(LIBC_SUFFIX))
METAL_TOOL := tools/metal/metal.py --arch $(ARCH) --march $(LLK_MARCH) $(METAL_BUILT:%=--variant=%) $(LLK_TIME) $(LLK_ORDER) $(LLK_STATE) $(METAL_SEEDS)

metal-runtime: $(BUILD)/metal/runtime.a lib $(LINK_TXT)
metal-ready:
	@tools/setup.sh --llk $(if $(filter host32,$(MARCH)),--host32)
	@$(MAKE) --no-print-directory metal-runtime $(KERNEL_MONITOR) MARCH=$(LLK_MARCH) $(METAL_DIAG:%=DIAG=%)

metal: metal-ready ## runs compute kernels of tt-metal: TT_METAL=dir SFPI=dir CASES="a.metal.gz ..." ARCH=wormhole MARCH=rv32im TIME=1 ORDER=1 POISON=1 AFTER=case SEEDS=20 ORDER=plausible BINARY=1 ISOLATED=1
	@$(METAL_TOOL) $(KERNEL_MODE) $(REPORT) --tt-metal "$(TT_METAL)" --sfpi "$(SFPI)" $(METAL_FLAGS) $(CASES)

# A description (docs/metal.md) of a kernel of a checkout, or without one of examples/metal.
METAL_TREES = $(if $(TT_METAL),--tt-metal "$(TT_METAL)" --sfpi "$(SFPI)",--kernels $(or $(KERNELS),examples/metal))
metal-run: metal-ready ## one kernel as described, with a corner of what comes out: DESC=my.desc TT_METAL=dir SFPI=dir MARCH=rv32im
	@$(METAL_TOOL) $(KERNEL_MODE) $(REPORT) $(METAL_TREES) --show $(METAL_FLAGS) $(DESC)

metal-own: metal-ready ## kernels of our own in that style, examples/metal: no checkout is needed; ARCH=wormhole MARCH=rv32im CASES="tests/metal/a.desc ..."
	@$(METAL_TOOL) $(KERNEL_MODE) $(REPORT) --kernels examples/metal $(METAL_FLAGS) $(if $(CASES),$(CASES),$(sort $(wildcard tests/metal/*.desc)))

# The judge of order for files of any kind, each by its name; ORDER=strict, ORDER_OFF= and the others as in make llk.
ORDER_RUN = $(if $(2),$(MAKE) --no-print-directory $(1) ORDER=$(or $(filter $(ORDER_LEVELS),$(ORDER)),1) CASES="$(2)" || status=1;)
.PHONY: order
order: $(if $(filter %.txt,$(CASES)),tools) ## what nothing orders on silicon (docs/order.md): CASES="a.llk.gz b.metal.gz c.desc words.txt ..." TT_LLK=dir TT_METAL=dir SFPI=dir
	@[ -n "$(CASES)" ] || { echo 'make order CASES="...": cases of LLK (.llk, .llk.gz) and of tt-metal (.metal, .metal.gz, .desc), lists of words (.txt)' >&2; exit 2; }
	@status=0; $(call ORDER_RUN,$(if $(TT_LLK),llk,llk-own),$(filter %.llk %.llk.gz,$(CASES))) \
	  $(call ORDER_RUN,$(if $(TT_METAL),metal,metal-own),$(filter-out %.llk %.llk.gz %.txt,$(CASES))) \
	  for words in $(filter %.txt,$(CASES)); do build/host$(CHIP)/tools/stx-run -O $$words || status=1; done; exit $$status

METAL_BINARY := eltwise-add matmul-lofi reduce-sum-rows transpose
metal-binary: # some in binary mode, and so in user mode under the monitor: the same bytes in all of L1; of a checkout: CASES= TT_METAL=dir SFPI=dir
	@MAKE="$(MAKE)" tools/variants.py kernel $(if $(TT_METAL),metal,metal-own) \
	  "$(or $(CASES),$(METAL_BINARY:%=tests/metal/%.desc))" "" rv32im rv32im--binary rv32im--isolated

BLOCK_PRODUCTS := build/host/tests/tile/block_products
$(BLOCK_PRODUCTS): tests/tile/block_products.c $(wildcard examples/transformer/*) build/host/libsoftensix.a
	@mkdir -p $(@D) && $(HOSTCC) $(CFLAGS_TEST) -Iexamples/transformer $< build/host/libsoftensix.a -lm -o $@
transformer-metal: $(BLOCK_PRODUCTS) metal-ready # the products of a transformer block by tile functions and by a kernel of examples/metal: equal numbers? MARCH=rv32im
	@MARCH=$(LLK_MARCH) tests/tile/transformer.sh $(BLOCK_PRODUCTS)

# Each file or section of a file is a case.
metal-check: ## kernels of a checkout beside their definitions in doubles: TT_METAL=dir SFPI=dir MARCH=rv32im
	@$(MAKE) --no-print-directory metal CASES="$(wildcard examples/metal/checkout/*.desc tests/metal/checkout/*.desc)"

metal-time: # seconds from a description to numbers, with a new and with a found program, in QEMU and on the host: DESC=my.desc TT_METAL=dir SFPI=dir
	@tools/setup.sh --llk --host32
	@for march in rv32im host32; do $(MAKE) -s --no-print-directory metal-runtime MARCH=$$march || exit 1; done
	@tools/metal/times.py $(METAL_TREES) $(if $(DESC),$(DESC),$(if $(TT_METAL),$(wildcard examples/metal/checkout/[msf]*.desc),tests/metal/matmul.desc tests/metal/softmax.desc))

metal-bad: setup-llk # kernels, descriptions and case files that must fail, each with its own message
	@$(MAKE) --no-print-directory metal-runtime MARCH=rv32im
	@tests/session.py tests/metal/bad.txt

metal-order: setup-llk # what kernels promise, beside the judge of order: each promise broken once
	@$(MAKE) --no-print-directory metal-runtime MARCH=rv32im
	@$(MAKE) --no-print-directory metal-runtime MARCH=rv32im DIAG=1
	@tests/session.py tests/metal/contract.txt

metal-compile: setup-llk # every compute kernel of a checkout, with arguments of a table or guessed: TT_METAL=dir SFPI=dir
	@tools/metal/compile_all.py --arch $(ARCH) --tt-metal "$(TT_METAL)" --sfpi "$(SFPI)" $(METAL_FLAGS)

# ONLY="matmul softmax": kernels with these words in their names; SOURCES=1: nothing is compiled; RUN=0: nothing runs.
.PHONY: upstream-check
upstream-check: $(if $(SOURCES),,$(if $(filter 0,$(RUN)),setup-llk,metal-ready)) ## what a checkout of tt-metal asks for that is new here, as a table: TT_METAL=dir SFPI=dir ARCH=wormhole ONLY="words" CASES="a.metal.gz ..." SOURCES=1 RUN=0
	@tools/metal/upstream.py --arch $(ARCH) --march $(LLK_MARCH) --tt-metal "$(TT_METAL)" --sfpi "$(SFPI)" $(if $(ONLY),--only $(ONLY)) \
	  $(if $(SOURCES),--sources) $(if $(filter 0,$(RUN)),,--run $(CASES))

# stx-boot: kernels in user mode under a monitor that they cannot touch (port/monitor).
MONITOR_SRC := $(filter-out port/monitor/user.%,$(wildcard port/monitor/*.c port/monitor/*.S))
MONITOR_OBJ := $(MONITOR_SRC:%=$(BUILD)/metal/%.o) $(BUILD)/metal/port/llk/job.c.o
USER_OBJ := $(BUILD)/port/monitor/user.c.o $(BUILD)/port/monitor/user.S.o

# Before the runtime: the monitor has its own way in for traps.
$(BUILD)/stx-boot.elf: $(MONITOR_OBJ) $(BUILD)/metal/runtime.a $(LIB) $(LIBC_LIB)
	@$(CC) $(LINK_ARCHFLAGS) $(PORT_LDFLAGS) $(MONITOR_OBJ) $(BUILD)/metal/runtime.a $(LIB) $(PORT_LIBS) -o $@

stx-boot: $(BUILD)/stx-boot.elf $(USER_OBJ) # the monitor; MARCH=rv32im

isolation-test: setup-llk # what a kernel in user mode must not be able to do
	@$(MAKE) --no-print-directory stx-boot MARCH=rv32im
	@mkdir -p build/test && tests/session.py tests/llk/attacks.txt

soak-isolation: setup-llk # does isolation-test notice each hole in the monitor alone? Four minutes, in a copy of the tree
	@MAKE="$(MAKE)" tests/llk/holes.sh
