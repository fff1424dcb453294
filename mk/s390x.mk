##@ Deeper tests
# A host with the bytes of a word in the other order: s390x by QEMU's user mode (docs/testing.md).

# Debian's cross gcc excludes gcc-multilib; clang makes the same programs where it is missing.
S390X := s390x-linux-gnu-
S390X_CC := $(if $(shell command -v $(S390X)gcc),$(S390X)gcc,$(if $(shell command -v clang),clang --target=s390x-linux-gnu))
S390X_RUN := qemu-s390x -L /usr/s390x-linux-gnu
S390X_TOOLS = HOSTCC="$(S390X_CC)" CC="$(S390X_CC)" AR=$(S390X)ar LD=$(S390X)ld RUNNER="$(S390X_RUN)"
S390X_BUILD := build/s390x
# clang -O0 multiplies two short numbers to a long one by MDEBR, which QEMU 7.2 does wrongly.
S390X_TOOLS += TEST_OPT=-O1
# An emulated host is slow: without the tests that only do much more of the same arithmetic.
S390X_LEFT_OUT := tests/insn/%_fuzz.c tests/num/test_sfpu_mad.c tests/num/test_sfpu_int.c tests/fpu/test_kernels.c \
  tests/time/test_time_random.c
S390X_SRC = $(filter-out $(S390X_LEFT_OUT),$(TEST_SRC))

s390x-test: # unit tests and examples on a big-endian host, by qemu-user; left out where the tools are missing
	@if [ -n "$(S390X_CC)" ] && command -v $(S390X)ld >/dev/null && command -v qemu-s390x >/dev/null && \
	  [ -d /usr/s390x-linux-gnu/include ]; then \
	  $(MAKE) --no-print-directory unit MARCH=host UNIT=$(S390X_BUILD)/unit TEST_SRC="$(S390X_SRC)" $(S390X_TOOLS) && \
	  $(MAKE) --no-print-directory s390x-programs MARCH=host BUILD=$(S390X_BUILD) $(S390X_TOOLS); \
	else echo "skipped: big-endian host: no $(S390X)gcc or clang, no $(S390X)ld or no qemu-s390x (tools/setup.sh --all)"; fi

# What an example prints has to be what it prints on this host.
S390X_EXAMPLES = $(filter-out llk metal digits,$(EXAMPLES))
S390X_ELF = $(S390X_EXAMPLES:%=$(BUILD)/examples/%.elf)
s390x-programs: $(S390X_ELF)
	@$(MAKE) -s --no-print-directory $(S390X_EXAMPLES:%=build/host/examples/%.elf) MARCH=host BUILD=build/host \
	  CC=gcc HOSTCC=gcc AR=ar LD=ld
	@for e in $(S390X_EXAMPLES); do \
	  build/host/examples/$$e.elf >$(S390X_BUILD)/$$e-host.txt && \
	  $(S390X_RUN) $(S390X_BUILD)/examples/$$e.elf >$(S390X_BUILD)/$$e.txt && \
	  cmp $(S390X_BUILD)/$$e-host.txt $(S390X_BUILD)/$$e.txt || { echo "$$e: fails on s390x"; exit 1; }; done
	@echo "examples on s390x: $(words $(S390X_EXAMPLES)) passed, 0 failed"
