##@ Tests
# Golden vectors: any files of the format that docs/testing.md describes; those of Wormhole have a directory of their own.

VEC ?= $(sort $(wildcard tests/vectors/data$(CHIP:-%=/%)/*.vec.xz))
# The vectors come from the simulator; silicon: the library's own side of the departures. STRICT=1: the vectors are
# silicon's, and a difference is a failure even where a departure was met.
SIDE ?= simulator
STRICT ?=
ifneq ($(STRICT),)
ifneq ($(SIDE),silicon)
$(error STRICT=1 is for silicon's vectors: SIDE=silicon)
endif
endif
VEC_SRC := $(addprefix tests/vectors/,runner.c parse.c state.c queue.c compare.c)
VEC_OBJ := $(VEC_SRC:%=$(BUILD)/%.o)

$(VEC_OBJ): PROGRAM_CFLAGS += -Ilib
$(BUILD)/vectors.elf: $(VEC_OBJ) $(BUILD)/libinternal.a $(LIBC_LIB)
	@$(CC) $(LINK_ARCHFLAGS) $(PORT_LDFLAGS) $(VEC_OBJ) $(BUILD)/libinternal.a $(PORT_LIBS) -o $@

vectors: ## golden vectors on the host; VEC="a.vec b.vec.gz c.vec.xz"; SIDE=silicon: which differ from silicon? with STRICT=1 none may; JUNIT=file TAP=file
	@$(MAKE) --no-print-directory run-vectors MARCH=host RUNNER=

qemu-vectors: ## the same runner inside QEMU; MARCH=rv32im
	@tools/setup.sh
	@QEMU_TIMEOUT=1800 $(MAKE) --no-print-directory run-vectors MARCH=$(QEMU_MARCH) RUNNER=$(RUN_QEMU)

run-vectors: $(BUILD)/vectors.elf
	@RUNNER=$(RUNNER) SIDE=$(if $(STRICT),strict,$(SIDE)) $(call reported,vectors,tools/run-vectors.sh $< $(VEC))

departures-doc: # the counts of departures in docs/testing.md; CHECK=1: are they right?
	@$(MAKE) --no-print-directory vectors SIDE=silicon | tools/departures_doc.py $(if $(CHECK),--check)

vectors-sides: # which side of departures the vectors are held against, and strict runs
	@tests/session.py tests/vectors/sides.txt

-include $(VEC_OBJ:.o=.d)
