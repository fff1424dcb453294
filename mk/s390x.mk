##@ Deeper tests
# A host with the bytes of a word in the other order: s390x by QEMU's user mode (docs/testing.md).

S390X := s390x-linux-gnu-
S390X_RUN := qemu-s390x -L /usr/s390x-linux-gnu
S390X_TOOLS := HOSTCC=$(S390X)gcc CC=$(S390X)gcc AR=$(S390X)ar LD=$(S390X)ld OBJCOPY=$(S390X)objcopy RUNNER="$(S390X_RUN)"
S390X_BUILD := build/s390x

.PHONY: s390x-test s390x-programs
s390x-test: ## unit tests and examples on a big-endian host, by qemu-user; left out where the tools are missing
	@if command -v $(S390X)gcc >/dev/null && command -v qemu-s390x >/dev/null; then \
	  $(MAKE) --no-print-directory unit MARCH=host UNIT=$(S390X_BUILD)/unit $(S390X_TOOLS) && \
	  $(MAKE) --no-print-directory s390x-programs MARCH=host BUILD=$(S390X_BUILD) $(S390X_TOOLS); \
	else echo "skipped: big-endian host: no $(S390X)gcc or no qemu-s390x (tools/setup.sh --all)"; fi

# What an example prints has to be what it prints on this host.
s390x-programs: $(EXAMPLE_ELF)
	@$(MAKE) -s --no-print-directory $(EXAMPLES:%=build/host/examples/%.elf) MARCH=host BUILD=build/host \
	  CC=gcc HOSTCC=gcc AR=ar LD=ld OBJCOPY=objcopy
	@for e in $(filter-out llk,$(EXAMPLES)); do \
	  build/host/examples/$$e.elf >$(S390X_BUILD)/$$e-host.txt && \
	  $(S390X_RUN) $(S390X_BUILD)/examples/$$e.elf >$(S390X_BUILD)/$$e.txt && \
	  cmp $(S390X_BUILD)/$$e-host.txt $(S390X_BUILD)/$$e.txt || { echo "$$e: fails on s390x"; exit 1; }; done
	@echo "examples on s390x: $(words $(filter-out llk,$(EXAMPLES))) passed, 0 failed"
