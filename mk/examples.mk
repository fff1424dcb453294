##@ Kernels
# The small examples, on the host and on rv32im in QEMU: same output?

SMALL_EXAMPLES := sigmoid dropout tilize formats transformer cookbook
examples: # runs the small examples on the host and in QEMU and compares what they print
	@tools/setup.sh
	@$(MAKE) -s --no-print-directory $(SMALL_EXAMPLES:%=build/host/examples/%.elf) MARCH=host
	@$(MAKE) -s --no-print-directory $(SMALL_EXAMPLES:%=build/rv32im/examples/%.elf) MARCH=rv32im
	@for e in $(SMALL_EXAMPLES); do \
	  build/host/examples/$$e.elf >build/$$e-host.txt && \
	  tools/run-qemu.sh build/rv32im/examples/$$e.elf >build/$$e-rv32im.txt && \
	  cmp build/$$e-host.txt build/$$e-rv32im.txt || exit 1; \
	  echo "$$e: $$(tail -n 1 build/$$e-host.txt)"; done
	@echo "$(words $(SMALL_EXAMPLES)) passed, 0 failed"
