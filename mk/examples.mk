##@ Kernels
# Each example says itself whether its results are right; what QEMU prints has to be what the host prints.

NAMES ?= eltwise reduce transpose first_kernel sigmoid dropout tilize formats transformer cookbook
examples: # runs examples on the host and in QEMU and compares what they print; NAMES="sigmoid ..."
	@tools/setup.sh
	@$(MAKE) -s --no-print-directory $(NAMES:%=build/host/examples/%.elf) MARCH=host
	@$(MAKE) -s --no-print-directory $(NAMES:%=build/$(DEMO_MARCH)/examples/%.elf) MARCH=$(DEMO_MARCH)
	@for e in $(NAMES); do \
	  build/host/examples/$$e.elf >build/$$e-host.txt || { tail -n 5 build/$$e-host.txt; exit 1; }; \
	  tools/run-qemu.sh build/$(DEMO_MARCH)/examples/$$e.elf | cmp - build/$$e-host.txt || exit 1; \
	  echo "$$e: $$(tail -n 1 build/$$e-host.txt)"; done
	@echo "$(words $(NAMES)) passed, 0 failed"
