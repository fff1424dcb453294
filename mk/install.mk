# SPDX-License-Identifier: Apache-2.0
##@ Files and documents
# Installation: headers, libraries and the files with which other projects find them (docs/install.md). The tree is first made
# below build/stage. `make uninstall` follows the list of the files that were copied.

PREFIX ?= /usr/local
# A library for the host goes to lib, one for another core to the directory where GCC's multilib would look: lib/rv32im/ilp32.
# That of another chip has a name of its own, softensix-wormhole, in the same directory; all of them share headers and tools.
PACKAGE := softensix$(CHIP)
VARIANT := $(if $(filter host,$(MARCH)),,/$(MARCH)/$(MABI))
LIBDIR ?= $(PREFIX)/lib$(VARIANT)
STAGE := build/stage$(CHIP)$(VARIANT)
LISTS := $(PREFIX)/share/softensix
MANIFEST := $(LISTS)/installed$(CHIP)$(subst /,-,$(VARIANT)).txt
DIAG_BUILD = $(call build_of,$(MARCH),1)

# Kernels of LLK and tt-metal store pointers in 32 bits. Their runtimes are installed for Blackhole only.
RUNTIMES = $(if $(CHIP),,$(if $(filter rv32% host32,$(MARCH)),$(BUILD)/llk/runtime.a $(BUILD)/metal/runtime.a))
# The monitor for kernels in user mode, on cores with binary mode, and the commands, which are for the host.
RUNTIMES += $(if $(CHIP),,$(if $(filter rv32i rv32im,$(MARCH)),$(BUILD)/stx-boot.elf $(USER_OBJ)))
COMMANDS := $(if $(filter host,$(MARCH)),$(TOOLS))

# One library has threads and reports; the other has these and the library with tracing.
COOP_LIB := $(BUILD)/libsoftensix-coop.a
DIAG_LIB := $(BUILD)/libsoftensix-diag.a
$(DIAG_LIB): $(LIB_OBJ)
$(COOP_LIB) $(DIAG_LIB): $(PORT_OBJ) $(patsubst %,$(BUILD)/%.o,$(COOP_SRC))

install-libraries: $(LIB) $(COOP_LIB) $(CONFIGURATION) $(RUNTIMES) $(COMMANDS)
	@$(MAKE) -s --no-print-directory $(DIAG_BUILD)/libsoftensix-diag.a DIAG=1 BUILD=$(DIAG_BUILD)

# Manual pages of stx-ulp and of tools in Python, from their --help; tests/runner/stx.txt and tests/ulp/test.txt compare options.
MAN_TOOLS := drift kernels merge results time timeline ulp verdict
man: ulp-tools # remakes docs/man/stx-*.1 of these tools (help2man)
	@command -v help2man >/dev/null || { echo 'make man: please install help2man'; exit 1; }
	@for tool in $(MAN_TOOLS); do help2man --no-info --no-discard-stderr --source=softensix \
	  --name="$$(tools/stx --help | sed -n "s/^  $$tool  *//p")" "tools/stx $$tool" | sed "1s/.*/.\\\\\" SPDX-License-Identifier: Apache-2.0/; \
	  /^\.\\\\\"/{1!d}; s/^\.TH [^ ]* \"1\" \"[^\"]*\"/.TH STX-$$(echo $$tool | tr a-z A-Z) 1 \"\"/; s/^stx $$tool /stx-$$tool /" >docs/man/stx-$$tool.1 || exit 1; done

stage: install-libraries
	@rm -rf $(STAGE)
	@tools/stage.sh $(STAGE) $(PREFIX) $(LIBDIR) $(BUILD) $(DIAG_BUILD) "$(ARCHFLAGS)" $(ARCH) "$(CHIP)"

install: stage ## headers, libraries, commands, pkg-config and CMake files below PREFIX; MARCH=rv32im, ARCH=wormhole, EXTRA=, DESTDIR=
	@mkdir -p $(DESTDIR)$(dir $(MANIFEST))
	@(cd $(STAGE) && find . ! -type d | sed 's|^\.||' | sort) >$(DESTDIR)$(MANIFEST)
	@(cd $(STAGE) && tar cf - .) | (cd $(DESTDIR)/ && tar xf - --no-same-owner)
	@echo "installed $$(wc -l <$(DESTDIR)$(MANIFEST)) files below $(DESTDIR)$(PREFIX)"

# Files on other lists are kept. Empty directories are removed.
uninstall: ## removes what `make install` has copied, and what Python has kept beside it; give the same PREFIX, DESTDIR, MARCH and ARCH
	@find "$(DESTDIR)$(LISTS)" -name __pycache__ -prune -exec rm -rf {} +
	@cat /dev/null $(filter-out $(DESTDIR)$(MANIFEST),$(wildcard $(DESTDIR)$(LISTS)/installed*.txt)) | \
	  grep -vxF -f - $(DESTDIR)$(MANIFEST) | sed 's|^|$(DESTDIR)|' | tr '\n' '\0' | xargs -0 rm -f
	@sed 's|/[^/]*$$||' $(DESTDIR)$(MANIFEST) | sort -ru | (cd "$(DESTDIR)/" && while read -r directory; do \
	  rmdir -p --ignore-fail-on-non-empty ".$$directory" 2>/dev/null || :; done)
	@rm -f $(DESTDIR)$(MANIFEST)
	@(cd "$(DESTDIR)/" && rmdir -p --ignore-fail-on-non-empty ".$(dir $(MANIFEST))" 2>/dev/null || :)

ecosystems-test: # tests Zephyr's sample, ESP-IDF's component and Arduino's sketch with stubs, and PlatformIO's file; PLATFORMIO=dir ARDUINO_LINT=dir
	@tests/session.py PLATFORMIO="$(PLATFORMIO)" ARDUINO_LINT="$(ARDUINO_LINT)" tests/install/ecosystems.txt

using-test: setup # runs every line of README.md's "Using it"
	@tools/guide.py --lines "Using it" README.md

install-test: # tests an installed copy from empty directories outside the tree: pkg-config, CMake, two boards
	@tests/session.py tests/install/install.txt

cmake-test: # tests CMake: as a subdirectory, with ctest, installed, and for RISC-V with GCC and clang
	@tests/session.py tests/install/cmake.txt

# The release as a tarball, and machine-readable results (docs/ci.md).

# Targets that run tests or kernels accept JUNIT=file and TAP=file.
REPORT = $(JUNIT:%=--junit %) $(TAP:%=--tap %)
reported = $(if $(strip $(REPORT)),EACH=1 $(2) | tools/results.py --suite $(1) $(REPORT),$(2))

dist: ## makes build/dist/softensix-VERSION.tar.gz of the last commit, the same bytes each time
	@tools/dist.sh build/dist

dist-test: # checks that two tarballs of one commit are identical, and runs make test-quick in an unpacked one outside of any git checkout
	@tools/dist.sh build/dist && tools/dist.sh build/dist/again && cmp build/dist/*.tar.gz build/dist/again/*.tar.gz
	@tree=$$(mktemp -d) && trap 'rm -rf "$$tree"' EXIT && tar xzf build/dist/softensix-*.tar.gz -C $$tree --strip-components=1 && \
	  $(MAKE) --no-print-directory -C $$tree test-quick

reports-test: # checks the runners' JUnit XML and TAP against a schema
	@tests/session.py tests/install/reports.txt

ci-test: setup-llk # checks that each command of the examples for CI services (docs/ci) works and leaves its artifacts; MARCH=rv32im
	@tests/session.py march=$(LLK_MARCH) tests/install/ci.txt

# The library as two files (docs/install.md).
single: build/single/softensix.c ## makes the library as two files: build/single/softensix.h and softensix.c
	@wc -l build/single/softensix.h build/single/softensix.c

# ONE=1 also compiles this file (Makefile).
build/single/softensix.c: tools/single.py $(wildcard lib/*/*.[ch] lib/*/*.def lib/*/*/*.[ch] include/softensix/*.[hd]*)
	@tools/single.py build/single

single-test: single # checks that the two files compile for each selection of forms and compute what the library computes; QUICK=1: only that they compile
	@tests/session.py dir=build/single tests/install/single.txt $(if $(QUICK),,tests/install/single-each.txt)

arduino: # makes the two files an Arduino library, build/arduino/softensix: copy it to your sketchbook's libraries/
	@tools/single.py build/single
	@rm -rf build/arduino && mkdir -p build/arduino/softensix/src build/arduino/softensix/examples
	@cp build/single/softensix.[ch] build/arduino/softensix/src/ && cp -r port/arduino/OneWord build/arduino/softensix/examples/
	@cp port/arduino/library.properties LICENSE build/arduino/softensix/
	@find build/arduino -type f | sort

# The Python package as a wheel, which contains the library and calls it with ctypes.

# WHEEL_CC: a compiler for another machine, whose name is WHEEL_PLATFORM (linux_aarch64).
WHEEL_PLATFORM ?= linux_$(shell uname -m)
WHEEL_CC ?= $(HOSTCC)
WHEEL_BUILD := build/wheel-$(WHEEL_PLATFORM)$(CHIP)
# For another machine, a linker that supports it: GNU ld supports only its own.
WHEEL_LDFLAGS = $(if $(findstring clang,$(WHEEL_CC)),-fuse-ld=lld)
WHEEL_LD = $(if $(findstring clang,$(WHEEL_CC)),LD=ld.lld,$(patsubst %-gcc,LD=%-ld,$(filter %-gcc,$(firstword $(WHEEL_CC)))))
wheel: ## makes the Python package with the libraries of both chips, build/wheel/softensix-*.whl; WHEEL_CC= WHEEL_PLATFORM=linux_aarch64 for another machine
	@for arch in $(ARCHS); do $(MAKE) -s --no-print-directory wheel-library ARCH=$$arch || exit 1; done
	@python3 python/wheel.py $(WHEEL_PLATFORM) build/wheel $(foreach arch,$(ARCHS),$(arch)=build/wheel-$(WHEEL_PLATFORM)$(call directory_of,ARCH,$(arch))/_softensix.so)
wheel-library:
	@$(MAKE) -s --no-print-directory $(WHEEL_BUILD)/libsoftensix.a MARCH=host BUILD=$(WHEEL_BUILD) ONE=1 CC="$(WHEEL_CC)" EXTRA=-fPIC $(WHEEL_LD)
	@$(WHEEL_CC) -std=c99 -O2 -fPIC -shared -DSTX_HOSTED=1 $(call flags_of,ARCH,$(ARCH)) -Iinclude python/glue.c \
	  -Wl,--whole-archive $(WHEEL_BUILD)/libsoftensix.a -Wl,--no-whole-archive $(WHEEL_LDFLAGS) -o $(WHEEL_BUILD)/_softensix.so

wheel-test: wheel # installs it in an empty environment and runs its examples
	@tests/session.py tests/python/wheel.txt
wheel-unit: wheel # the package's own tests, on either chip, and its conversions against golden vectors
	@tests/session.py tests/python/unit.txt
wheel-kernels: wheel # kernels that the package compiles and runs
	@tests/session.py tests/python/kernels.txt

# There is no Python for AArch64 here: the wheel's library runs in QEMU's user mode and must give the host's results.
wheel-aarch64-test: wheel # checks a wheel for linux_aarch64: its library gives the same results in QEMU as that of the host
	@if [ -n "$(NEON_CC)" ] && command -v qemu-aarch64 >/dev/null && [ -d /usr/$(NEON)/include ]; then \
	  $(MAKE) -s --no-print-directory wheel WHEEL_CC="$(NEON_CC)" WHEEL_PLATFORM=linux_aarch64 && \
	  tests/session.py cc="$(HOSTCC)" arm="$(NEON_CC) $(if $(findstring clang,$(NEON_CC)),-fuse-ld=lld)" tests/python/aarch64.txt; \
	else echo "skipped: wheel for AArch64: no $(NEON)-gcc or clang-19 with lld, no qemu-aarch64, or no C library for it (libc6-dev-arm64-cross)"; fi
