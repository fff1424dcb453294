# Kernels of our own in LLK's style (examples/llk), with cases in tests/llk: no checkout is needed.

LLK_OWN := $(sort $(wildcard tests/llk/*.llk))

.PHONY: llk-own llk-same llk-bad llk-cases llk-cases-fresh
llk-own: ## the kernels of examples/llk on their cases; MARCH=rv32im CASES="tests/llk/a.llk ..."; beside a checkout: TT_LLK= SFPI=
	@tools/setup.sh --llk
	@$(MAKE) --no-print-directory llk-runtime MARCH=$(LLK_MARCH)
	@tools/llk/llk.py --march $(LLK_MARCH) --kernels examples/llk \
	  $(if $(TT_LLK),--tt-llk "$(TT_LLK)" --sfpi "$(SFPI)") $(LLK_FLAGS) $(if $(CASES),$(CASES),$(LLK_OWN))

llk-same: ## the same on two cores: the same bytes in all of L1
	@MAKE="$(MAKE)" tests/llk/same.sh rv32im rv32imac

llk-bad: ## kernels and case files that must fail, each with its own report
	@tools/setup.sh --llk
	@$(MAKE) --no-print-directory llk-runtime MARCH=rv32im
	@tests/llk/bad.sh

llk-cases: ## remakes tests/llk/*.llk
	@tools/llk/own_cases.py tests/llk

llk-cases-fresh: ## are they what is computed now?
	@tools/llk/own_cases.py --check tests/llk
