##@ Files and documents
# The library as two files (docs/install.md).

.PHONY: single single-test
single: ## the library as two files: build/single/softensix.h and softensix.c
	@tools/single.py build/single
	@wc -l build/single/softensix.h build/single/softensix.c

single-test: single ## do the two files compile for each kernel, and compute what the library computes?
	@MAKE="$(MAKE)" tests/install/single.sh build/single
