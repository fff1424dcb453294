# SPDX-License-Identifier: Apache-2.0
##@ Speed and size
# Measurements: instructions by name and core. The library and the plain C products are compiled with the same options.

# Cores with vectors are included only where there is a compiler for them.
BENCH_VECTORS = $(if $(shell tools/vector-cc.sh $(CROSS)gcc rv32imafcv ilp32f),rv32imafcv/128 rv32imafcv/256 rv64gcv/128)
BENCH_MARCHES = rv32i rv32im rv32imac rv32im_zba_zbb rv32imafc $(BENCH_VECTORS) host-plain host
BENCH_RISCV = $(filter rv%,$(BENCH_MARCHES))
BENCH_CORE ?= $(MARCH)$(if $(VECTOR),/$(VLEN))
# Tiles and moves use Blackhole's words.
BENCH_SRC := $(if $(CHIP),$(addprefix bench/,main.c core.c mvmul.c elwise.c sfpu.c front.c kernel.c),$(wildcard bench/*.c)) \
  $(addprefix examples/matmul/,unpack.c math.c pack.c)
BENCH_OBJ := $(BENCH_SRC:%=$(BUILD)/%.o)
NAME ?=

$(BENCH_OBJ): PROGRAM_CFLAGS += $(if $(filter host,$(MARCH)),-DBENCH_HOST)
$(BENCH_OBJ): PROGRAM_CFLAGS += -Ilib
ifneq ($(VECTOR_CC),) # vectors for the plain C products, too
$(BUILD)/bench/gemm.c.o: bench/gemm.c bench/bench.h $(COMMAND)
	@mkdir -p $(@D) && $(LIB_CC) $(CFLAGS_LIB) -Wno-conversion $(filter -march=% -mabi=%,$(VECTOR_CC)) -c $< -o $@
endif
# Links every symbol of the library, because plain forms are measured, too. Omits QEMU's stack guard, which the same program
# for bare metal lacks.
$(BUILD)/bench.elf: $(BENCH_OBJ) $(filter-out %/guard.S.o %/guard.c.o,$(PORT_OBJ)) $(BUILD)/libinternal.a

bench: setup ## counts instructions by name and core; MARCH=rv32im for one core, NAME="mvmul sfp" for some names, ARCH=wormhole
	@MAKE="$(THIS_MAKE)" CHIP=$(CHIP) tools/bench.py "$(if $(filter command,$(origin MARCH)),$(BENCH_CORE),$(BENCH_MARCHES))" "$(NAME)"

bench-run: $(BUILD)/bench.elf
	@$(if $(filter host,$(MARCH)),,$(RUN_QEMU)) $< $(BENCH_CORE) $(NAME)

# Counts, unlike times, are the same in every run. They must not grow by 0.5 % since the last record. Wormhole's are for one
# core.
bench-check: setup # compares instruction counts with bench/counts.txt; MARCH=rv32im for one core, ARCH=wormhole
	@+MAKE="$(THIS_MAKE)" CHIP=$(CHIP) tools/bench.py "$(if $(filter command,$(origin MARCH)),$(BENCH_CORE),$(BENCH_RISCV))" "" >/dev/null
	@tools/perf.py check bench/counts$(CHIP).txt build/bench$(CHIP).txt

bench-record: setup # measures every core and keeps the counts in bench/counts.txt; ARCH=wormhole: rv32im, in bench/counts-wormhole.txt
	@MAKE="$(THIS_MAKE)" CHIP=$(CHIP) tools/bench.py "$(if $(CHIP),rv32im,$(BENCH_RISCV))" ""
	@tools/perf.py record build/bench$(CHIP).txt >bench/counts$(CHIP).txt

word-times: # remakes tables from bench/counts.txt: how long a word keeps a hart, the numbers of faults (docs/firmware.md), the distance from floors (docs/perf.md)
	@tools/perf.py words bench/counts.txt docs/firmware.md
	@tools/perf.py distances bench/counts.txt docs/perf.md
	@tools/perf.py faults include/softensix/rules.def docs/firmware.md

perf-doc: setup # measures everything and remakes the tables and the plot of docs/perf.md
	@MAKE="$(THIS_MAKE)" tools/bench.py "$(BENCH_MARCHES)" ""
	@tools/perf.py record build/bench.txt >bench/counts.txt
	@$(MAKE) -s --no-print-directory bench-record ARCH=wormhole
	@$(MAKE) -s --no-print-directory size && $(MAKE) -s --no-print-directory size ARCH=wormhole
	@tools/perf.py doc build/bench.txt
	@$(MAKE) -s --no-print-directory word-times

# The fast forms against the plain ones, for each selection (docs/perf.md).
FORMS_TEST := $(BUILD)/tests/fpu/test_forms
FORM_BLOCKS ?= 8192
FAST_TESTS := $(FORMS_TEST) $(addprefix $(BUILD)/tests/,fpu/test_moves fpu/words_alike programs/test_programs)
$(FAST_TESTS:=.c.o): PROGRAM_CFLAGS += -Ilib
$(FAST_TESTS:=.elf): %.elf: %.c.o $(BUILD)/libinternal.a

SELECTIONS ?=
forms kernels: # compares every selection of fast forms with the plain forms and the golden vectors, on the host; SELECTIONS="plain vector" some (mk/variants.tsv)
	@MAKE="$(THIS_MAKE)" ARCH=$(ARCH) SELECTIONS="$(SELECTIONS)" tools/variants.py forms $(FORM_BLOCKS) host

soak-forms: # does the same with a hundred million dot products for each selection; takes an hour
	@$(MAKE) --no-print-directory forms FORM_BLOCKS=800000

qemu-forms: setup # compares the fast forms of one core with the plain forms; MARCH=rv32im, or rv32imafcv VLEN=128
	@$(if $(VECTOR),$(if $(VECTOR_CC),,echo "skipped: $(MARCH): no compiler with vector intrinsics, clang-19 or GCC 14 (tools/setup.sh --all)" && exit 0;)) \
	  QEMU_TIMEOUT=1800 $(MAKE) --no-print-directory forms-run $(if $(VECTOR),moves-run) MARCH=$(QEMU_MARCH) RUNNER=$(RUN_QEMU)

FORM_CORES ?= $(CORES) rv32i rv32imac rv32im_zba_zbb
forms-cores: setup # does the same for every selection on each of FORM_CORES= in QEMU, including those with vectors, 20,480 dot products each; 7 minutes
	@MAKE="$(THIS_MAKE)" ARCH=$(ARCH) tools/variants.py forms $(if $(filter command,$(origin FORM_BLOCKS)),$(FORM_BLOCKS),160) $(FORM_CORES)

forms-run: $(FORMS_TEST).elf
words-run: $(BUILD)/tests/fpu/words_alike.elf
moves-run: $(BUILD)/tests/fpu/test_moves.elf
forms-run words-run moves-run:
	@$(RUNNER) $< $(if $(filter forms-run,$@),$(FORM_BLOCKS))

# The smaller configurations. Tests of what they lack are sanitized themselves, too; the unit tests are those of `make unit
# SIZE=n`, with the sanitized library.
SMALL := $(addprefix $(BUILD)/tests/config/,small test_fault_changes_nothing)
$(SMALL:%=%.c.o): PROGRAM_CFLAGS += -Ilib
$(SMALL:%=%.elf): %.elf: %.c.o $(BUILD)/libinternal.a

SIZES ?= 1 2
sizes: # tests the smaller configurations with sanitizers: what they have works, what they lack faults; SIZES=1 one of them, ARCH=wormhole
	@for size in $(SIZES); do $(MAKE) -s --no-print-directory sizes-programs build/size$$size$(CHIP)/libinternal.so MARCH=host BUILD=build/size$$size$(CHIP) \
	  ONE=1 OPT=-Og EXTRA="-fPIC -DSTX_SIZE=$$size -DSTX_TRACE=1" CC="$(CC) $(SANITIZE)" && \
	  $(MAKE) -s --no-print-directory unit SIZE=$$size LINKED=build/size$$size$(CHIP) UNIT_LIB=build/size$$size$(CHIP)/libinternal.so \
	  LINK_FLAGS="$(SAN_LINK)" || exit 1; done

sizes-programs: $(SMALL:%=%.elf)
	@tools/run_tests.py $^

# The profile for little code: faults by number, and the demonstration, which compares every bit with a model.
$(BUILD)/tests/config/words_only.c.o: PROGRAM_CFLAGS += -Ilib
$(BUILD)/tests/config/words_only.elf: $(BUILD)/tests/config/words_only.c.o $(PORT_OBJ) $(LIB)
words-only-run: $(BUILD)/tests/config/words_only.elf
	@$(RUNNER) $<
words-test: setup # tests the library with STX_PROFILE=words in QEMU, WORDS_CORES=
	@for core in $(WORDS_CORES); do $(MAKE) -s --no-print-directory words-only-run MARCH=$$core STX_PROFILE=words RUNNER=$(RUN_QEMU) && \
	  $(MAKE) -s --no-print-directory demo MARCH=$$core STX_PROFILE=words FIDELITY=lofi >build/words.txt || { tail -n 3 build/words.txt; exit 1; }; \
	  tail -n 1 build/words.txt; done
WORDS_CORES ?= rv32imac

# The measurements as a program for bare metal: RTL simulators and boards (port/bare/README.md).
PORT_COUNTER ?= mcycle
BARE_RAM ?= 0x80000000
CYCLES_CORES ?= rv32im rv32imafc
BARE_RAM_SIZE ?= 0x100000
BARE_HEX_AT ?= 0
BARE := $(BUILD)/bare
BARE_SRC := bench/cycles/main.c port/bare/bare.c $(filter-out bench/main.c,$(BENCH_SRC)) $(filter port/coop/%,$(PORT_SRC))
BARE_OBJ := $(BARE_SRC:%=$(BARE)/%.o) $(BARE)/port/riscv32-coop/context.S.o $(VECTOR_START)
BARE_CFLAGS = -Ilib -Ibench -DBARE_COUNTER=BARE_COUNTER_$(shell echo $(PORT_COUNTER) | tr a-z A-Z)
BARE_LDFLAGS = --specs=picolibc.specs --crt0=hosted -Wl,--defsym=BARE_RAM=$(BARE_RAM) \
  -Wl,--defsym=BARE_RAM_SIZE=$(BARE_RAM_SIZE) -Tlinker/bare.ld

$(eval $(call program_objects,bare,$$(BARE_CFLAGS),$$(BARE)/command))
$(BARE)/command: FORCE
	$(call keep,$(COMPILERS) $(BARE_CFLAGS) $(BARE_LDFLAGS))

$(BARE)/cycles.elf: $(BARE_OBJ) $(BUILD)/libinternal.a
	@$(CC) $(LINK_ARCHFLAGS) $(BARE_LDFLAGS) $(BARE_OBJ) $(BUILD)/libinternal.a -lm -o $@
$(BARE)/cycles.bin: $(BARE)/cycles.elf
	@$(OBJCOPY) -O binary $< $@
# 32-bit words for $$readmemh, one on each line, from word BARE_HEX_AT of the memory on.
$(BARE)/cycles.hex: $(BARE)/cycles.bin FORCE
	@{ echo @$(BARE_HEX_AT); od -An -v --endian=little -tx4 -w4 $< | tr -d ' '; } >$@

cycles-elf: setup ## makes the measurements a program for bare metal, MARCH=rv32im PORT_COUNTER=mcycle|cycle|word BARE_RAM= (port/bare)
	@$(MAKE) --no-print-directory $(patsubst %,build/$(QEMU_MARCH)$(CHIP)/bare/cycles.%,elf bin hex) MARCH=$(QEMU_MARCH)
	@$(call made,$(patsubst %,build/$(QEMU_MARCH)$(CHIP)/bare/cycles.%,elf bin hex))

cycles: cycles-elf ## runs that program in QEMU, where a cycle is an instruction; MARCH=rv32im
	@QEMU_SERIAL=chardev:console $(RUN_QEMU) build/$(QEMU_MARCH)$(CHIP)/bare/cycles.elf

cycles-check: setup # checks it on several cores, CYCLES_CORES=: equal hashes, and the counts of the bench
	@MAKE="$(THIS_MAKE)" tools/variants.py cycles $(CYCLES_CORES)

# Words of the library compared with those of the reference simulator: TTSIM=dir is the user's checkout of tenstorrent/ttsim.
# Its sources are compiled there; none of them are in this tree.
AGAINST_SRC := $(addprefix bench/against/,main.c words.c fresh.c count.c kernel.c softmax.c) bench/core.c
AGAINST_OBJ := $(AGAINST_SRC:%=$(BUILD)/%.o)
RECORD_OBJ := $(patsubst %,$(BUILD)/%.o,bench/against/record.c bench/core.c $(addprefix examples/matmul/,unpack.c math.c pack.c))
$(AGAINST_OBJ) $(RECORD_OBJ): PROGRAM_CFLAGS += -Ilib -D_XOPEN_SOURCE=700
$(BUILD)/bench/against/fresh.c.o: PROGRAM_CFLAGS += -march=x86-64-v3

against: # compares each word's time with that of the reference simulator, in one process; TTSIM=dir NAME=MVMUL
	@$(MAKE) -s --no-print-directory build/host-diag/record-words.elf MARCH=host DIAG=1
	@$(MAKE) -s --no-print-directory build/single/softensix.c
	@MAKE="$(THIS_MAKE)" tools/against.py "$(TTSIM)" "$(NAME)"
against-parts: $(AGAINST_OBJ) $(BUILD)/libinternal.a

$(BUILD)/record-words.elf: $(RECORD_OBJ) $(PORT_OBJ) $(LIB)
