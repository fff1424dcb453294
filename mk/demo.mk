# The demonstration: a matmul of three Tensix threads.

FIDELITY ?= hifi4
OUTPUT ?= bf16
SEED ?= 1
DEMO_MARCH := $(if $(filter host,$(MARCH)),rv32im,$(MARCH))
DEMO_ARGS := $(FIDELITY) $(OUTPUT) $(SEED)

.PHONY: demo demo-host example
demo: ## three-thread matmul on rv32im in QEMU; FIDELITY=lofi|hifi2|hifi3|hifi4 OUTPUT=bf16|fp32 SEED=1
	@tools/setup.sh
	@$(MAKE) -s --no-print-directory build/$(DEMO_MARCH)/examples/matmul.elf MARCH=$(DEMO_MARCH)
	@tools/run-qemu.sh build/$(DEMO_MARCH)/examples/matmul.elf $(DEMO_ARGS)

demo-host: ## the same as a host program
	@$(MAKE) -s --no-print-directory build/host/examples/matmul.elf MARCH=host
	@build/host/examples/matmul.elf $(DEMO_ARGS)

example: ## runs one example in QEMU: EXAMPLE=01-one-word
	@tools/setup.sh
	@$(MAKE) -s --no-print-directory build/$(DEMO_MARCH)/examples/$(EXAMPLE).elf MARCH=$(DEMO_MARCH)
	@tools/run-qemu.sh build/$(DEMO_MARCH)/examples/$(EXAMPLE).elf
