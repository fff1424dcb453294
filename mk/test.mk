# Tests on the host: every tests/*/test_*.c is a program that prints "N passed, N failed".

TEST_SRC := $(sort $(wildcard tests/*/test_*.c))
TEST_BIN := $(TEST_SRC:%.c=build/host/%)

# Unit tests look inside: they link the diagnostic variant.
build/host/tests/%: tests/%.c tests/test.h build/host-diag/libinternal.a
	@mkdir -p $(@D)
	@$(HOSTCC) $(CFLAGS_TEST) -DSTX_TRACE=1 -MMD -MP $< build/host-diag/libinternal.a -lm -o $@

HOSTCC ?= gcc

ifneq ($(MARCH),host)
build/host/libsoftensix.a build/host/libinternal.a: FORCE
	@$(MAKE) -s --no-print-directory $@ MARCH=host
endif
ifneq ($(BUILD),build/host-diag)
build/host-diag/libsoftensix.a build/host-diag/libinternal.a: FORCE
	@$(MAKE) -s --no-print-directory $@ MARCH=host DIAG=1
endif
FORCE:

.PHONY: unit
unit: $(TEST_BIN) ## the host unit tests alone
	@tools/run-tests.sh $(TEST_BIN)

-include $(TEST_BIN:=.d)

SOAK_TRIPLES ?= 10000000
SOAK_FACTOR ?= 20
SOAK := $(addprefix build/host/tests/,num/test_sfpu_mad num/test_sfpu_int insn/test_sfp_fuzz insn/test_data_fuzz)
.PHONY: soak
soak: $(SOAK) ## long forms: 10 million multiply-adds, every integer, 20 times the random words and configurations
	@build/host/tests/num/test_sfpu_mad $(SOAK_TRIPLES)
	@build/host/tests/num/test_sfpu_int 1
	@build/host/tests/insn/test_sfp_fuzz $(SOAK_FACTOR)
	@build/host/tests/insn/test_data_fuzz $(SOAK_FACTOR)
