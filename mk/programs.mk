# SPDX-License-Identifier: Apache-2.0
##@ Files and documents
# Programs for QEMU and for the host: a .c file, or a directory of them, plus the library and a port.

# The race finder is only for programs that use it.
COOP_SRC := $(sort $(wildcard port/coop/*.c))
PORT_SRC := $(filter-out port/coop/race%,$(COOP_SRC))
ifneq ($(filter host host32,$(MARCH)),)
  PORT_SRC += port/host/context.c port/host/overflow.c port/host/counter.c
  PORT_CFLAGS := -D_XOPEN_SOURCE=700
  PORT_LDFLAGS :=
  PORT_LIBS := -lm
else ifneq ($(LINUX),)
  PORT_SRC += port/host/context.c port/host/overflow.c port/host/counter.c
  PORT_CFLAGS := -D_XOPEN_SOURCE=700
  PORT_LDFLAGS := -static
  PORT_LIBS := -lm
else
  PORT_SRC += port/riscv32-coop/context.S $(addprefix port/qemu-virt/,start.S guard.S guard.c counter.c)
  BOARD ?= qemu-virt
  of_libc = $(subst @,$(SCALAR_MARCH),$(call column,LIBC.$(LIBC).$(1)))
  # Start-up, console and files for C libraries other than picolibc, or the library itself. The compiler must not turn the
  # loops in memcpy() into calls to memcpy().
  LIBC_SRC := $(if $(filter picolibc,$(LIBC)),,$(wildcard port/semihost/*.[cS] port/$(LIBC)/*.c))
  LIBC_CFLAGS := -fno-builtin -fno-tree-loop-distribute-patterns
  PORT_CFLAGS := $(call of_libc,flags) -ffunction-sections -fdata-sections
  PORT_LDFLAGS := $(call of_libc,link) -Llinker -T$(BOARD).ld
  PORT_LIBS = $(if $(LIBC_SRC),-Wl$(comma)--start-group $(LIBC_LIB)) $(call of_libc,libraries) $(if $(LIBC_SRC),-Wl$(comma)--end-group)
  $(if $(filter newlib,$(LIBC)),$(if $(wildcard build/newlib/$(SCALAR_MARCH)/lib/libc.a),,$(error LIBC=newlib: not built for $(SCALAR_MARCH): tools/setup.sh --newlib $(SCALAR_MARCH) $(MABI))))
endif
PROGRAM_CFLAGS := -std=c99 $(OPT) $(DEBUG) -Wall -Wextra -Wshadow -Werror -Iinclude -Iport -Iexamples -Itests $(PORT_CFLAGS) $(OPTIONS) $(EXTRA)
# With vectors, start-up enables them, and programs get the library's selection of forms as macros, because their own compiler
# would select others.
ifneq ($(VECTOR),)
  VECTOR_START := $(if $(LINUX),,$(BUILD)/port/qemu-virt/vectors.S.o)
  VECTOR_METHOD := $(filter -D%,$(if $(VECTOR_CC),$(shell echo -DSTX_METHOD=STX_METHOD -DSTX_RVV=STX_RVV | $(VECTOR_CC) $(OPTIONS) $(EXTRA) -Iinclude -include softensix/config.h -E -P -)))
  PORT_LDFLAGS += $(VECTOR_START)
  PROGRAM_CFLAGS += $(VECTOR_METHOD)
$(LIB) $(BUILD)/libinternal.a: | $(VECTOR_START)
endif
COMPILERS := $(LIB_CC) $(CFLAGS_LIB) $(VECTOR_CC) $(CC) $(PROGRAM_CFLAGS) $(ARCHFLAGS) $(PORT_LDFLAGS)
# The C library is made before the programs that are linked with it.
LIBC_OBJ := $(addsuffix .o,$(addprefix $(BUILD)/,$(LIBC_SRC)))
$(LIBC_OBJ): PROGRAM_CFLAGS += $(LIBC_CFLAGS)
ifneq ($(LIBC_SRC),)
  LIBC_LIB := $(BUILD)/libport.a
$(LIBC_LIB): $(LIBC_OBJ)
$(LIB) $(BUILD)/libinternal.a: | $(LIBC_LIB)
endif
PORT_OBJ := $(addsuffix .o,$(addprefix $(BUILD)/,$(PORT_SRC)))

# Rules for objects below build/NAME/DIRECTORY with flags of their own: $(call program_objects,DIRECTORY,FLAGS,COMMAND).
define program_objects
$(BUILD)$(1:%=/%)/%.c.o: %.c $(or $(3),$$(COMMAND)) | compiler
	@mkdir -p $$(@D) && $$(CC) $$(PROGRAM_CFLAGS) $(2) $$(ARCHFLAGS) -MMD -MP -c $$< -o $$@
$(BUILD)$(1:%=/%)/%.S.o: %.S $(or $(3),$$(COMMAND)) | compiler
	@mkdir -p $$(@D) && $$(CC) $$(ARCHFLAGS) -MMD -MP -c $$< -o $$@
endef
$(eval $(call program_objects))

# Only the letters of -march select the compiler's libraries, so _zba and the like are removed.
LINK_ARCHFLAGS = $(patsubst -march=%,-march=$(firstword $(subst _, ,$(SCALAR_MARCH))),$(ARCHFLAGS))
# These two rules make every program and archive from the objects and archives that it depends on.
$(BUILD)/%.elf:
	@$(CC) $(LINK_ARCHFLAGS) $(PORT_LDFLAGS) $(LINK_OPTIONS) $(filter %.o,$^) $(filter-out $(LIBC_LIB),$(filter %.a,$^)) $(PORT_LIBS) -o $@
$(BUILD)/%.a:
	@mkdir -p $(@D) && $(call archive,$^)

# One program for each file: qemu-tests/test_x.c -> build/<march>/qemu-tests/test_x.elf
QEMU_TEST_SRC := $(sort $(wildcard qemu-tests/*.c))
ifeq ($(BOARD),opentitan) # 128 KB have room for one core, not for two
  QEMU_TEST_SRC := $(filter-out qemu-tests/test_save.c qemu-tests/test_cores.c,$(QEMU_TEST_SRC))
endif
QEMU_TEST_ELF := $(QEMU_TEST_SRC:%.c=$(BUILD)/%.elf)
# Makes the test call the C library instead of the compiler's built-in functions.
$(BUILD)/qemu-tests/test_libc.c.o: PROGRAM_CFLAGS += -fno-builtin
$(BUILD)/qemu-tests/test_race.elf: $(patsubst %,$(BUILD)/%.o,$(wildcard port/coop/race*.c))
$(QEMU_TEST_ELF): %.elf: %.c.o $(PORT_OBJ) $(LIB) $(LIBC_LIB)

# The template uses no threads.
$(BUILD)/port/template.elf: $(BUILD)/port/template/port.c.o $(LIB) $(LIBC_LIB)

# One program for each directory: examples/x/*.c -> build/<march>/examples/x.elf; examples/common is for all. A directory
# whose name ends with a chip's name is for this chip only.
EXAMPLE_SRC := $(wildcard examples/*/*.c)
EXAMPLES := $(filter-out common $(addprefix %_,$(OTHERS)),$(sort $(notdir $(patsubst %/,%,$(dir $(EXAMPLE_SRC))))))
EXAMPLE_ELF := $(EXAMPLES:%=$(BUILD)/examples/%.elf)
EXAMPLE_COMMON := $(BUILD)/examples/common.a
$(EXAMPLE_COMMON): $(patsubst %,$(BUILD)/%.o,$(wildcard examples/common/*.c))

$(foreach name,$(EXAMPLES),$(eval $(BUILD)/examples/$(name).elf: $(patsubst %,$(BUILD)/%.o,$(wildcard examples/$(name)/*.c))))
$(EXAMPLE_ELF): $(EXAMPLE_COMMON) $(PORT_OBJ) $(LIB) $(LIBC_LIB)

.PRECIOUS: $(BUILD)/%.c.o $(BUILD)/%.S.o
