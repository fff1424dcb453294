##@ Tests
# Everything that must hold, and the program of the README.

test: ## everything that must hold, host and QEMU; last line "N passed, N failed"
	@tools/setup.sh
	-@tools/setup.sh --llk
	@MAKE="$(MAKE)" tools/test_all.py

test-quick: ## what a change most often breaks, in less than two minutes
	@tools/setup.sh
	@MAKE="$(MAKE)" tools/test_all.py quick

readme-test: # is README.md's program examples/01-one-word, and does it run?
	@tools/setup.sh
	@tools/readme-program.sh README.md | cmp - examples/01-one-word/main.c
	@$(MAKE) -s --no-print-directory build/host/examples/01-one-word.elf MARCH=host
	@build/host/examples/01-one-word.elf
	@$(MAKE) --no-print-directory example EXAMPLE=01-one-word
