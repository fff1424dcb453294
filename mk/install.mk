##@ Files and documents
# Installation: headers, libraries and what programs elsewhere need to find them (docs/install.md). The
# tree is made below build/stage first; what was copied stands in a list, which `make uninstall` follows.

PREFIX ?= /usr/local
# A library for the host lies in lib, one for another core where GCC's multilib would look: lib/rv32im/ilp32.
VARIANT := $(if $(filter host,$(MARCH)),,/$(MARCH)/$(MABI))
LIBDIR ?= $(PREFIX)/lib$(VARIANT)
STAGE := build/stage$(VARIANT)
MANIFEST := $(PREFIX)/share/softensix/installed$(subst /,-,$(VARIANT)).txt
DIAG_BUILD = build/$(MARCH)-diag

# Kernels of LLK and tt-metal keep pointers in 32 bits.
RUNTIMES = $(if $(filter rv32% host32,$(MARCH)),$(BUILD)/llk/runtime.a $(BUILD)/metal/runtime.a)
# The monitor of kernels in user mode, where binary mode is possible; the commands, which are the host's.
RUNTIMES += $(if $(filter rv32i rv32im,$(MARCH)),$(BUILD)/stx-boot.elf $(USER_OBJ))
COMMANDS := $(if $(filter host,$(MARCH)),$(addprefix build/host/tools/,stx-dis stx-run stx-race))

# Threads and what prints; the library with its trace and the threads in one.
COOP_LIB := $(BUILD)/libsoftensix-coop.a
DIAG_LIB := $(BUILD)/libsoftensix-diag.a
$(COOP_LIB): $(PORT_OBJ) $(patsubst %,$(BUILD)/%.o,$(COOP_SRC))
	@rm -f $@ && $(AR) rcs $@ $(sort $^)
$(DIAG_LIB): $(LIB_OBJ) $(PORT_OBJ) $(patsubst %,$(BUILD)/%.o,$(COOP_SRC))
	@rm -f $@ && $(AR) rcs $@ $(sort $^)

install-libraries: $(LIB) $(COOP_LIB) $(CONFIGURATION) $(RUNTIMES) $(COMMANDS)
	@$(MAKE) -s --no-print-directory $(DIAG_BUILD)/libsoftensix-diag.a DIAG=1 BUILD=$(DIAG_BUILD)

stage: install-libraries
	@rm -rf $(STAGE)
	@tools/stage.sh $(STAGE) $(PREFIX) $(LIBDIR) $(BUILD) $(DIAG_BUILD) "$(ARCHFLAGS)"

install: stage ## headers, libraries, commands, pkg-config and CMake files below PREFIX; MARCH=rv32im, EXTRA=, DESTDIR=
	@mkdir -p $(DESTDIR)$(dir $(MANIFEST))
	@(cd $(STAGE) && find . ! -type d | sed 's|^\.||' | sort) >$(DESTDIR)$(MANIFEST)
	@(cd $(STAGE) && tar cf - .) | (cd $(DESTDIR)/ && tar xf - --no-same-owner)
	@echo "installed $$(wc -l <$(DESTDIR)$(MANIFEST)) files below $(DESTDIR)$(PREFIX)"

# Directories go when nothing is left in them.
uninstall: ## removes what install has put there; the same PREFIX, DESTDIR and MARCH
	@sed 's|^|$(DESTDIR)|' $(DESTDIR)$(MANIFEST) | tr '\n' '\0' | xargs -0 rm -f
	@sed 's|/[^/]*$$||' $(DESTDIR)$(MANIFEST) | sort -ru | (cd "$(DESTDIR)/" && while read -r directory; do \
	  rmdir -p --ignore-fail-on-non-empty ".$$directory" 2>/dev/null || :; done)
	@rm -f $(DESTDIR)$(MANIFEST)
	@(cd "$(DESTDIR)/" && rmdir -p --ignore-fail-on-non-empty ".$(dir $(MANIFEST))" 2>/dev/null || :)

ecosystems-test: # Zephyr's sample, ESP-IDF's component and Arduino's sketch with stubs; PlatformIO's file; PLATFORMIO=dir ARDUINO_LINT=dir
	@tests/session.py PLATFORMIO="$(PLATFORMIO)" ARDUINO_LINT="$(ARDUINO_LINT)" tests/install/ecosystems.txt

using-test: # every line of README.md's "Using it"
	@tools/setup.sh
	@tests/install/using.sh

install-test: # an installed copy, used from empty directories outside the tree: pkg-config, CMake, two boards
	@tests/session.py tests/install/install.txt

cmake-test: # CMake: as a subdirectory, with ctest, installed, and for RISC-V by GCC and clang
	@tests/session.py tests/install/cmake.txt
