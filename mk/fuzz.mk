##@ Deeper tests
# Fuzzing: every tests/fuzz/fuzz_*.c is a target of its own, and every fuzz_*.py (docs/testing.md).

FUZZ_SECONDS ?= 60
FUZZ := $(patsubst tests/fuzz/fuzz_%,%,$(basename $(wildcard tests/fuzz/fuzz_*.c tests/fuzz/fuzz_*.py)))
FUZZ_TOOLS = $(filter $(patsubst tests/fuzz/fuzz_%.py,%,$(wildcard tests/fuzz/fuzz_*.py)),$(FUZZ))
FUZZ_LIB = $(filter-out $(FUZZ_TOOLS),$(FUZZ))
# SIZE=1 and 2: the smaller configurations. Kept inputs are those of the full size; they are inputs for the others too.
FUZZ_DIR := build/fuzz$(SIZED)
REPLAY_DIR := build/replay$(SIZED)
FUZZ_SUPPORT := tests/fuzz/fuzz.c $(addprefix tests/vectors/,parse.c list.c state.c)
FUZZ_CFLAGS := -std=c99 -D_POSIX_C_SOURCE=200809L -DSTX_TRACE=1 -O1 -g -Wall -Wextra -Werror -Iinclude -Ilib -Itests $(SIZE_FLAGS) \
  -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -Wno-pass-failed

$(FUZZ_DIR)/lib/%.o: lib/%.c
	@mkdir -p $(@D) && clang $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c $< -o $@
$(FUZZ_DIR)/fuzz_%: tests/fuzz/fuzz_%.c $(FUZZ_SUPPORT) $(LIB_SRC:%.c=$(FUZZ_DIR)/%.o)
	@clang $(FUZZ_CFLAGS) -fsanitize=fuzzer -MMD -MP $^ -o $@

# The library is that of `make sanitize`.
REPLAY_LIB := build/sanitize-address$(SIZED)/libinternal.a
REPLAY_SUPPORT := $(patsubst %.c,$(REPLAY_DIR)/%.o,tests/fuzz/replay.c $(FUZZ_SUPPORT))
$(REPLAY_DIR)/tests/%.o: tests/%.c
	@mkdir -p $(@D) && $(HOSTCC) $(FUZZ_CFLAGS) -MMD -MP -c $< -o $@
$(REPLAY_DIR)/fuzz_%: $(REPLAY_DIR)/tests/fuzz/fuzz_%.o $(REPLAY_SUPPORT) $(REPLAY_LIB)
	@$(HOSTCC) $(FUZZ_CFLAGS) $^ -o $@

.SECONDARY: $(LIB_SRC:%.c=$(FUZZ_DIR)/%.o) $(REPLAY_SUPPORT) $(FUZZ_LIB:%=$(REPLAY_DIR)/tests/fuzz/fuzz_%.o)
fuzz-programs: $(FUZZ_LIB:%=$(FUZZ_DIR)/fuzz_%) $(FUZZ_LIB:%=$(REPLAY_DIR)/fuzz_%)
fuzz: fuzz-programs ## random input with sanitizers, FUZZ_SECONDS=60 a target; FUZZ="words data" chooses, SIZE=1 or 2 a smaller configuration
	@FUZZ_DIR=$(FUZZ_DIR) REPLAY_DIR=$(REPLAY_DIR) tools/steps.sh fuzz $(FUZZ:%="tools/fuzz.sh % $(FUZZ_SECONDS)")

fuzz-all: # every target at every size, JOBS=2 at a time, FUZZ_SECONDS=60 each; findings are listed at the end
	@MAKE="$(MAKE)" tools/fuzz-all.sh $(FUZZ_SECONDS) $(FUZZ)

fuzz-keep: $(FUZZ_LIB:%=$(FUZZ_DIR)/fuzz_%) # tests/fuzz/corpus from what fuzzing has learnt
	@for f in $(FUZZ_LIB); do FUZZ_DIR=$(FUZZ_DIR) REPLAY_DIR=$(REPLAY_DIR) tools/fuzz.sh $$f keep || exit 1; done

fuzz-replay: $(FUZZ_LIB:%=$(REPLAY_DIR)/fuzz_%) # the kept inputs of every fuzz target once more
	@passed=0; for f in $(FUZZ_LIB:%=$(REPLAY_DIR)/fuzz_%) $(FUZZ_TOOLS:%=tests/fuzz/fuzz_%.py); do \
	  case $$f in *.py) input=replay ;; *) input=tests/fuzz/corpus/$${f##*/fuzz_}.txt ;; esac; \
	  out=$$($$f $$input 2>&1) || { echo "$$out" | tail -n 30; echo "$${f##*/}: a kept input fails"; exit 1; }; \
	  passed=$$((passed + $${out%% *})); done; echo "$$passed passed, 0 failed"

-include $(LIB_SRC:%.c=$(FUZZ_DIR)/%.d) $(REPLAY_SUPPORT:.o=.d) $(FUZZ_LIB:%=$(REPLAY_DIR)/tests/fuzz/fuzz_%.d)
