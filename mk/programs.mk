##@ Deeper tests
# Random programs of three threads: every selection of kernels and half size against the plain form. The libraries
# are those of `make kernels`.

PROGRAMS ?= 200
programs: # random programs of three threads, PROGRAMS=40: every selection of kernels and half size against the plain form
	@MAKE="$(MAKE)" tools/variants.py programs $(PROGRAMS) host

PROGRAM_CORES ?= $(CORES)
qemu-programs: # the same on each of PROGRAM_CORES= in QEMU, those with vectors too, against the plain form on the host
	@tools/setup.sh
	@MAKE="$(MAKE)" tools/variants.py programs $(PROGRAMS) $(PROGRAM_CORES)

soak-programs: $(UNIT)/tests/programs/test_programs # the same with 20,000 programs, 500 of them saved, restored, split and reordered too
	@$(UNIT)/tests/programs/test_programs 500
	@$(MAKE) --no-print-directory programs PROGRAMS=20000
