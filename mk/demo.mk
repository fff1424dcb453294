# SPDX-License-Identifier: Apache-2.0
##@ Kernels
# The demonstration: a matmul of three Tensix threads.

FIDELITY ?= hifi4
OUTPUT ?= bf16
SEED ?= 1
DEMO_MARCH := $(if $(filter host,$(MARCH)),rv32im,$(MARCH))
DEMO_ARGS := $(FIDELITY) $(OUTPUT) $(SEED)
# TIME=1: also prints cycles on Blackhole (docs/time.md).
TIME ?= 0
# ORDER=1: reports accesses that nothing orders on silicon (docs/order.md).
DEMO_DIAG := $(if $(filter 1,$(TIME) $(ORDER)),1,$(DIAG))
# TIME_SET="dst_period=5 ...": parameters of the time model. THROTTLE=1..5: NOPs between the products, as in the vendor's
# matmul. TIME_LINES=file: the times of every word.
THROTTLE ?= 0
DEMO_TIME := - $(if $(filter 1,$(TIME)),time)$(if $(filter 1,$(ORDER)),order)$(if $(filter 1,$(TIME) $(ORDER)),,-) $(if $(TIME_LINES),$(TIME_LINES),-) $(THROTTLE) $(TIME_SET)

FIDELITIES := lofi hifi2 hifi3 hifi4
OUTPUTS := bf16 fp32
# A choice that does not exist is an error that lists those that do.
choice = $(if $(filter $($(1)),$(2)),true,{ echo "$(1)=$($(1)): there is $(2)" >&2; exit 2; })
demo: setup ## three-thread matmul on rv32im in QEMU; FIDELITY=lofi|hifi2|hifi3|hifi4 OUTPUT=bf16|fp32 SEED=1 ARCH=wormhole BOARD=spike TIME=1 ORDER=1 THROTTLE=0..5
demo-host: # runs the demonstration as a host program
demo demo-host:
	@$(call choice,FIDELITY,$(FIDELITIES)) && $(call choice,OUTPUT,$(OUTPUTS))
	@$(MAKE) $(PARALLEL) -s --no-print-directory example-run EXAMPLE=matmul MARCH=$(if $(filter demo,$@),$(DEMO_MARCH),host) DIAG=$(DEMO_DIAG) ARGUMENTS="$(DEMO_ARGS) $(DEMO_TIME)"

example-run: $(BUILD)/examples/$(EXAMPLE).elf
	@$(if $(filter host,$(MARCH)),,$(RUN_QEMU)) $< $(ARGUMENTS)

# Examples with three threads or tile functions are for both chips; others use Blackhole's words.
OFFERED := $(if $(CHIP),$(filter matmul eltwise reduce transpose transformer digits cores %_$(ARCH),$(EXAMPLES)),$(filter-out llk metal,$(EXAMPLES)))
example: $(if $(EXAMPLE),setup) ## runs one example in QEMU, or with MARCH=host on the host: EXAMPLE=01-one-word; lists the examples without EXAMPLE; ORDER=1 ARCH=wormhole BOARD=spike
	@if [ -z "$(filter $(OFFERED),$(EXAMPLE))" ]; then \
	  $(if $(EXAMPLE),echo "there is no example $(EXAMPLE)$(if $(CHIP), for $(ARCH))$(if $(filter $(EXAMPLE),$(filter-out llk metal,$(EXAMPLES))),: it is written in the other chip's words)";) \
	  echo "make example EXAMPLE=name, one of:"; \
	  for e in $(OFFERED); do \
	    printf '  %-19s %s\n' $$e "$$(tools/first-sentence.sh examples/$$e/main.c)"; done; \
	  exit $(if $(EXAMPLE),2,0); fi
	@if [ -n "$(EXAMPLE)" ]; then $(MAKE) $(PARALLEL) -s --no-print-directory example-run MARCH=$(EXAMPLE_MARCH) DIAG=$(if $(filter 1,$(ORDER)),1,$(DIAG)); fi

EXAMPLE_MARCH := $(if $(filter command,$(origin MARCH)),$(MARCH),$(DEMO_MARCH))
digits: setup ## a small network reads digits in every format and fidelity, on rv32im in QEMU; prints errors and costs; ARCH=wormhole
	@$(MAKE) $(PARALLEL) -s --no-print-directory example-run EXAMPLE=digits MARCH=$(DEMO_MARCH)

digits-test: # checks that it gives the same checksum on the host
	@$(MAKE) $(PARALLEL) -s --no-print-directory example-run EXAMPLE=digits MARCH=host >build/digits-host$(CHIP).txt || { tail -n 3 build/digits-host$(CHIP).txt; exit 1; }
	@$(MAKE) $(PARALLEL) -s --no-print-directory digits >build/digits-qemu$(CHIP).txt || { tail -n 3 build/digits-qemu$(CHIP).txt; exit 1; }
	@[ "$$(grep checksum build/digits-host$(CHIP).txt)" = "$$(grep checksum build/digits-qemu$(CHIP).txt)" ]
	@tail -n 2 build/digits-qemu$(CHIP).txt

# opentitan is a board with 128 KB of RAM. BATCHES: up to 11, of 32 pictures each.
DIGITS_CORES ?= $(CORES) opentitan
BATCHES ?= 11
digits-cores: setup # the same on each of DIGITS_CORES= in QEMU, including those with vectors: equal checksums (five minutes; BATCHES=1 is quick)
	@MAKE="$(THIS_MAKE)" tools/variants.py digits $(BATCHES) host $(DIGITS_CORES)

digits-doc: digits-test # remakes docs/digits.md and its picture
	@$(MAKE) $(PARALLEL) -s --no-print-directory example-run EXAMPLE=digits MARCH=host DIAG=1 ARGUMENTS=1 >build/digits-time.txt
	@tools/digits_doc.py build/digits-qemu.txt build/digits-time.txt

# Prints each level's products per cycle, to compare with the published ones.
throttle: # the matmul at every throttle level: products in a cycle, in time on Blackhole
	@for t in 0 1 2 3 4 5; do \
	  $(MAKE) -s --no-print-directory demo-host TIME=1 THROTTLE=$$t >build/throttle.txt || { tail -n 3 build/throttle.txt; exit 1; }; \
	  echo "level $$t: $$(grep '^products' build/throttle.txt); $$(tail -n 1 build/throttle.txt | cut -d: -f1)"; done

##@ Tests
# The demonstration on QEMU's boards, on more cores, on Linux and with other C libraries.

# Each file in linker/ is a board of QEMU. CORES: the cores on which everything is compared in QEMU; some targets add others.
BOARDS ?= $(filter-out bare sections,$(notdir $(basename $(wildcard linker/*.ld))))
CORES := rv32im rv32imafc rv32imafcv/128 rv32imafcv/256 rv64imac rv64gcv/128
boards: setup ## the demonstration on each board of QEMU, with the host's checksum; a smaller program on the smallest board
	@MAKE="$(THIS_MAKE)" tools/variants.py demo $(BOARDS)

# Cores that no other target covers, then programs for Linux, then other C libraries.
PLACES := rv32e rv32imac rv32imafc rv64imac linux:rv64gc linux:rv64gcv none newlib
boards-test: setup # the demonstration on each board, more cores, Linux (rv64gc, rv64gcv) and without picolibc: equal checksums
	@MAKE="$(THIS_MAKE)" tools/variants.py demo $(BOARDS) $(PLACES)

LIBCS ?= none newlib
libc-test: setup # the demonstration, threads, vectors and an LLK case with LIBCS="none newlib" instead of picolibc
	@MAKE="$(THIS_MAKE)" tools/variants.py libc "$(PARTS)" $(LIBCS)

##@ Kernels
# Each example checks its own results; its output has to be the same in QEMU and on the host.

NAMES ?= eltwise reduce transpose first_kernel sigmoid dropout tilize formats transformer cookbook
examples: setup # runs examples on the host and in QEMU and compares what they print; NAMES="sigmoid ..." ARCH=wormhole
	@$(MAKE) --no-print-directory same SAME="$(NAMES:%=examples/%)" MARCH=$(DEMO_MARCH)

save-test: setup # checks that the bytes of a saved state are the same on the host and on rv32im
	@$(MAKE) --no-print-directory same SAME=qemu-tests/test_save MARCH=rv32im

# SAME: names of programs below build/rv32im. Checks that they print the same on this host and in QEMU.
same: $(SAME:%=$(BUILD)/%.elf)
	@$(MAKE) -s --no-print-directory $(SAME:%=$(HOST)/%.elf) MARCH=host BUILD=$(HOST) CC=cc HOSTCC=gcc AR=ar LD=ld
	@for e in $(SAME); do \
	  $(HOST)/$$e.elf >$(HOST)/$$e.txt || { tail -n 5 $(HOST)/$$e.txt; exit 1; }; \
	  $(RUN_QEMU) $(BUILD)/$$e.elf | cmp - $(HOST)/$$e.txt || exit 1; \
	  echo "$${e##*/}: $$(tail -n 1 $(HOST)/$$e.txt)"; done
	@echo "$(words $(SAME)) passed, 0 failed"
