# Tests on the host: every tests/*/test_*.c is a program that prints "N passed, N failed".

TEST_SRC := $(sort $(wildcard tests/*/test_*.c))
TEST_BIN := $(TEST_SRC:%.c=build/host/%)

build/host/tests/%: tests/%.c tests/test.h build/host/libinternal.a
	@mkdir -p $(@D)
	@$(HOSTCC) $(CFLAGS_TEST) -MMD -MP $< build/host/libinternal.a -lm -o $@

HOSTCC ?= gcc

ifneq ($(MARCH),host)
build/host/libsoftensix.a build/host/libinternal.a: FORCE
	@$(MAKE) --no-print-directory $@ MARCH=host
endif
FORCE:

.PHONY: unit
unit: $(TEST_BIN) ## the host unit tests alone
	@tools/run-tests.sh $(TEST_BIN)

-include $(TEST_BIN:=.d)

SOAK_TRIPLES ?= 10000000
.PHONY: soak
soak: build/host/tests/num/test_sfpu_mad build/host/tests/num/test_sfpu_int ## long forms of the arithmetic tests: 10 million multiply-adds, every integer
	@build/host/tests/num/test_sfpu_mad $(SOAK_TRIPLES)
	@build/host/tests/num/test_sfpu_int 1
