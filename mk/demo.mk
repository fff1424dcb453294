##@ Kernels
# The demonstration: a matmul of three Tensix threads.

FIDELITY ?= hifi4
OUTPUT ?= bf16
SEED ?= 1
DEMO_MARCH := $(if $(filter host,$(MARCH)),rv32im,$(MARCH))
DEMO_ARGS := $(FIDELITY) $(OUTPUT) $(SEED)
# TIME=1: cycles on Blackhole too (docs/time.md).
TIME ?= 0
# ORDER=1: what nothing orders on silicon (docs/order.md).
DEMO_DIAG := $(if $(filter 1,$(TIME) $(ORDER)),1,$(DIAG))
DEMO_BUILD = $(call build_of,$(1),$(DEMO_DIAG))
# TIME_SET="dst_period=5 ...": its parameters.
# THROTTLE=1..5: NOPs between the products, as the vendor's matmul has them. TIME_LINES: every word in time.
THROTTLE ?= 0
DEMO_TIME := - $(if $(filter 1,$(TIME)),time,$(if $(filter 1,$(ORDER)),order,-)) $(if $(TIME_LINES),$(TIME_LINES),-) $(THROTTLE) $(TIME_SET)

FIDELITIES := lofi hifi2 hifi3 hifi4
OUTPUTS := bf16 fp32
# A choice that does not exist ends with those that do.
choice = $(if $(filter $($(1)),$(2)),true,{ echo "$(1)=$($(1)): there is $(2)" >&2; exit 2; })
demo: setup ## three-thread matmul on rv32im in QEMU; FIDELITY=lofi|hifi2|hifi3|hifi4 OUTPUT=bf16|fp32 SEED=1 ARCH=wormhole TIME=1 ORDER=1 THROTTLE=0..5
	@$(call choice,FIDELITY,$(FIDELITIES)) && $(call choice,OUTPUT,$(OUTPUTS))
	@$(MAKE) -s --no-print-directory $(call DEMO_BUILD,$(DEMO_MARCH))/examples/matmul.elf MARCH=$(DEMO_MARCH) DIAG=$(DEMO_DIAG)
	@tools/run-qemu.sh $(call DEMO_BUILD,$(DEMO_MARCH))/examples/matmul.elf $(DEMO_ARGS) $(DEMO_TIME)

demo-host: # the same as a host program
	@$(call choice,FIDELITY,$(FIDELITIES)) && $(call choice,OUTPUT,$(OUTPUTS))
	@$(MAKE) -s --no-print-directory $(call DEMO_BUILD,host)/examples/matmul.elf MARCH=host DIAG=$(DEMO_DIAG)
	@$(call DEMO_BUILD,host)/examples/matmul.elf $(DEMO_ARGS) $(DEMO_TIME)

# The kernels of three threads are for both chips, other examples are written in Blackhole's words.
OFFERED := $(if $(CHIP),$(filter matmul eltwise reduce transpose %_$(ARCH),$(EXAMPLES)),$(filter-out llk metal,$(EXAMPLES)))
example: ## runs one example in QEMU, or with MARCH=host on the host: EXAMPLE=01-one-word; without EXAMPLE: which there are; ORDER=1 ARCH=wormhole
	@if [ -z "$(filter $(OFFERED),$(EXAMPLE))" ]; then \
	  $(if $(EXAMPLE),echo "there is no example $(EXAMPLE)$(if $(CHIP), for $(ARCH))";) \
	  echo "make example EXAMPLE=name, one of:"; \
	  for e in $(OFFERED); do \
	    printf '  %-19s %s\n' $$e "$$(tools/first-sentence.sh examples/$$e/main.c)"; done; \
	  exit $(if $(EXAMPLE),2,0); fi
	@if [ -n "$(EXAMPLE)" ]; then $(MAKE) --no-print-directory example-run; fi

EXAMPLE_MARCH := $(if $(filter command,$(origin MARCH)),$(MARCH),$(DEMO_MARCH))
EXAMPLE_DIAG := $(if $(filter 1,$(ORDER)),1,$(DIAG))
EXAMPLE_BUILD = $(call build_of,$(EXAMPLE_MARCH),$(EXAMPLE_DIAG))
example-run: setup
	@$(MAKE) -s --no-print-directory $(EXAMPLE_BUILD)/examples/$(EXAMPLE).elf MARCH=$(EXAMPLE_MARCH) DIAG=$(EXAMPLE_DIAG)
	@$(if $(filter host,$(EXAMPLE_MARCH)),,tools/run-qemu.sh) $(EXAMPLE_BUILD)/examples/$(EXAMPLE).elf

digits: setup ## a small network reads digits in every format and fidelity, on rv32im in QEMU: what each costs
	@$(MAKE) -s --no-print-directory build/$(DEMO_MARCH)/examples/digits.elf MARCH=$(DEMO_MARCH)
	@tools/run-qemu.sh build/$(DEMO_MARCH)/examples/digits.elf

digits-test: # the same on the host: the same checksum?
	@$(MAKE) -s --no-print-directory build/host/examples/digits.elf MARCH=host
	@build/host/examples/digits.elf >build/digits-host.txt || { tail -n 3 build/digits-host.txt; exit 1; }
	@$(MAKE) -s --no-print-directory digits >build/digits-qemu.txt || { tail -n 3 build/digits-qemu.txt; exit 1; }
	@[ "$$(grep checksum build/digits-host.txt)" = "$$(grep checksum build/digits-qemu.txt)" ]
	@tail -n 2 build/digits-qemu.txt

# opentitan is a board with 128 KB of RAM. BATCHES: of 32 pictures each, 11 are all.
DIGITS_CORES ?= $(CORES) opentitan
BATCHES ?= 11
digits-cores: setup # the same on each of DIGITS_CORES= in QEMU, those with vectors too: one checksum (five minutes; BATCHES=1 is quick)
	@MAKE="$(MAKE)" tools/variants.py digits $(BATCHES) host $(DIGITS_CORES)

digits-doc: digits-test # docs/digits.md and its picture
	@$(MAKE) -s --no-print-directory build/host-diag/examples/digits.elf MARCH=host DIAG=1
	@build/host-diag/examples/digits.elf 1 >build/digits-time.txt
	@tools/digits_doc.py build/digits-qemu.txt build/digits-time.txt

# Each level's share of the products that could be done, beside the published one.
throttle: # the matmul at every throttle level: how many products a cycle, in time on Blackhole
	@for t in 0 1 2 3 4 5; do \
	  $(MAKE) -s --no-print-directory demo-host TIME=1 THROTTLE=$$t >build/throttle.txt || { tail -n 3 build/throttle.txt; exit 1; }; \
	  echo "level $$t: $$(grep '^products' build/throttle.txt); $$(tail -n 1 build/throttle.txt | cut -d: -f1)"; done

##@ Tests
# The demonstration wherever it runs: boards of QEMU, cores, Linux, C libraries.

# A board of QEMU is a file of linker/. Cores that everything is compared on in QEMU: others are added where they are asked for.
BOARDS ?= $(filter-out bare sections,$(notdir $(basename $(wildcard linker/*.ld))))
CORES := rv32im rv32imafc rv32imafcv/128 rv32imafcv/256 rv64imac rv64gcv/128
boards: setup ## the demonstration on each board of QEMU: the host's checksum; on the smallest one a smaller program
	@MAKE="$(MAKE)" tools/variants.py demo $(BOARDS)

# Cores that no other target runs it on; then programs of Linux; then other C libraries.
PLACES := rv32e rv32imac rv32imafc rv64imac linux:rv64gc linux:rv64gcv none newlib
boards-test: setup # the demonstration on each board, more cores, Linux (rv64gc, rv64gcv), without picolibc: one checksum
	@MAKE="$(MAKE)" tools/variants.py demo $(BOARDS) $(PLACES)

LIBCS ?= none newlib
libc-test: setup # demonstration, threads, vectors and an LLK case with LIBCS="none newlib" instead of picolibc
	@MAKE="$(MAKE)" tools/variants.py libc "$(PARTS)" $(LIBCS)

##@ Kernels
# Each example says itself whether its results are right; what QEMU prints has to be what the host prints.

NAMES ?= eltwise reduce transpose first_kernel sigmoid dropout tilize formats transformer cookbook
examples: setup # runs examples on the host and in QEMU and compares what they print; NAMES="sigmoid ..." ARCH=wormhole
	@$(MAKE) -s --no-print-directory $(NAMES:%=$(HOST)/examples/%.elf) MARCH=host
	@$(MAKE) -s --no-print-directory $(NAMES:%=build/$(DEMO_MARCH)$(CHIP)/examples/%.elf) MARCH=$(DEMO_MARCH)
	@for e in $(NAMES); do \
	  $(HOST)/examples/$$e.elf >build/$$e-host$(CHIP).txt || { tail -n 5 build/$$e-host$(CHIP).txt; exit 1; }; \
	  tools/run-qemu.sh build/$(DEMO_MARCH)$(CHIP)/examples/$$e.elf | cmp - build/$$e-host$(CHIP).txt || exit 1; \
	  echo "$$e: $$(tail -n 1 build/$$e-host$(CHIP).txt)"; done
	@echo "$(words $(NAMES)) passed, 0 failed"
