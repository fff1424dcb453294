##@ Tests
# Golden vectors: any files of the format that docs/testing.md describes.

VEC ?= $(sort $(wildcard tests/vectors/data/*.vec.xz))
# The vectors come from the simulator; silicon: the library's own side of the departures.
SIDE ?= simulator
VEC_SRC := $(addprefix tests/vectors/,runner.c parse.c state.c queue.c compare.c)
VEC_OBJ := $(VEC_SRC:%=$(BUILD)/%.o)

$(VEC_OBJ): PROGRAM_CFLAGS += -Ilib
$(BUILD)/vectors.elf: $(VEC_OBJ) $(BUILD)/libinternal.a $(LIBC_LIB)
	@$(CC) $(LINK_ARCHFLAGS) $(PORT_LDFLAGS) $(VEC_OBJ) $(BUILD)/libinternal.a $(PORT_LIBS) -o $@

.PHONY: vectors qemu-vectors run-vectors
vectors: ## golden vectors on the host; VEC="a.vec b.vec.gz c.vec.xz"; SIDE=silicon: which differ from silicon? JUNIT=file TAP=file
	@$(MAKE) --no-print-directory run-vectors MARCH=host RUNNER=

qemu-vectors: ## the same runner inside QEMU; MARCH=rv32im
	@tools/setup.sh
	@QEMU_TIMEOUT=1800 $(MAKE) --no-print-directory run-vectors MARCH=$(QEMU_MARCH) RUNNER=$(RUN_QEMU)

run-vectors: $(BUILD)/vectors.elf
	@RUNNER=$(RUNNER) SIDE=$(SIDE) tools/run-vectors.sh --suite vectors $(REPORT) $< $(VEC)

-include $(VEC_OBJ:.o=.d)
