# SPDX-License-Identifier: Apache-2.0
##@ Tests
# One program for cores with and without the coprocessor (port/trap, docs/firmware.md).

TRAP_SRC := $(sort $(wildcard port/trap/*.[cS]))
TRAP := $(BUILD)/trap
# Kernels are compiled twice: calls, and words.
$(eval $(call program_objects,trap/words,-DSTX_NATIVE))

TRAP_OBJ := $(patsubst %,$(BUILD)/%.o,$(TRAP_SRC))
ifneq ($(VECTOR),)
$(TRAP_OBJ) $(BUILD)/tests/trap/traps.c.o: ARCHFLAGS += -DSTX_TRAP_VECTORS
endif
$(TRAP)/test.elf: $(patsubst %,$(BUILD)/tests/trap/%.o,traps.c kernel.c modes.S) $(TRAP)/words/tests/trap/kernel.c.o $(TRAP_OBJ) $(PORT_OBJ) $(LIB) $(LIBC_LIB)

# The matmul of the demonstration, its kernels in words alone; also executed by a stand-in for cores that have the coprocessor.
MATMUL_WORDS := $(patsubst %,$(TRAP)/words/examples/matmul/%.c.o,unpack math pack)
$(TRAP)/demo.elf: $(BUILD)/tests/trap/demo.c.o $(BUILD)/tests/trap/harts.S.o $(BUILD)/examples/common/tiles.c.o $(MATMUL_WORDS) $(TRAP_OBJ) $(PORT_OBJ) $(LIB) $(LIBC_LIB)
STANDIN := $(HOST)/trap/standin
$(STANDIN): tests/trap/standin.c tools/stx-run/compute.c $(HOST)/libsoftensix.a
	@mkdir -p $(@D) && $(HOSTCC) -std=c99 -O2 -Wall -Wextra -Werror -Iinclude -Itools $(call flags_of,ARCH,$(ARCH)) -DSTX_HOSTED=1 $^ -o $@

trap-test: setup # words that trap on a core without the coprocessor: on rv32im in QEMU, and the same program on a stand-in for cores that have it
	@MAKE="$(THIS_MAKE)" tests/session.py tests/trap/trap.txt

trap-test-more: setup # the same on RV64, with floating point, on other boards and with clang
	@MAKE="$(THIS_MAKE)" tests/session.py tests/trap/more.txt
