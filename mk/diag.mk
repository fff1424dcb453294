##@ Look inside
# Diagnostics: docs/diagnostics.md.

trace: ## a matmul's trace: build/trace.jsonl, and build/trace.json for chrome://tracing or Perfetto
	@$(MAKE) -s --no-print-directory build/host-diag/examples/matmul.elf MARCH=host DIAG=1
	@build/host-diag/examples/matmul.elf $(DEMO_ARGS) build/trace.jsonl >/dev/null
	@tools/trace2chrome.py build/trace.jsonl >build/trace.json
	@wc -l build/trace.jsonl && ls -l build/trace.json

run-picture: # docs/run.svg, the picture of a run in the README
	@$(MAKE) -s --no-print-directory build/host-diag/examples/matmul.elf MARCH=host DIAG=1
	@build/host-diag/examples/matmul.elf lofi bf16 1 build/run-picture.jsonl >/dev/null
	@tools/run_picture.py build/run-picture.jsonl >docs/run.svg
	@$(call made,docs/run.svg)

# Tools for the host; they link the diagnostic variant.
TOOLS := $(addprefix build/host/tools/,stx-dis stx-run stx-race)
tools: $(TOOLS) ## the host tools stx-dis, stx-run and stx-race, in build/host/tools
	@$(call made,$(TOOLS))

TOOL_CFLAGS := $(CFLAGS_TEST) -D_POSIX_C_SOURCE=200809L -Itools
CLI := tools/cli/cli.c tools/cli/cli.h tests/printable.h tests/number.h tests/line.h
build/host/tools/stx-dis: tools/stx-dis.c $(CLI) build/host/tools/explain.inc build/host-diag/libinternal.a
	@mkdir -p $(@D) && $(HOSTCC) $(TOOL_CFLAGS) -Ibuild/host/tools -DSTX_TRACE=1 $(filter %.c,$^) build/host-diag/libinternal.a -o $@

# What the pages of docs/isa say, for stx-dis --explain.
build/host/tools/explain.inc: tools/explain.awk $(wildcard docs/isa/src/*.ex) docs/isa/src/operands.tsv
	@mkdir -p $(@D)
	@awk -f tools/explain.awk docs/isa/src/operands.tsv docs/isa/src/*.ex >$@

STX_RUN_SRC := $(wildcard tools/stx-run/*.c) $(addprefix tests/vectors/,parse.c list.c state.c queue.c compare.c)
build/host/tools/stx-run: $(STX_RUN_SRC) $(CLI) tools/stx-run/run.h tests/vectors/vec.h build/host-diag/libinternal.a
	@mkdir -p $(@D) && $(HOSTCC) $(TOOL_CFLAGS) -DSTX_TRACE=1 $(filter %.c,$^) build/host-diag/libinternal.a -o $@

# The same on a library that cannot trace, for the test that it says so.
build/host/tools/stx-run-untraced: $(STX_RUN_SRC) $(CLI) tools/stx-run/run.h tests/vectors/vec.h build/host/libinternal.a
	@mkdir -p $(@D) && $(HOSTCC) $(TOOL_CFLAGS) $(filter %.c,$^) build/host/libinternal.a -o $@

tools-test: tools build/host/tools/stx-run-untraced build/host/vectors.elf build/host/examples/matmul.elf # tests of the host tools
	@tests/session.py tools=build/host/tools tests/diag/tools.txt

gdb-test: # tools/gdb in a gdb that debugs the demo inside QEMU; left out where there is no gdb-multiarch
	@tools/setup.sh
	@$(MAKE) -s --no-print-directory build/rv32im/examples/matmul.elf MARCH=rv32im
	@tests/session.py elf=build/rv32im/examples/matmul.elf tests/gdb/gdb.txt

trace-cost: # is tracing that is compiled out free? NAME=mvmul compares measurements too
	@tests/session.py march=$(QEMU_MARCH) name=$(NAME) tests/diag/trace-cost.txt

save-test: # the bytes of a saved state on the host and on rv32im: are they the same?
	@$(MAKE) -s --no-print-directory build/host/qemu-tests/test_save.elf MARCH=host
	@$(MAKE) -s --no-print-directory build/rv32im/qemu-tests/test_save.elf MARCH=rv32im
	@build/host/qemu-tests/test_save.elf >build/save-host.txt
	@tools/run-qemu.sh build/rv32im/qemu-tests/test_save.elf >build/save-rv32im.txt
	@cmp build/save-host.txt build/save-rv32im.txt && cat build/save-host.txt

build/host/tools/time-doc: tools/time-doc.c tools/time-doc-streams.h build/host-diag/libinternal.a
	@mkdir -p $(@D) && $(HOSTCC) $(CFLAGS_TEST) -DSTX_TRACE=1 $< build/host-diag/libinternal.a -o $@

# What stands between the two marks is replaced. With a checkout its performance kernels run, too.
time-doc: build/host/tools/time-doc # the tables of docs/time.md: the time model beside measurements; with TT_LLK=dir SFPI=dir those of LLK kernels too
	@build/host/tools/time-doc >build/time-doc.md
	@sed -i -e '/^<!-- made by `make time-doc` -->$$/r build/time-doc.md' \
	  -e '/^<!-- made by `make time-doc` -->$$/,/^<!-- end -->$$/{/^<!--/!d}' docs/time.md
	@cat build/time-doc.md
ifneq ($(TT_LLK),)
	@$(MAKE) --no-print-directory llk-runtime MARCH=rv32im DIAG=1
	@tools/llk/perf.py --tt-llk "$(TT_LLK)" --sfpi "$(SFPI)" >build/time-llk.md || { tail -n 5 build/time-llk.md; exit 1; }
	@sed -i -e '/^<!-- made by `make time-doc TT_LLK=dir SFPI=dir` -->$$/r build/time-llk.md' \
	  -e '/^<!-- made by `make time-doc TT_LLK=dir SFPI=dir` -->$$/,/^<!-- end -->$$/{/^<!--/!d}' docs/time.md
	@cat build/time-llk.md
endif

# The host with the model beside a run.
TIME_SPEED_OBJ := $(addsuffix .o,$(addprefix $(BUILD)/,tools/time-speed.c examples/matmul/unpack.c examples/matmul/math.c examples/matmul/pack.c))
time-speed: # a product of 3x3x3 tiles on the host, with its time on Blackhole and without: three times as long at most
	@$(MAKE) -s --no-print-directory build/host-diag/time-speed MARCH=host DIAG=1
	@build/host-diag/time-speed
$(BUILD)/time-speed: $(TIME_SPEED_OBJ) $(PORT_OBJ) $(BUILD)/libinternal.a
	@$(CC) $(filter %.o,$^) $(BUILD)/libinternal.a -lm -o $@

# TIME_LINES=file: of another run, made with TIME=1 TIME_LINES=dir (make llk, make metal) or stx-run --time-lines.
timeline: ## time on Blackhole to look at: build/timeline.html, and build/timeline.json for Perfetto; of the matmul, or TIME_LINES=file
	@mkdir -p build
	@$(if $(TIME_LINES),cp $(TIME_LINES) build/timeline.jsonl,$(MAKE) -s --no-print-directory demo-host TIME=1 TIME_LINES=build/timeline.jsonl | grep '^cycles')
	@tools/timeline/timeline.py --name "$(or $(notdir $(basename $(TIME_LINES))),matmul)" build/timeline.jsonl >build/timeline.html
	@tools/timeline/perfetto.py build/timeline.jsonl >build/timeline.json
	@ls -l build/timeline.html build/timeline.json
