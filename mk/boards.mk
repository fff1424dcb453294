##@ Tests
# The demonstration wherever it runs: boards of QEMU, cores, Linux, C libraries.

# A board of QEMU is a file of linker/. Cores that everything is compared on in QEMU: others are added where they are asked for.
BOARDS ?= $(filter-out bare sections,$(notdir $(basename $(wildcard linker/*.ld))))
CORES := rv32im rv32imafc rv32imafcv/128 rv32imafcv/256 rv64imac rv64gcv/128
boards: ## the demonstration on each board of QEMU: the host's checksum; on the smallest one a smaller program
	@tools/setup.sh
	@MAKE="$(MAKE)" tools/variants.py demo $(BOARDS)

# Cores that no other target runs it on; then programs of Linux; then other C libraries.
PLACES := rv32e rv32imac rv32imafc rv64imac linux:rv64gc linux:rv64gcv none newlib
boards-test: # the demonstration on each board, more cores, Linux (rv64gc, rv64gcv), without picolibc: one checksum
	@tools/setup.sh
	@MAKE="$(MAKE)" tools/variants.py demo $(BOARDS) $(PLACES)

LIBCS ?= none newlib
libc-test: # demonstration, threads, vectors and an LLK case with LIBCS="none newlib" instead of picolibc
	@tools/setup.sh
	@MAKE="$(MAKE)" tools/variants.py libc "$(PARTS)" $(LIBCS)
