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
