# Fuzzing: every tests/fuzz/fuzz_*.c is a target of its own (docs/testing.md).

FUZZ_SECONDS ?= 60
FUZZ := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_SUPPORT := tests/fuzz/fuzz.c tests/vectors/parse.c tests/vectors/state.c
FUZZ_CFLAGS := -std=c99 -D_POSIX_C_SOURCE=200809L -O1 -g -Wall -Wextra -Werror -Iinclude -Ilib -Itests \
  -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

build/fuzz/lib/%.o: lib/%.c
	@mkdir -p $(@D)
	@clang $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@
build/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(FUZZ_SUPPORT) $(LIB_SRC:%.c=build/fuzz/%.o)
	@clang $(FUZZ_CFLAGS) -fsanitize=fuzzer -MMD -MP $^ -o $@

build/replay/lib/%.o: lib/%.c
	@mkdir -p $(@D)
	@$(HOSTCC) $(FUZZ_CFLAGS) -MMD -MP -c $< -o $@
build/replay/fuzz_%: tests/fuzz/fuzz_%.c tests/fuzz/replay.c $(FUZZ_SUPPORT) $(LIB_SRC:%.c=build/replay/%.o)
	@$(HOSTCC) $(FUZZ_CFLAGS) $^ -o $@

.SECONDARY: $(LIB_SRC:%.c=build/fuzz/%.o) $(LIB_SRC:%.c=build/replay/%.o)
.PHONY: fuzz fuzz-replay fuzz-keep
fuzz: $(FUZZ:%=build/fuzz/fuzz_%) $(FUZZ:%=build/replay/fuzz_%) ## random input with sanitizers, FUZZ_SECONDS=60 a target; FUZZ="words data" chooses
	@for f in $(FUZZ); do tools/fuzz.sh $$f $(FUZZ_SECONDS) || exit 1; done

fuzz-keep: $(FUZZ:%=build/fuzz/fuzz_%) ## tests/fuzz/corpus from what fuzzing has learnt
	@for f in $(FUZZ); do tools/fuzz.sh $$f keep || exit 1; done

fuzz-replay: $(FUZZ:%=build/replay/fuzz_%) ## the kept inputs of every fuzz target once more
	@passed=0; for f in $(FUZZ); do \
	  out=$$(build/replay/fuzz_$$f tests/fuzz/corpus/$$f.txt) || { echo "$$out"; echo "fuzz_$$f: a kept input fails"; exit 1; }; \
	  passed=$$((passed + $${out%% *})); done; echo "$$passed passed, 0 failed"

-include $(LIB_SRC:%.c=build/fuzz/%.d) $(LIB_SRC:%.c=build/replay/%.d)
