##@ Look inside
# The three threads on three harts (port/harts): in QEMU with -smp 3, and as threads of the host under the sanitizer
# that finds data races.

RUNS ?= 1000
HARTS_MARCH := $(if $(filter host,$(MARCH)),rv32imac,$(MARCH))
HARTS_KERNELS := $(addprefix tests/harts/,kernels.c first.c) port/coop/race.c examples/common/tiles.c \
  $(wildcard $(addprefix examples/,$(foreach thread,unpack math pack,matmul/$(thread).c first_kernel/$(thread).c)))
HARTS_MACHINE := $(if $(filter host,$(MARCH)),port/harts/posix.c,port/harts/riscv.c port/harts/wake.S)
HARTS_OBJ := $(patsubst %,$(BUILD)/%.o,$(HARTS_KERNELS) tests/harts/main.c port/harts/harts.c $(HARTS_MACHINE))
GAIN_OBJ := $(patsubst %,$(BUILD)/%.o,$(HARTS_KERNELS) tests/harts/gain.c port/harts/harts.c port/harts/played.c)

$(BUILD)/harts.elf: $(HARTS_OBJ) $(PORT_OBJ) $(LIB) $(LIBC_LIB)
	$(LINK_PROGRAM)
$(BUILD)/harts-gain.elf: $(GAIN_OBJ) $(PORT_OBJ) $(LIB) $(LIBC_LIB)
	$(LINK_PROGRAM)
-include $(patsubst %.o,%.d,$(HARTS_OBJ) $(GAIN_OBJ))

# A library of its own: with the calls of the lock.
harts_make = $(MAKE) -s --no-print-directory $(2) MARCH=$(1) BUILD=build/$(1)-harts EXTRA=-DSTX_HARTS=1 $(3)

harts: # three threads on three harts in QEMU: RUNS=1000 of each kernel with random delays, the same results as on one; MARCH=rv32imac
	@tools/setup.sh
	@$(call harts_make,$(HARTS_MARCH),build/$(HARTS_MARCH)-harts/harts.elf)
	@QEMU_HARTS=3 QEMU_TIMEOUT=3600 $(RUN_QEMU) build/$(HARTS_MARCH)-harts/harts.elf $(RUNS)

harts-host: # the same with threads of the host and the sanitizer that finds data races; RUNS=20 is a minute
	@$(call harts_make,host,build/host-harts/harts.elf,CC="$(CC) -fsanitize=thread")
	@build/host-harts/harts.elf $(RUNS)

harts-gain: # instructions until the last of three harts is done, beside those of one (docs/perf.md); MARCH=rv32imac
	@tools/setup.sh
	@$(call harts_make,$(HARTS_MARCH),build/$(HARTS_MARCH)-harts/harts-gain.elf)
	@$(RUN_QEMU) build/$(HARTS_MARCH)-harts/harts-gain.elf
