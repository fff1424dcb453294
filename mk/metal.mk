# Compute kernels of a user's tt-metal checkout (docs/metal.md).

METAL_RUNTIME_SRC := $(wildcard port/metal/*.c) $(filter-out port/llk/main.c,$(LLK_RUNTIME_SRC))
METAL_RUNTIME_OBJ = $(patsubst %,$(BUILD)/metal/%.o,$(METAL_RUNTIME_SRC) $(PORT_SRC))
# Kernels with a frame of 130 KB exist. coop.h sizes its stacks at compile time.
METAL_STACK := -DCOOP_STACK_BYTES=262144

$(BUILD)/metal/port/%.c.o: port/%.c
	@mkdir -p $(@D)
	@$(CC) $(PROGRAM_CFLAGS) $(METAL_STACK) $(ARCHFLAGS) -MMD -MP -c $< -o $@
$(BUILD)/metal/port/%.S.o: port/%.S
	@mkdir -p $(@D)
	@$(CC) $(ARCHFLAGS) -MMD -MP -c $< -o $@

.SECONDEXPANSION:
$(BUILD)/metal/runtime.a: $$(METAL_RUNTIME_OBJ)
	@rm -f $@
	@$(AR) rcs $@ $^

-include $(wildcard $(BUILD)/metal/port/*/*.d)

.PHONY: metal metal-runtime
metal-runtime: $(BUILD)/metal/runtime.a lib

metal: ## runs compute kernels of tt-metal: TT_METAL=dir SFPI=dir CASES="a.metal.gz ..." MARCH=rv32im
	@tools/setup.sh --llk $(if $(filter host32,$(MARCH)),--host32)
	@$(MAKE) --no-print-directory metal-runtime MARCH=$(LLK_MARCH)
	@tools/metal/metal.py --march $(LLK_MARCH) --tt-metal "$(TT_METAL)" --sfpi "$(SFPI)" $(METAL_FLAGS) $(CASES)
