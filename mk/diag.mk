# Diagnostics: docs/diagnostics.md.

.PHONY: trace
trace: ## a matmul's trace: build/trace.jsonl, and build/trace.json for chrome://tracing or Perfetto
	@$(MAKE) -s --no-print-directory build/host-diag/examples/matmul.elf MARCH=host DIAG=1
	@build/host-diag/examples/matmul.elf $(DEMO_ARGS) build/trace.jsonl >/dev/null
	@tools/trace2chrome.py build/trace.jsonl >build/trace.json
	@wc -l build/trace.jsonl && ls -l build/trace.json

# Tools for the host; they link the diagnostic variant.
.PHONY: tools
tools: build/host/tools/stx-dis ## the host tools: build/host/tools/stx-dis

build/host/tools/stx-dis: tools/stx-dis.c build/host-diag/libinternal.a
	@mkdir -p $(@D)
	@$(HOSTCC) $(CFLAGS_TEST) -DSTX_TRACE=1 $< build/host-diag/libinternal.a -o $@

.PHONY: save-test
save-test: ## the bytes of a saved state on the host and on rv32im: are they the same?
	@$(MAKE) -s --no-print-directory build/host/qemu-tests/test_save.elf MARCH=host
	@$(MAKE) -s --no-print-directory build/rv32im/qemu-tests/test_save.elf MARCH=rv32im
	@build/host/qemu-tests/test_save.elf >build/save-host.txt
	@tools/run-qemu.sh build/rv32im/qemu-tests/test_save.elf >build/save-rv32im.txt
	@cmp build/save-host.txt build/save-rv32im.txt && cat build/save-host.txt
