##@ Files and documents
# The Python package as a wheel: the library inside, called by ctypes.

# WHEEL_CC: a compiler for another machine, WHEEL_PLATFORM its name (linux_aarch64).
WHEEL_PLATFORM ?= linux_$(shell uname -m)
WHEEL_CC ?= $(HOSTCC)
WHEEL_BUILD := build/wheel-$(WHEEL_PLATFORM)
# Of a machine that is not this one: GNU ld knows only its own.
WHEEL_LDFLAGS = $(if $(findstring clang,$(WHEEL_CC)),-fuse-ld=lld)
WHEEL_LD = $(if $(findstring clang,$(WHEEL_CC)),LD=ld.lld,$(patsubst %-gcc,LD=%-ld,$(filter %-gcc,$(firstword $(WHEEL_CC)))))
wheel: ## the Python package, build/wheel/softensix-*.whl; WHEEL_CC= WHEEL_PLATFORM=linux_aarch64 for another machine
	@$(MAKE) -s --no-print-directory $(WHEEL_BUILD)/libsoftensix.a MARCH=host BUILD=$(WHEEL_BUILD) ONE=1 CC="$(WHEEL_CC)" EXTRA=-fPIC $(WHEEL_LD)
	@$(WHEEL_CC) -std=c99 -O2 -fPIC -shared -DSTX_HOSTED=1 -Iinclude python/glue.c \
	  -Wl,--whole-archive $(WHEEL_BUILD)/libsoftensix.a -Wl,--no-whole-archive $(WHEEL_LDFLAGS) -o $(WHEEL_BUILD)/_softensix.so
	@python3 python/wheel.py $(WHEEL_BUILD)/_softensix.so $(WHEEL_PLATFORM) build/wheel

wheel-test: wheel # installs it in an empty environment: its examples, conversions against the golden vectors
	@tests/session.py tests/python/wheel.txt

# For AArch64 there is no Python here: its library runs in qemu-user and must give what the host's gives.
WHEEL_ARM := aarch64-linux-gnu
WHEEL_ARM_CC := $(if $(shell command -v $(WHEEL_ARM)-gcc),$(WHEEL_ARM)-gcc,$(if $(shell command -v clang-19)$(shell command -v ld.lld),clang-19 --target=$(WHEEL_ARM)))
wheel-aarch64-test: wheel # a wheel for linux_aarch64, whose library converts and computes in QEMU what the host's does
	@if [ -n "$(WHEEL_ARM_CC)" ] && command -v qemu-aarch64 >/dev/null && [ -d /usr/$(WHEEL_ARM)/include ]; then \
	  $(MAKE) -s --no-print-directory wheel WHEEL_CC="$(WHEEL_ARM_CC)" WHEEL_PLATFORM=linux_aarch64 && \
	  tests/session.py cc="$(HOSTCC)" arm="$(WHEEL_ARM_CC) $(if $(findstring clang,$(WHEEL_ARM_CC)),-fuse-ld=lld)" tests/python/aarch64.txt; \
	else echo "skipped: wheel for AArch64: no $(WHEEL_ARM)-gcc or clang-19 with lld, no qemu-aarch64, or no C library for it (libc6-dev-arm64-cross)"; fi
