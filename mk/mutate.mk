##@ Deeper tests
# Do the tests notice broken arithmetic? One mutation a row of tests/mutations/*.tsv.

.PHONY: mutate
mutate: ## breaks one rule of the FPU's arithmetic at a time; a test has to notice each
	@MAKE="$(MAKE)" tools/mutate.sh $(MUTATIONS)
