##@ Deeper tests
# Do the tests notice when something is broken? Mutations of lib/, port/ and the tools for kernels (docs/testing.md).

COUNT ?= 300
mutants: ## breaks COUNT=300 places drawn by SEED=1 (or "1 2"), one at a time; last line "N of M noticed"; ONLY="lib/pack port/llk" chooses files, AGAIN=output tries the survivors of an earlier run
	@tools/setup.sh
	@PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 python3 -m mutants --seed "$(SEED)" --count $(COUNT) --only "$(ONLY)" --again "$(AGAIN)"

mutants-rows: $(addprefix build/unit/tests/isa/,test_claims test_claims_dst) # changes one claim of a row of lib/isa/blackhole.def, COUNT=300 drawn by SEED=1 (COUNT=0: all); last line "N of M noticed"
	@PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 python3 -m mutants.rows --seed "$(firstword $(SEED) 1)" --count $(COUNT)
