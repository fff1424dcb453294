# softensix - `make help` prints the targets. Sources are found by wildcard: a new file needs no edit here.

# Every rule stands here or in mk/: looking for one of make's own took ten times as long as reading all of them.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:

# Variants: each value of these has a row in mk/variants.tsv, what it adds to the name of the directory and to the flags.
MARCH ?= host
ARCH ?= blackhole
DIAG ?= 0
SIZE ?= 0
LIBC ?= picolibc
# CROSS=riscv64-linux-gnu-: programs of Linux, which run by QEMU's user mode.
CROSS ?= riscv64-unknown-elf-
LINUX := $(if $(findstring -linux-,$(CROSS)),$(filter rv%,$(MARCH)))
comma := ,
ROWS := $(shell awk -F'\t' '!/^\#/ { gsub(" ", ","); row = $$1 "." $$2; \
  print $$1 ".value=" $$2, row ".directory=" $$3, row ".flags=" $$4, row ".link=" $$5, row ".libraries=" $$6 }' mk/variants.tsv)
column = $(subst $(comma), ,$(patsubst $(1)=%,%,$(filter $(1)=%,$(ROWS))))
directory_of = $(call column,$(1).$(2).directory)
flags_of = $(call column,$(1).$(2).flags)
values_of = $(call column,$(1).value)
$(foreach name,ARCH DIAG SIZE LIBC,$(if $(filter $($(name)),$(call values_of,$(name))),,$(error $(name)=$($(name)): there is $(call values_of,$(name)))))

ARCHS := $(call values_of,ARCH)
CHIP := $(call directory_of,ARCH,$(ARCH))
HOST := build/host$(CHIP)
LIBC_SUFFIX := $(if $(LINUX),$(call directory_of,CROSS,linux),$(call directory_of,LIBC,$(LIBC)))
build_of = build/$(1)$(CHIP)$(call directory_of,DIAG,$(2))$(if $(filter rv%,$(1)),$(LIBC_SUFFIX))
BUILD := $(call build_of,$(MARCH),$(DIAG))
OPTIONS := $(call flags_of,DIAG,$(DIAG)) $(call flags_of,ARCH,$(ARCH)) $(call flags_of,MARCH,$(MARCH)) $(if $(LINUX),$(call flags_of,CROSS,linux))
# Tests of the smaller configurations (docs/perf.md).
SIZED := $(call directory_of,SIZE,$(SIZE))
SIZE_FLAGS := $(call flags_of,SIZE,$(SIZE))

# A goal in build/NAME/ is made there, whatever BUILD the caller of the outermost make gave.
GOAL_BUILD := $(sort $(foreach goal,$(filter build/%,$(MAKECMDGOALS)),build/$(word 2,$(subst /, ,$(goal)))))
ifeq ($(origin BUILD) $(words $(GOAL_BUILD))$(filter $(BUILD)/%,$(MAKECMDGOALS)),command line 1)
  override BUILD := $(GOAL_BUILD)
endif

# ---- toolchain -------------------------------------------------------------------------------------
MABI_OF = $(if $(filter rv64g%,$(1)),lp64d,$(if $(filter rv64%,$(1)),lp64,$(if $(filter rv32e%,$(1)),ilp32e,$(if $(findstring f,$(patsubst rv32%,%,$(1))),ilp32f,ilp32))))
# QUICKLY="build/opentitan build/board-%": libraries that are compiled as one file and with less optimization (tools/test_all.py).
QUICK_BUILD := $(filter $(QUICKLY),$(BUILD))
OPT ?= $(if $(QUICK_BUILD),-O1,-O2)
USUAL_DEBUG ?= -g
DEBUG ?= $(USUAL_DEBUG)

# Vectors (rv32imafcv, rv64gcv, rv32im_zve32x): the library is compiled by a compiler that has their intrinsics,
# everything else by the usual one for the same core without them. VLEN chooses QEMU's core; the library suits any.
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
  # Fetching bounds words that do little: their functions begin where a line of the cache does.
  ALIGN := -falign-functions=64
else ifeq ($(MARCH),host32)
  # 32-bit programs of an x86 host: kernels of LLK and tt-metal keep pointers in 32 bits.
  ARCHFLAGS ?= -m32 -msse2 -mfpmath=sse -fno-pie
  LD := ld -m elf_i386
else
  ifeq ($(origin CC),default)
    CC := $(or $(if $(LINUX),$(shell tools/linux-cc.sh $(CROSS))),$(CROSS)gcc)
  endif
  # GCC 12.2 has no instruction for the constant 2048 on a 32-bit core with Zbs and ends with an internal error on any file
  # that needs it (13 of the library's). Such a compiler is not told of Zbs; what it makes runs on the core all the same.
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
CFLAGS_LIB := -std=c99 -ffreestanding -ffunction-sections -fdata-sections $(OPT) $(DEBUG) $(WARN) -Iinclude -Ilib $(ARCHFLAGS) $(ALIGN) $(OPTIONS) $(EXTRA)
CFLAGS_TEST := -std=c99 $(OPT) $(DEBUG) -Wall -Wextra -Werror -Iinclude -Ilib -Itests -Iexamples -Iport $(OPTIONS) $(EXTRA)

# Without the fast forms (lib/fast/forms.h) the library is the plain emulator.
PLAIN := $(filter -DSTX_METHOD=0 -DSTX_KERNEL=0,$(OPTIONS) $(EXTRA))
# A file whose name ends with that of a chip is for this chip alone.
OTHERS := $(filter-out $(ARCH),$(ARCHS))
LIB_SRC := $(filter-out $(addsuffix .c,$(addprefix %_,$(OTHERS))),$(sort $(wildcard lib/*/*.c $(if $(PLAIN),,lib/fast/*/*.c))))

# BASE=dir: objects that were made there with the same options are taken. For a selection of fast forms that is the host's
# usual build, but for the units that see the selection (tests/config/build.txt proves that the others do not). For another
# C library it is the core's usual build: the library needs none.
BASE := $(if $(filter build/forms/%,$(BUILD)),$(if $(filter-out -O1 -DSTX_METHOD=% -DSFPU_MAD_SQUARES -DSTX_TRACE=1,$(EXTRA)),,\
  $(HOST)$(if $(filter -DSTX_TRACE=1,$(EXTRA)),-diag)))
ifeq ($(BUILD)$(LINUX)$(VECTOR),$(and $(LIBC_SUFFIX),$(filter rv%,$(MARCH)),$(call build_of,$(MARCH),$(DIAG))))
  BASE := $(BUILD:%$(LIBC_SUFFIX)=%)
endif
SEE_SELECTION := $(if $(filter build/forms/%,$(BUILD)),lib/fast/% lib/fpu/% lib/pack/% lib/unpack/% $(addprefix lib/frontend/,issue.c values.c) $(addprefix lib/sfpu/,bitwise.c integer.c load.c lut.c mad.c shift2.c store.c))
OWN_SRC := $(if $(BASE),$(filter $(SEE_SELECTION),$(LIB_SRC)),$(LIB_SRC))
# What is taken from another directory is made with the usual options, whatever those of this one are.
AS_USUAL := $(if $(filter build/forms/%,$(BUILD)),EXTRA= DEBUG=$(USUAL_DEBUG))
BASE_OBJ := $(patsubst %.c,$(BASE)/%.o,$(filter-out $(OWN_SRC),$(LIB_SRC)))
# ONE=1: the library is compiled as one file, that of `make single`, in less than half of the time: for variants that
# tests alone need.
ONE ?= $(if $(BASE),,$(filter build/forms/%,$(BUILD))$(QUICK_BUILD))
LIB_OBJ := $(if $(ONE),$(BUILD)/softensix.one.o,$(OWN_SRC:%.c=$(BUILD)/%.o) $(BASE_OBJ))
# What a program links only if it uses it: text, tools, reports in words, and functions of tiles.
OPTIONAL_OBJ := $(foreach made,$(BUILD) $(BASE),$(filter $(addprefix $(made)/lib/,diag/% time/% tile/% \
  inspect/state_items.o $(addprefix core/,fault_names.o text.o) $(addprefix frontend/,explain_wait.o values.o) mmio/explain_poll.o \
  $(addprefix isa/,assemble.o disassemble.o gpr_words.o operand_names.o rows.o)),$(LIB_OBJ)))
CORE_OBJ := $(filter-out $(OPTIONAL_OBJ),$(LIB_OBJ))
LIB := $(BUILD)/libsoftensix.a
CONFIGURATION := $(BUILD)/include/softensix/configuration.h

# A target without a slash or a dot in its name is no file.
.PHONY: $(shell sed -nE 's/^([a-z][a-z0-9 -]*):([^=].*)?$$/\1/p' Makefile mk/*.mk)
all: lib

# What a command that fails or is interrupted has begun to write is not taken for made.
.DELETE_ON_ERROR:

help: ## this list
	@awk -v FIRST="demo test example lib tools" -f tools/help.awk Makefile $(sort $(wildcard mk/*.mk))

lib: $(LIB) $(CONFIGURATION) ## build/<march>/libsoftensix.a; MARCH=rv32im MABI=ilp32 CC=... ARCH=wormhole
	@$(call made,$(LIB))

# Says what this make has made.
STARTED := $(shell date +@%s.%N)
made = find $(1) -newermt $(STARTED) -printf 'made %p, %s bytes\n'

# A compiler that is missing is named once, with the way to get it, before anything is compiled.
compiler:
	@command -v $(firstword $(CC)) >/dev/null || { \
	  echo "no compiler $(firstword $(CC)): tools/setup.sh installs what is missing$(if $(findstring clang,$(CC)), (tools/setup.sh --all))" >&2; exit 1; }

# One relocatable object; and the optional ones, each linked only if used.
$(LIB): $(LIB_OBJ)
	@rm -f $@
	@$(LD) -r -o $(BUILD)/softensix.o $(CORE_OBJ)
	@$(if $(VECTOR),$(if $(VECTOR_CC),,echo "$(MARCH): no compiler with vector intrinsics (clang-19, GCC 14): the scalar form"))
	@$(AR) rcs $@ $(BUILD)/softensix.o $(OPTIONAL_OBJ)

# The options that the library was built with, for programs that use it.
OPTION_NAMES := ARCH SIZE THREADS SRC_BANKS SRC_LOW DST_ROWS CFG_BANKS MACROS KERNEL DECODED_A DECODED_B TRACE HARTS
$(CONFIGURATION): include/softensix/config.h FORCE
	@mkdir -p $(@D)
	@{ echo '#include "softensix/config.h"'; printf '@ %s\n' $(foreach name,$(OPTION_NAMES),'$(name) STX_$(name)'); } | \
	  $(LIB_CC) $(CFLAGS_LIB) $(filter -march=% -mabi=%,$(VECTOR_CC)) -E -P -x c - | \
	  sed -n 's/^@ \([A-Z_]*\) \(.*\)/#ifndef STX_\1\n#define STX_\1 \2\n#endif/p' >$@.$$$$ && \
	  { cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@; }

$(BASE_OBJ): $(BASE)/libinternal.a ;
# What is made in another directory: $(call elsewhere,DIRECTORY,FILES,VARIABLES). That of the host stands with the tests.
define elsewhere
ifneq ($(BUILD),$(1))
$(addprefix $(1)/,$(2)): FORCE
	@$$(MAKE) -s --no-print-directory $$@ BUILD=$(1) $(3)
endif
endef
$(if $(filter $(BUILD),$(BASE)$(LIBC_SUFFIX)),$(eval $(call elsewhere,$(BASE),libinternal.a,LIBC=picolibc)))

# The same as single objects, for tests of internals: they link what they use.
$(BUILD)/libinternal.a: $(LIB_OBJ)
	@rm -f $@ && $(AR) rcs $@ $^

LIB_CC = $(or $(filter-out -march=% -mabi=%,$(VECTOR_CC)),$(CC))
# What the objects of a directory are compiled with: the file changes with it, and then they are compiled again.
keep = @mkdir -p $(@D) && { echo '$(1)' | cmp -s - $@ || echo '$(1)' >$@; }
COMMAND := $(BUILD)/command
$(COMMAND): FORCE
	$(call keep,$(COMPILERS))

$(BUILD)/lib/%.o: lib/%.c $(COMMAND) | compiler
	@mkdir -p $(@D) && $(LIB_CC) $(CFLAGS_LIB) $(filter -march=% -mabi=%,$(VECTOR_CC)) -MMD -MP -c $< -o $@

$(BUILD)/softensix.one.o: build/single/softensix.c $(COMMAND) | compiler
	@mkdir -p $(@D) && $(LIB_CC) $(CFLAGS_LIB) -Wno-shadow $(filter -march=% -mabi=%,$(VECTOR_CC)) -MMD -MP -c $< -o $@

# In the order of reading: a list stands before what needs it.
include $(addprefix mk/,programs.mk tests.mk deeper.mk llk.mk metal.mk native.mk demo.mk inspect.mk ulp.mk speed.mk install.mk files.mk)

# What the compiler has found out about headers.
-include $(shell find $(BUILD) $(UNIT) $(ULP_BUILD) $(FUZZ_DIR) $(REPLAY_DIR) $(SAN) $(COV) -name '*.d' 2>/dev/null)

clean: ## removes build/
	rm -rf build
