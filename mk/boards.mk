##@ Tests
# The boards of QEMU: the demonstration on each that has room for it, one program on the one that has 16 KB.

BOARDS ?= qemu-virt spike sifive_u
.PHONY: boards
boards: ## the demonstration on each board of QEMU: the host's checksum; on the smallest the tiny configuration
	@tools/setup.sh
	@MAKE="$(MAKE)" tools/boards.sh $(BOARDS)

LIBCS ?= none newlib
.PHONY: libc-test
libc-test: ## demonstration, threads, vectors and an LLK case with LIBCS="none newlib" instead of picolibc
	@tools/setup.sh
	@MAKE="$(MAKE)" tools/libc-test.sh $(LIBCS)
