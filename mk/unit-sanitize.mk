# The library and tests of its instructions under the address and undefined-behaviour sanitizers.

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SAN := build/sanitize
SAN_SRC ?= $(wildcard tests/insn/test_*.c)
SAN_BIN := $(SAN_SRC:%.c=$(SAN)/%)

ifneq ($(BUILD),$(SAN))
$(SAN)/libinternal.a: FORCE
	@$(MAKE) -s --no-print-directory $@ BUILD=$(SAN) MARCH=host EXTRA="$(SANITIZE)"
endif

$(SAN)/tests/%: tests/%.c tests/test.h $(SAN)/libinternal.a
	@mkdir -p $(@D)
	@$(HOSTCC) $(CFLAGS_TEST) $(SANITIZE) -MMD -MP $< $(SAN)/libinternal.a -lm -o $@

.PHONY: sanitize
sanitize: $(SAN_BIN) ## tests/insn, random words of every opcode among them, with address and undefined-behaviour sanitizers
	@tools/run-tests.sh $(SAN_BIN)

-include $(SAN_BIN:=.d)
