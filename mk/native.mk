# SPDX-License-Identifier: Apache-2.0
##@ Tests
# Kernels compiled for a core that has the coprocessor (-DSTX_NATIVE) run on one without it, where their words and stores
# trap. The recorder prints what they do, and what the same kernels do when they call the library.

NATIVE_EXAMPLES ?= matmul eltwise reduce transpose $(if $(CHIP),,first_kernel)
NATIVE := $(BUILD)/native
NATIVE_KERNELS := $(shell grep -l 'define STX_THREAD' $(wildcard $(patsubst %,examples/%/*.c,$(NATIVE_EXAMPLES) common)))
NATIVE_FLAGS := -DCOOP_STACK_BYTES=16384

$(eval $(call program_objects,native,$$(NATIVE_FLAGS)))
$(eval $(call program_objects,native/words,$$(NATIVE_FLAGS) -DSTX_NATIVE -DRECORD_NATIVE))

# One example's objects: with calls, and with its kernels as words.
native_src = $(wildcard examples/$(1)/*.c examples/common/*.c)
native_obj = $(patsubst %,$(NATIVE)/%.o,$(call native_src,$(1)))
words_obj = $(foreach file,$(call native_src,$(1)),$(NATIVE)/$(if $(filter $(NATIVE_KERNELS),$(file)),words/)$(file).o)
$(NATIVE)/runtime.a: $(patsubst %,$(NATIVE)/%.o,$(PORT_SRC)) $(patsubst %,$(NATIVE)/port/%.o,llk/trap.c llk/trap.S llk/platform.c llk/chosen.c llk/sfpi.c trap/decode.c trap/frame.c)
$(foreach name,$(NATIVE_EXAMPLES),$(eval $(NATIVE)/$(name)-calls.elf: $(call native_obj,$(name))) \
  $(eval $(NATIVE)/$(name)-words.elf: $(call words_obj,$(name))))
$(NATIVE_EXAMPLES:%=$(NATIVE)/%-calls.elf): $(NATIVE)/port/native/record.c.o
$(NATIVE_EXAMPLES:%=$(NATIVE)/%-words.elf): $(NATIVE)/words/port/native/record.c.o
NATIVE_ELF := $(foreach name,$(NATIVE_EXAMPLES),$(NATIVE)/$(name)-calls.elf $(NATIVE)/$(name)-words.elf)
$(NATIVE_ELF): $(NATIVE)/runtime.a $(LIB) $(LIBC_LIB)
$(NATIVE_ELF): LINK_OPTIONS := $(foreach name,stx_issue stx_mmio_write stx_coop_run,-Wl,--wrap=$(name))

# The program of one thread, for the core itself, without any of the emulation. Its entry is the kernel's function.
$(NATIVE)/%.thread.elf: $(NATIVE)/port/native/start.S.o $(patsubst %,$(NATIVE)/words/%.o,$(NATIVE_KERNELS)) port/native/native.ld
	@mkdir -p $(@D) && $(CC) $(LINK_ARCHFLAGS) -nostdlib -Wl,--gc-sections -Wl,--defsym=stx_native_code=0x6000 \
	  -Wl,--defsym=stx_native_parameters=0x20000 -Wl,--defsym=stx_native_entry=$(*F) -Tport/native/native.ld \
	  $(NATIVE)/port/native/start.S.o $(NATIVE)/words/examples/$(*D)/*.c.o $(NATIVE)/words/examples/common/*.c.o -lgcc -o $@

# The tile functions for the core itself: all of lib/tile, with access to a real coprocessor instead of the emulated one.
TILE_NATIVE := $(filter-out lib/tile/hardware.c,$(call of_chip,$(wildcard lib/tile/*.c))) port/native/tile_hardware.c
$(NATIVE)/tile/%.c.o: %.c $(COMMAND) | compiler
	@mkdir -p $(@D) && $(CC) $(CFLAGS_LIB) -DSTX_NATIVE -MMD -MP -c $< -o $@
$(NATIVE)/libtile.a: $(TILE_NATIVE:%=$(NATIVE)/tile/%.o)
tile-native: $(NATIVE)/libtile.a # links the tile functions for a core that has the coprocessor, which must need no other symbols
	@$(LD) -r --whole-archive $< -o $(NATIVE)/tile.o
	@! $(CROSS)nm -u $(NATIVE)/tile.o | grep -v '__[a-z]*[sd]i3$$'

.PRECIOUS: $(NATIVE)/%.o
.SECONDARY: $(foreach name,$(NATIVE_EXAMPLES),$(call native_obj,$(name)) $(call words_obj,$(name))) $(NATIVE)/port/native/start.S.o
native-programs: $(NATIVE_ELF)
native-test: setup # compares the examples' kernels, as words for a core with the coprocessor, with those that call the library: issued words, stores and L1
	@$(MAKE) --no-print-directory native-programs tools MARCH=rv32im
	@MAKE="$(THIS_MAKE)" tests/native/test.py build/rv32im$(CHIP)/native $(NATIVE_EXAMPLES)
