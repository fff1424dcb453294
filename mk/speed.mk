# Measurements: instructions by name and core. The library and the opponents are compiled alike.

BENCH_MARCHES := rv32i rv32im rv32imac rv32im_zba_zbb rv32imafc host
BENCH_SRC := $(wildcard bench/*.c) $(addprefix examples/matmul/,unpack.c math.c pack.c)
BENCH_OBJ := $(BENCH_SRC:%=$(BUILD)/%.o)
NAME ?=

$(BENCH_OBJ): PROGRAM_CFLAGS += -DBENCH_MARCH='"$(MARCH)"' $(if $(filter host,$(MARCH)),-DBENCH_HOST)
$(BUILD)/bench.elf: $(BENCH_OBJ) $(PORT_OBJ) $(LIB)
	$(LINK_PROGRAM)

.PHONY: bench bench-run
bench: ## instructions by name and core; MARCH=rv32im for one core, NAME= for some names
	@tools/setup.sh
	@tools/bench.sh "$(if $(filter command,$(origin MARCH)),$(MARCH),$(BENCH_MARCHES))" "$(NAME)"

bench-run: $(BUILD)/bench.elf
	@$(if $(filter host,$(MARCH)),,$(RUN_QEMU)) $< $(NAME)

-include $(BENCH_OBJ:.o=.d)
