# Measurements: instructions by name and core. The library and the opponents are compiled alike.

BENCH_MARCHES := rv32i rv32im rv32imac rv32im_zba_zbb rv32imafc host
BENCH_SRC := $(wildcard bench/*.c) $(addprefix examples/matmul/,unpack.c math.c pack.c)
BENCH_OBJ := $(BENCH_SRC:%=$(BUILD)/%.o)
NAME ?=

$(BENCH_OBJ): PROGRAM_CFLAGS += -DBENCH_MARCH='"$(MARCH)"' $(if $(filter host,$(MARCH)),-DBENCH_HOST)
$(BENCH_OBJ): PROGRAM_CFLAGS += -Ilib
# With every name of the library: the plain forms are measured too.
$(BUILD)/bench.elf: $(BENCH_OBJ) $(PORT_OBJ) $(BUILD)/libinternal.a
	@$(CC) $(LINK_ARCHFLAGS) $(PORT_LDFLAGS) $^ -lm -o $@

.PHONY: bench bench-run
bench: ## instructions by name and core; MARCH=rv32im for one core, NAME= for some names
	@tools/setup.sh
	@tools/bench.sh "$(if $(filter command,$(origin MARCH)),$(MARCH),$(BENCH_MARCHES))" "$(NAME)"

bench-run: $(BUILD)/bench.elf
	@$(if $(filter host,$(MARCH)),,$(RUN_QEMU)) $< $(NAME)

-include $(BENCH_OBJ:.o=.d)

# The kernels against their plain forms, for each selection (docs/perf.md).
KERNEL_TEST := $(BUILD)/tests/fpu/test_kernels
KERNEL_BLOCKS ?= 8192
KERNEL_SELECTIONS := plain:-DSTX_KERNEL=0 table:-DSTX_KERNEL=1 multiply:-DSTX_KERNEL=2 float:-DSTX_KERNEL=3 \
  uncached:-DSTX_DECODED_A=0,-DSTX_DECODED_B=0 squares:-DSFPU_MAD_SQUARES

$(KERNEL_TEST).c.o: PROGRAM_CFLAGS += -Ilib
$(KERNEL_TEST).elf: $(KERNEL_TEST).c.o $(BUILD)/libinternal.a
	@$(CC) $(LINK_ARCHFLAGS) $(PORT_LDFLAGS) $^ -o $@

.PHONY: kernels qemu-kernels kernels-run
kernels: ## every selection of kernels against the plain forms and the golden vectors, host
	@MAKE="$(MAKE)" BLOCKS="$(KERNEL_BLOCKS)" tools/test-kernels.sh $(KERNEL_SELECTIONS)

qemu-kernels: ## the kernels of one core against the plain forms; MARCH=rv32im
	@tools/setup.sh
	@QEMU_TIMEOUT=1800 $(MAKE) --no-print-directory kernels-run MARCH=$(QEMU_MARCH) RUNNER=$(RUN_QEMU)

kernels-run: $(KERNEL_TEST).elf
	@$(RUNNER) $< $(KERNEL_BLOCKS)

-include $(KERNEL_TEST).c.d
