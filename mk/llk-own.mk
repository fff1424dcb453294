# Kernels of our own in LLK's style (examples/llk), with cases in tests/llk: no checkout is needed.

LLK_OWN := $(sort $(wildcard tests/llk/*.llk))

.PHONY: llk-own llk-cases
llk-own: ## the kernels of examples/llk on their cases; MARCH=rv32im CASES="tests/llk/a.llk ..."
	@tools/setup.sh --llk
	@$(MAKE) --no-print-directory llk-runtime MARCH=$(LLK_MARCH)
	@tools/llk/llk.py --march $(LLK_MARCH) --kernels examples/llk $(LLK_FLAGS) $(if $(CASES),$(CASES),$(LLK_OWN))

llk-cases: ## remakes tests/llk/*.llk
	@tools/llk/own_cases.py tests/llk
