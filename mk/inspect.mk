# SPDX-License-Identifier: Apache-2.0
##@ Look inside
# Diagnostics: docs/diagnostics.md.

trace: ## traces a matmul: build/trace.jsonl, and build/trace.json for chrome://tracing or Perfetto
	@$(MAKE) -s --no-print-directory example-run EXAMPLE=matmul MARCH=host DIAG=1 ARGUMENTS="$(DEMO_ARGS) build/trace.jsonl" >/dev/null
	@tools/trace2chrome.py build/trace.jsonl >build/trace.json
	@wc -l build/trace.jsonl && ls -l build/trace.json

run-picture: # remakes docs/run.svg, the picture of a run in the README
	@$(MAKE) -s --no-print-directory example-run EXAMPLE=matmul MARCH=host DIAG=1 ARGUMENTS="lofi bf16 1 build/run-picture.jsonl" >/dev/null
	@tools/run_picture.py build/run-picture.jsonl >docs/run.svg
	@$(call made,docs/run.svg)

# Tools for the host, which link the diagnostic variant.
TOOLS := $(addprefix $(HOST)/tools/,stx-dis stx-run stx-race)
tools: $(TOOLS) ## the host tools stx-dis, stx-run and stx-race in build/host/tools; ARCH=wormhole: in build/host-wormhole/tools
	@$(call made,$(TOOLS))

TOOL_CFLAGS := $(CFLAGS_TEST) -D_POSIX_C_SOURCE=200809L -Itools
CLI := tools/cli/cli.c tools/cli/cli.h tools/cli/output.h tests/printable.h tests/number.h tests/line.h
$(HOST)/tools/stx-dis: tools/stx-dis.c $(CLI) $(HOST)/tools/explain.inc $(HOST)-diag/libinternal.a
	@mkdir -p $(@D) && $(HOSTCC) $(TOOL_CFLAGS) -I$(HOST)/tools -DSTX_TRACE=1 $(filter %.c,$^) $(HOST)-diag/libinternal.a -o $@

# The texts of docs/isa, for stx-dis --explain.
$(HOST)/tools/explain.inc: tools/explain.awk $(wildcard docs/isa/src/*.ex) docs/isa/src/operands.tsv
	@mkdir -p $(@D)
	@awk -f tools/explain.awk docs/isa/src/operands.tsv docs/isa/src/*.ex >$@

STX_RUN_SRC := $(wildcard tools/stx-run/*.c) $(addprefix tests/vectors/,parse.c list.c state.c queue.c compare.c)
$(HOST)/tools/stx-run: $(STX_RUN_SRC) $(CLI) tools/stx-run/run.h tests/vectors/vec.h $(HOST)-diag/libinternal.a
	@mkdir -p $(@D) && $(HOSTCC) $(TOOL_CFLAGS) -DSTX_TRACE=1 $(filter %.c,$^) $(HOST)-diag/libinternal.a -o $@

# The same with a library that cannot trace, to test its message.
$(HOST)/tools/stx-run-untraced: $(STX_RUN_SRC) $(CLI) tools/stx-run/run.h tests/vectors/vec.h $(HOST)/libinternal.a
	@mkdir -p $(@D) && $(HOSTCC) $(TOOL_CFLAGS) $(filter %.c,$^) $(HOST)/libinternal.a -o $@

tools-test: tools $(HOST)/tools/stx-run-untraced build/host/vectors.elf build/host/examples/matmul.elf # tests the host tools
	@tests/session.py tools=$(HOST)/tools tests/diag/tools.txt

gdb-test: setup # tests tools/gdb in a gdb that debugs the demo inside QEMU; skipped without gdb-multiarch
	@$(MAKE) -s --no-print-directory build/gdb/examples/matmul.elf MARCH=rv32im BUILD=build/gdb DEBUG=-g
	@tests/session.py elf=build/gdb/examples/matmul.elf tests/gdb/gdb.txt

trace-cost: # checks that tracing costs nothing when it is compiled out; NAME=mvmul compares measurements, too
	@tests/session.py march=$(QEMU_MARCH) name=$(NAME) tests/diag/trace-cost.txt && cat build/trace-cost/cost.txt

build/host/tools/time-doc: tools/time-doc.c tools/time-doc-streams.h build/host-diag/libinternal.a
	@mkdir -p $(@D) && $(HOSTCC) $(CFLAGS_TEST) -DSTX_TRACE=1 $< build/host-diag/libinternal.a -o $@

# With a checkout, its performance kernels run, too.
time-doc: build/host/tools/time-doc # remakes docs/time-*.tsv and the bands of docs/time.md: the time model compared with measurements; with TT_LLK=dir SFPI=dir, or TT_METAL=dir SFPI=dir, also of LLK kernels
	@for table in words parameters; do $< $$table >docs/time-$$table.tsv || exit 1; done; $< measured >build/time-rows.tsv
ifneq ($(TT_LLK)$(TT_METAL),)
	@for chip in blackhole wormhole; do $(MAKE) --no-print-directory llk-runtime metal-runtime MARCH=rv32im DIAG=1 ARCH=$$chip || exit 1; done
	@$(KERNELS_TOOL).llk.perf --rows $(or $(ROWS),$(if $(TT_LLK),rows,later)) --tt-llk "$(or $(TT_LLK),$(TT_METAL)/tt_metal/tt-llk)" --sfpi "$(SFPI)" >>build/time-rows.tsv
endif
	@tools/time_bands.py --rows build/time-rows.tsv

time-measured: # prints every published measurement with the model's time, its band, and whether it lies within that of the other rows and of older ones
	@tools/time_bands.py --print

# The cost of the time model: on a core, where instructions are counted, and on the host.
TIME_SPEED_OBJ := $(addsuffix .o,$(addprefix $(BUILD)/,tools/time-speed.c examples/matmul/unpack.c examples/matmul/math.c examples/matmul/pack.c))
time-speed: setup # a product of 3x3x3 tiles with and without the time model: the ratios of instructions and of host time
	@$(MAKE) -s --no-print-directory build/$(QEMU_MARCH)$(CHIP)-diag/time-speed.elf MARCH=$(QEMU_MARCH) DIAG=1
	@$(RUN_QEMU) build/$(QEMU_MARCH)$(CHIP)-diag/time-speed.elf
	@$(MAKE) -s --no-print-directory $(HOST)-diag/time-speed.elf MARCH=host DIAG=1
	@$(HOST)-diag/time-speed.elf
$(BUILD)/time-speed.elf: $(TIME_SPEED_OBJ) $(PORT_OBJ) $(BUILD)/libinternal.a

# TIME_LINES=file shows another run, made with TIME=1 TIME_LINES=dir (make llk, make metal) or stx-run --time-lines; of several
# files, those of cores, the page has the first one.
timeline: ## shows time on Blackhole: build/timeline.html, and build/timeline.json for Perfetto; of the matmul, or of TIME_LINES=file
	@mkdir -p build
	@$(if $(TIME_LINES),cp $(firstword $(TIME_LINES)) build/timeline.jsonl,$(MAKE) -s --no-print-directory demo-host TIME=1 TIME_LINES=build/timeline.jsonl | grep '^cycles')
	@tools/timeline/timeline.py --name "$(or $(notdir $(basename $(TIME_LINES))),matmul)" build/timeline.jsonl >build/timeline.html
	@tools/timeline/perfetto.py $(or $(TIME_LINES),build/timeline.jsonl) >build/timeline.json
	@ls -l build/timeline.html build/timeline.json

# The race finder: kernels under many interleavings of their threads (docs/diagnostics.md).
KERNEL ?= matmul $(if $(CHIP),,reuse reuse-no-stallwait)
# SWITCHES=plausible: threads do not switch inside a MOP or REPLAY; otherwise they may switch after any word.
RACE_SRC := $(call of_chip,$(wildcard tools/race/*.c)) tools/cli/cli.c $(wildcard port/coop/race*.c) $(addprefix tests/vectors/,parse.c list.c state.c) \
  $(addprefix examples/matmul/,unpack.c math.c pack.c data.c) examples/common/tiles.c
RACE_OBJ := $(RACE_SRC:%=$(BUILD)/%.o)
$(RACE_OBJ): PROGRAM_CFLAGS += -Itools -D_POSIX_C_SOURCE=200809L

# A kernel in a shared object uses the program's library, so all of it is linked.
$(HOST)/tools/stx-race: FORCE
	@$(MAKE) -s --no-print-directory $(HOST)-diag/stx-race MARCH=host DIAG=1
	@mkdir -p $(@D) && { cmp -s $(HOST)-diag/stx-race $@ || cp $(HOST)-diag/stx-race $@; }
$(BUILD)/stx-race: $(RACE_OBJ) $(PORT_OBJ) $(BUILD)/libinternal.a
	@$(CC) $(filter %.o,$^) -rdynamic -Wl,--whole-archive $(BUILD)/libinternal.a -Wl,--no-whole-archive -ldl -lm -o $@

race: $(HOST)/tools/stx-race ## finds the first interleaving of threads that changes a result; KERNEL= SEED=1 SEEDS=100 SWITCHES=plausible TRACE=file; KERNEL is a name, a list of words or a shared object
	@status=0; for k in $(KERNEL); do case $$k in *-no-stallwait) bad=--expect-race ;; *) bad= ;; esac; \
	  $< --first $(SEED) --seeds $(or $(SEEDS),100) $(if $(filter plausible,$(SWITCHES)),--plausible) $(if $(TRACE),--trace $(TRACE)) $$bad $$k || status=1; done; exit $$status

race-test: build/host/tools/stx-race # checks that it finds a race only in the kernel that lacks a wait
	@tests/session.py race=build/host/tools/stx-race tools/race/test.txt

# Examples that run with examples/common/threads.c.
WATCHED := $(patsubst examples/%/main.c,%,$(shell grep -l "common/job.h\|common/threads.h" examples/*/main.c))
examples-lint: # runs the examples with the lint and the order checker, which must report nothing
	@for e in $(WATCHED); do \
	  $(MAKE) -s --no-print-directory build/host-diag/examples/$$e.elf MARCH=host DIAG=1 && \
	  build/host-diag/examples/$$e.elf >build/host-diag/examples/$$e.out || \
	  { grep -A 4 -E '^(lint|order: )' build/host-diag/examples/$$e.out; echo "$$e: failed"; exit 1; }; done; \
	  echo "$(words $(WATCHED)) passed, 0 failed"

# The three threads on three harts (port/harts), and up to five harts that help them: in QEMU with -smp 8, and as host threads
# under the thread sanitizer.
RUNS ?= 1000
HARTS_MARCH := $(if $(filter host,$(MARCH)),rv32imac,$(MARCH))
HARTS_KERNELS := $(call of_chip,$(addprefix tests/harts/,kernels.c first_blackhole.c)) port/coop/race.c examples/common/tiles.c \
  $(foreach example,matmul $(if $(CHIP),,first_kernel),$(patsubst %,examples/$(example)/%.c,unpack math pack))
HARTS_MACHINE := $(if $(filter host,$(MARCH)),port/harts/posix.c,port/harts/riscv.c port/harts/wake.S)
HARTS_OBJ := $(patsubst %,$(BUILD)/%.o,$(HARTS_KERNELS) tests/harts/main.c tests/harts/parts.c port/harts/harts.c $(HARTS_MACHINE))
GAIN_OBJ := $(patsubst %,$(BUILD)/%.o,$(HARTS_KERNELS) tests/harts/gain.c port/harts/harts.c port/harts/played.c)

$(BUILD)/harts.elf: $(HARTS_OBJ) $(PORT_OBJ) $(LIB) $(LIBC_LIB)
$(BUILD)/harts-gain.elf: $(GAIN_OBJ) $(PORT_OBJ) $(LIB) $(LIBC_LIB)

# A separate library, which calls the lock.
harts_make = $(MAKE) -s --no-print-directory $(2) MARCH=$(1) BUILD=build/$(1)$(CHIP)-harts EXTRA=-DSTX_HARTS=8 $(3)

harts: setup # three threads on three to eight harts in QEMU: RUNS=1000 of each kernel with random delays give the same results as one hart; MARCH=rv32imac
	@$(call harts_make,$(HARTS_MARCH),build/$(HARTS_MARCH)$(CHIP)-harts/harts.elf)
	@QEMU_HARTS=8 QEMU_TIMEOUT=3600 $(RUN_QEMU) build/$(HARTS_MARCH)$(CHIP)-harts/harts.elf $(RUNS)

harts-host: # the same with host threads and the sanitizer that finds data races; RUNS=20 takes a minute
	@$(call harts_make,host,$(HOST)-harts/harts.elf,CC="$(CC) -fsanitize=thread")
	@$(HOST)-harts/harts.elf $(RUNS)

harts-gain: setup # instructions until the last of three to eight harts is done, compared with one hart (docs/perf.md); MARCH=rv32imac
	@$(call harts_make,$(HARTS_MARCH),build/$(HARTS_MARCH)$(CHIP)-harts/harts-gain.elf)
	@$(RUN_QEMU) build/$(HARTS_MARCH)$(CHIP)-harts/harts-gain.elf
