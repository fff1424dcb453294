##@ Deeper tests
# A host whose vectors are NEON's: AArch64 by QEMU's user mode. The same source as for AVX2, by the compiler's vectors.

NEON := aarch64-linux-gnu
NEON_CC := $(if $(shell command -v $(NEON)-gcc),$(NEON)-gcc,$(if $(shell command -v clang-19)$(shell command -v ld.lld-19),clang-19 --target=$(NEON)))
NEON_LD := $(if $(shell command -v $(NEON)-ld),$(NEON)-ld,ld.lld-19)
NEON_ELF := build/neon/tests/fpu/test_kernels.elf

neon-test: # the kernels of AArch64 hosts against the plain forms, by qemu-user; left out where the tools are missing
	@if [ -n "$(NEON_CC)" ] && command -v qemu-aarch64 >/dev/null && [ -d /usr/$(NEON)/include ]; then \
	  $(MAKE) -s --no-print-directory $(NEON_ELF) MARCH=host BUILD=build/neon CC="$(NEON_CC)" HOSTCC="$(NEON_CC)" LD="$(NEON_LD)" \
	    PORT_LDFLAGS="$(if $(findstring clang,$(NEON_CC)),-fuse-ld=lld) -static" && qemu-aarch64 $(NEON_ELF) $(KERNEL_BLOCKS); \
	else echo "skipped: NEON: no $(NEON)-gcc or clang-19 with lld, no qemu-aarch64, or no C library for it (libc6-dev-arm64-cross)"; fi
