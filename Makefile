# SPDX-License-Identifier: Apache-2.0
# softensix - `make help` prints the targets. Sources are found by wildcards: a new file needs no change here.

# All rules are here or in mk/: a search for built-in rules took ten times as long as reading all of these.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:

include mk/variables.mk

# For scripts that call make: `make -n` runs every line of a recipe that names MAKE itself.
THIS_MAKE := $(MAKE)
# Where a command first builds what it needs, it does so on all processors, unless make was called with -j.
PARALLEL = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))

# Variants: mk/variants.tsv has a row for each value of these, with what it adds to the directory's name and to the flags.
MARCH ?= host
ARCH ?= blackhole
DIAG ?= 0
SIZE ?= 0
LIBC ?= picolibc
STX_PROFILE ?= full
# CROSS=riscv64-linux-gnu-: programs for Linux, which run in QEMU's user mode.
CROSS ?= riscv64-unknown-elf-
LINUX := $(if $(findstring -linux-,$(CROSS)),$(filter rv%,$(MARCH)))
comma := ,
VARIANT_ROWS := $(shell awk -F'\t' '!/^\#/ { gsub(" ", ","); row = $$1 "." $$2; \
  print $$1 ".value=" $$2, row ".directory=" $$3, row ".flags=" $$4, row ".link=" $$5, row ".libraries=" $$6 }' mk/variants.tsv)
column = $(subst $(comma), ,$(patsubst $(1)=%,%,$(filter $(1)=%,$(VARIANT_ROWS))))
directory_of = $(call column,$(1).$(2).directory)
flags_of = $(call column,$(1).$(2).flags)
values_of = $(call column,$(1).value)
$(foreach name,ARCH DIAG SIZE LIBC STX_PROFILE,$(if $(filter $($(name)),$(call values_of,$(name))),,$(error $(name)=$($(name)): there is $(call values_of,$(name)))))

ARCHS := $(call values_of,ARCH)
CHIP := $(call directory_of,ARCH,$(ARCH))
HOST := build/host$(CHIP)
LIBC_SUFFIX := $(if $(LINUX),$(call directory_of,CROSS,linux),$(call directory_of,LIBC,$(LIBC)))
build_of = build/$(1)$(CHIP)$(call directory_of,STX_PROFILE,$(STX_PROFILE))$(call directory_of,DIAG,$(2))$(if $(filter rv%,$(1)),$(LIBC_SUFFIX))
BUILD := $(call build_of,$(MARCH),$(DIAG))
OPTIONS := $(call flags_of,STX_PROFILE,$(STX_PROFILE)) $(call flags_of,DIAG,$(DIAG)) $(call flags_of,ARCH,$(ARCH)) $(call flags_of,MARCH,$(MARCH)) $(if $(LINUX),$(call flags_of,CROSS,linux))
# Tests of the smaller configurations (docs/perf.md).
SIZED := $(call directory_of,SIZE,$(SIZE))
SIZE_FLAGS := $(call flags_of,SIZE,$(SIZE))

# A goal in build/NAME/ is made there, whatever BUILD the outermost make was called with.
GOAL_BUILD := $(sort $(foreach goal,$(filter build/%,$(MAKECMDGOALS)),build/$(word 2,$(subst /, ,$(goal)))))
ifeq ($(origin BUILD) $(words $(GOAL_BUILD))$(filter $(BUILD)/%,$(MAKECMDGOALS)),command line 1)
  override BUILD := $(GOAL_BUILD)
endif

# ---- toolchain -------------------------------------------------------------------------------------
MABI_OF = $(if $(filter rv64g%,$(1)),lp64d,$(if $(filter rv64%,$(1)),lp64,$(if $(filter rv32e%,$(1)),ilp32e,$(if $(findstring f,$(patsubst rv32%,%,$(1))),ilp32f,ilp32))))
# QUICKLY="build/opentitan build/board-%": libraries that are compiled as one file with less optimization (tools/test_all.py).
QUICK_BUILD := $(filter $(QUICKLY),$(BUILD))
# STX_PROFILE=words: little code (docs/firmware.md). On RISC-V cores, there and with -Os, functions of libgcc save and restore registers.
WORDS_ONLY := $(filter words,$(STX_PROFILE))
OPT ?= $(if $(QUICK_BUILD),-O1,$(if $(WORDS_ONLY),-Os,-O2))
SHARE := $(if $(WORDS_ONLY)$(filter -Os,$(OPT)),$(if $(filter rv%,$(MARCH)),-msave-restore))
USUAL_DEBUG ?= -g
DEBUG ?= $(USUAL_DEBUG)

# Vectors (rv32imafcv, rv64gcv, rv32im_zve32x): a compiler with their intrinsics compiles the library; the usual one compiles
# everything else, for the same core without vectors. VLEN selects QEMU's core; the library works with any.
VLEN ?= 128
export VLEN
LETTERS := $(firstword $(subst _, ,$(MARCH)))
EXTENSIONS := $(wordlist 2,99,$(subst _, ,$(MARCH)))
SCALAR_MARCH := $(if $(filter rv%,$(MARCH)),rv$(subst v,,$(LETTERS:rv%=%))$(addprefix _,$(filter-out zve% zvl%,$(EXTENSIONS))),$(MARCH))
SCALAR_MARCH := $(subst $(subst ,, ),,$(SCALAR_MARCH))
VECTOR := $(filter-out $(SCALAR_MARCH),$(MARCH))
MABI ?= $(call MABI_OF,$(SCALAR_MARCH))
VECTOR_CC := $(if $(VECTOR),$(shell tools/vector-cc.sh $(if $(filter default,$(origin CC)),$(CROSS)gcc,$(CC)) $(MARCH) $(MABI)))

ALIGN :=
ifeq ($(MARCH),host)
  ARCHFLAGS ?=
  # The speed of simple words is limited by instruction fetch, so functions begin at cache lines.
  ALIGN := -falign-functions=64
else ifeq ($(MARCH),host32)
  # 32-bit programs for an x86 host: kernels of LLK and tt-metal store pointers in 32 bits.
  ARCHFLAGS ?= -m32 -msse2 -mfpmath=sse -fno-pie
  LD := ld -m elf_i386
else
  ifeq ($(origin CC),default)
    CC := $(or $(if $(LINUX),$(shell tools/linux-cc.sh $(CROSS))),$(CROSS)gcc)
  endif
  # GCC 12.2 finds no instruction for the constant 2048 on a 32-bit core with Zbs and stops with an internal error in every
  # file that needs it (13 of the library's). Zbs is omitted for such a compiler; its programs still run on the core.
  ifneq ($(filter zbs,$(EXTENSIONS)),)
    ifneq ($(shell echo 'unsigned f(unsigned x) { return x | 2048; }' | \
        $(CC) -march=$(SCALAR_MARCH) -mabi=$(MABI) -x c -S - -o /dev/null 2>&1 | grep -c 'internal compiler error'),0)
      SCALAR_MARCH := $(SCALAR_MARCH:_zbs=)
      SCALAR_MARCH := $(subst _zbs_,_,$(SCALAR_MARCH))
    endif
  endif
  ARCHFLAGS = $(if $(LINUX),,$(if $(findstring clang,$(CC)),--target=$(if $(filter rv64%,$(MARCH)),riscv64,riscv32)-unknown-elf)) \
              -march=$(SCALAR_MARCH) -mabi=$(MABI) $(if $(filter rv64%,$(MARCH)),-mcmodel=medany)
  AR := $(CROSS)ar
  LD := $(CROSS)ld -m $(if $(filter rv64%,$(MARCH)),elf64lriscv,elf32lriscv)
  OBJCOPY := $(CROSS)objcopy
endif
OBJCOPY ?= objcopy

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Werror
CFLAGS_LIB := -std=c99 -ffreestanding -ffunction-sections -fdata-sections $(OPT) $(SHARE) $(DEBUG) $(WARN) -Iinclude -Ilib $(ARCHFLAGS) $(ALIGN) $(OPTIONS) $(EXTRA)
CFLAGS_TEST := -std=c99 $(OPT) $(DEBUG) -Wall -Wextra -Werror -Iinclude -Ilib -Itests -Iexamples -Iport $(OPTIONS) $(EXTRA)

# Without the fast forms (lib/fast/forms.h), the library has only the plain forms.
PLAIN := $(filter -DSTX_METHOD=0 -DSTX_KERNEL=0 -DSTX_FORMS=0,$(OPTIONS) $(EXTRA))
# A file whose name ends with a chip's name is for this chip only.
OTHERS := $(filter-out $(ARCH),$(ARCHS))
of_chip = $(filter-out $(addsuffix .c,$(addprefix %_,$(OTHERS))),$(sort $(1)))
LIB_SRC := $(call of_chip,$(wildcard lib/*/*.c $(if $(PLAIN),,lib/fast/*/*.c)))

# REUSE=dir: objects that are the same there are reused instead of made again (tests/config/build.txt proves that they are).
FORMS := $(filter build/forms/%,$(BUILD))
OTHER_LIBC := $(if $(LINUX)$(VECTOR),,$(and $(filter rv%,$(MARCH)),$(filter $(call build_of,$(MARCH),$(DIAG)),$(BUILD)),$(LIBC_SUFFIX)))
ifneq ($(FORMS),)
  # A selection of fast forms shares with the host's usual build, made as usual, all files that do not see lib/fast.
  REUSE := $(if $(filter-out -O1 -DSTX_METHOD=% -DSTX_CHOOSE=0 -DSFPU_MAD_SQUARES -DSTX_TRACE=1,$(EXTRA)),,$(HOST)$(if $(filter -DSTX_TRACE=1,$(EXTRA)),-diag))
  OF_FORMS := lib/fast/% lib/fpu/% lib/sfpu/% $(shell grep -lE '"(fast/|sfpu/multiply_add.h)' lib/*/*.c)
  AS_USUAL := EXTRA= DEBUG=$(USUAL_DEBUG)
else ifneq ($(OTHER_LIBC),)
  # With another C library than picolibc, the library is that of the core, since it uses no C library.
  REUSE := $(BUILD:%$(OTHER_LIBC)=%)
endif
OWN_SRC := $(if $(REUSE),$(filter $(OF_FORMS),$(LIB_SRC)),$(LIB_SRC))
REUSED_OBJ := $(patsubst %.c,$(REUSE)/%.o,$(filter-out $(OWN_SRC),$(LIB_SRC)))
# ONE=1: the library is compiled as one file, that of `make single`, in less than half the time: for variants that only tests
# need.
ONE ?= $(if $(REUSE),,$(FORMS)$(QUICK_BUILD))
LIB_OBJ := $(if $(ONE),$(BUILD)/softensix.one.o,$(OWN_SRC:%.c=$(BUILD)/%.o) $(REUSED_OBJ))
# Objects that a program links only if it uses them: texts, tools, reports and tile functions.
OPTIONAL_OBJ := $(foreach made,$(BUILD) $(REUSE),$(filter $(addprefix $(made)/lib/,diag/% time/% tile/% \
  inspect/state_items.o $(addprefix core/,fault_names.o text.o) $(addprefix frontend/,explain_wait.o values.o) mmio/explain_poll.o \
  $(addprefix isa/,assemble.o disassemble.o gpr_words.o operand_names.o rows.o)),$(LIB_OBJ)))
CORE_OBJ := $(filter-out $(OPTIONAL_OBJ),$(LIB_OBJ))
# Where code should be small, all others are compiled as one file: compilers then see how functions are called.
CORE_SRC := $(if $(ONE),,$(if $(WORDS_ONLY),$(CORE_OBJ:$(BUILD)/%.o=%.c)))
ifneq ($(CORE_SRC),)
  CORE_OBJ := $(BUILD)/core.one.o
  LIB_OBJ := $(CORE_OBJ) $(OPTIONAL_OBJ)
endif
LIB := $(BUILD)/libsoftensix.a
CONFIGURATION := $(BUILD)/include/softensix/configuration.h

# A target without a slash or a dot in its name is not a file.
.PHONY: $(shell sed -nE 's/^([a-z][a-z0-9 -]*):([^=].*)?$$/\1/p' Makefile mk/*.mk)
all: lib

# The output of a command that fails or is interrupted is deleted.
.DELETE_ON_ERROR:

help: ## prints this list
	@awk -v FIRST="demo test example lib tools" -f tools/help.awk Makefile $(sort $(wildcard mk/*.mk))

lib: $(LIB) $(CONFIGURATION) ## build/<march>/libsoftensix.a; MARCH=rv32im MABI=ilp32 CC=... ARCH=wormhole STX_PROFILE=words
	@$(call made,$(LIB))

# Prints which of these files this run of make has made.
STARTED := $(shell date +@%s.%N)
made = find $(1) -newermt $(STARTED) -printf 'made %p, %s bytes\n'

# Reports a missing compiler, and how to install it, once and before anything is compiled.
compiler:
	@command -v $(firstword $(CC)) >/dev/null || { \
	  echo "no compiler $(firstword $(CC)): tools/setup.sh installs what is missing$(if $(findstring clang,$(CC)), (tools/setup.sh --all))" >&2; exit 1; }
	@$(if $(if $(VECTOR_CC),,$(VECTOR)),echo "$(MARCH): no compiler with vector intrinsics (clang-19 or GCC 14: tools/setup.sh --vectors)" >&2; exit 1)

# $(call archive,OBJECTS) makes $@. A link in another process finds the old archive or the whole new one, never an empty one.
archive = $(AR) rcs $@.$$$$ $(1) && mv $@.$$$$ $@

# One relocatable object, and the optional ones, each of which is linked only if it is used.
$(LIB): $(LIB_OBJ)
	@$(LD) -r -o $(BUILD)/softensix.o $(CORE_OBJ)
	@$(call archive,$(BUILD)/softensix.o $(OPTIONAL_OBJ))

# The options that the library was built with, for programs that use it.
OPTION_NAMES := ARCH SIZE THREADS SRC_BANKS SRC_LOW DST_ROWS CFG_BANKS MACROS METHOD DECODED_A DECODED_B KEPT_PACK TRACE HARTS SPECIAL PROFILE TEXTS FORMS
# A program that defines one of these otherwise does not compile: the state would have another layout.
OF_LAYOUT := SIZE|THREADS|SRC_BANKS|SRC_LOW|DST_ROWS|CFG_BANKS|MACROS|DECODED_A|DECODED_B|KEPT_PACK|HARTS
$(CONFIGURATION): include/softensix/config.h FORCE
	@mkdir -p $(@D)
	@{ echo '#include "softensix/config.h"'; printf '@ %s\n' $(foreach name,$(OPTION_NAMES),'$(name) STX_$(name)'); } | \
	  $(LIB_CC) $(CFLAGS_LIB) $(filter -march=% -mabi=%,$(VECTOR_CC)) -E -P -x c - | \
	  sed -nE -e 's/^@ ($(OF_LAYOUT)) (.*)/#ifndef STX_\1\n#define STX_\1 \2\n#elif (STX_\1) != (\2)\n#error "the library was built with another STX_\1"\n#endif/p; t' \
    -e 's/^@ ([A-Z_]*) (.*)/#ifndef STX_\1\n#define STX_\1 \2\n#endif/p' >$@.$$$$ && \
	  { cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@; }

$(REUSED_OBJ): $(REUSE)/libinternal.a ;
# Rules for files that are made in another directory: $(call elsewhere,DIRECTORY,FILES,VARIABLES). mk/tests.mk has those of
# the host.
define elsewhere
ifneq ($(BUILD),$(1))
$(addprefix $(1)/,$(2)): FORCE
	@$$(MAKE) -s --no-print-directory $$@ BUILD=$(1) $(3)
endif
endef
$(if $(OTHER_LIBC),$(eval $(call elsewhere,$(REUSE),libinternal.a,LIBC=picolibc)))

# The library as separate objects, for tests of internals, which link only what they use.
$(BUILD)/libinternal.a: $(LIB_OBJ)
# For unit tests, many programs that would each hold a copy of a library that is one file. The objects need EXTRA=-fPIC.
$(BUILD)/libinternal.so: $(LIB_OBJ)
	@$(CC) -shared -Wl,-Bsymbolic $^ -o $@

LIB_CC = $(or $(filter-out -march=% -mabi=%,$(VECTOR_CC)),$(CC))
# The command that a directory's objects are compiled with: if it changes, this file changes, and they are compiled again.
keep = @mkdir -p $(@D) && { echo '$(1)' | cmp -s - $@ || echo '$(1)' >$@; }
COMMAND := $(BUILD)/command
$(COMMAND): FORCE
	$(call keep,$(COMPILERS))

$(BUILD)/lib/%.o: lib/%.c $(COMMAND) | compiler
	@mkdir -p $(@D) && $(LIB_CC) $(CFLAGS_LIB) $(filter -march=% -mabi=%,$(VECTOR_CC)) -MMD -MP -c $< -o $@

$(BUILD)/core/softensix.c: tools/single.py $(CORE_SRC) $(if $(CORE_SRC),$(wildcard lib/*/*.[hd]* lib/*/*/*.h include/softensix/*.[hd]*))
	@tools/single.py $(@D) $(CORE_SRC)

$(BUILD)/softensix.one.o: build/single/softensix.c
$(BUILD)/core.one.o: $(BUILD)/core/softensix.c
$(BUILD)/softensix.one.o $(BUILD)/core.one.o: $(COMMAND) | compiler
	@mkdir -p $(@D) && $(LIB_CC) $(CFLAGS_LIB) -Wno-shadow $(filter -march=% -mabi=%,$(VECTOR_CC)) -MMD -MP -c $(filter %.c,$^) -o $@

# The order matters: lists are defined before the files that use them.
include $(addprefix mk/,programs.mk tests.mk deeper.mk llk.mk metal.mk native.mk trap.mk demo.mk inspect.mk ulp.mk silicon.mk prove.mk speed.mk install.mk files.mk)

# The compiler's lists of included headers.
-include $(shell find $(BUILD) $(UNIT) $(ULP_BUILD) $(FUZZ_DIR) $(REPLAY_DIR) $(SAN) $(COV) -name '*.d' 2>/dev/null)

clean: ## removes build/
	rm -rf build
