# Diagnostics: docs/diagnostics.md.

.PHONY: trace
trace: ## a matmul's trace: build/trace.jsonl, and build/trace.json for chrome://tracing or Perfetto
	@$(MAKE) -s --no-print-directory build/host-diag/examples/matmul.elf MARCH=host DIAG=1
	@build/host-diag/examples/matmul.elf $(DEMO_ARGS) build/trace.jsonl >/dev/null
	@tools/trace2chrome.py build/trace.jsonl >build/trace.json
	@wc -l build/trace.jsonl && ls -l build/trace.json
