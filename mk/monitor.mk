##@ Kernels
# stx-boot: kernels in user mode under a monitor that they cannot touch (port/monitor).

MONITOR_SRC := $(filter-out port/monitor/user.%,$(wildcard port/monitor/*.c port/monitor/*.S))
MONITOR_OBJ := $(MONITOR_SRC:%=$(BUILD)/metal/%.o) $(BUILD)/metal/port/llk/job.c.o
USER_OBJ := $(BUILD)/port/monitor/user.c.o $(BUILD)/port/monitor/user.S.o

# Before the runtime: the monitor has its own way in for traps.
$(BUILD)/stx-boot.elf: $(MONITOR_OBJ) $(BUILD)/metal/runtime.a $(LIB) $(LIBC_LIB)
	@$(CC) $(LINK_ARCHFLAGS) $(PORT_LDFLAGS) $(MONITOR_OBJ) $(BUILD)/metal/runtime.a $(LIB) $(PORT_LIBS) -o $@

-include $(MONITOR_OBJ:.o=.d) $(USER_OBJ:.o=.d)

stx-boot: $(BUILD)/stx-boot.elf $(USER_OBJ) # the monitor; MARCH=rv32im

isolation-test: # what a kernel in user mode must not be able to do
	@tools/setup.sh --llk
	@$(MAKE) --no-print-directory stx-boot MARCH=rv32im
	@mkdir -p build/test && tests/session.py tests/llk/attacks.txt

soak-isolation: # does isolation-test notice each hole in the monitor alone? Four minutes, in a copy of the tree
	@tools/setup.sh --llk
	@MAKE="$(MAKE)" tests/llk/holes.sh
