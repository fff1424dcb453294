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
