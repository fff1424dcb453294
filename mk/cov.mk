##@ Deeper tests
# Coverage of lib/ by everything that runs on the host (docs/testing.md).

# COV_DOCUMENT=docs/testing.md puts the table there.
COV := build/cov
COV_DOCUMENT ?=
COV_CFLAGS := -std=c99 -D_POSIX_C_SOURCE=200809L -O0 -g --coverage -DSTX_TRACE=1 -Wall -Wextra -Werror -Iinclude -Ilib -Itests -Iexamples -Iport
COV_TEST_CFLAGS := $(filter-out --coverage -D_POSIX_C_SOURCE=200809L,$(COV_CFLAGS))
COV_OBJ = $(LIB_SRC:%.c=$(COV)/%.o)
COV_TESTS = $(TEST_SRC:%.c=$(COV)/%)
COV_FUZZ = $(FUZZ_LIB:%=$(COV)/fuzz_%)

$(COV)/lib/%.o: lib/%.c
	@mkdir -p $(@D) && $(HOSTCC) $(COV_CFLAGS) -MMD -MP -c $< -o $@
$(COV)/tests/%: tests/%.c $(COV_OBJ)
	@mkdir -p $(@D) && $(HOSTCC) $(COV_TEST_CFLAGS) $^ --coverage -pthread -lm -o $@
$(COV)/vectors: $(VEC_SRC) $(COV_OBJ)
	@$(HOSTCC) $(COV_TEST_CFLAGS) $^ --coverage -o $@
$(COV)/fuzz_%: tests/fuzz/fuzz_%.c tests/fuzz/replay.c $(FUZZ_SUPPORT) $(COV_OBJ)
	@$(HOSTCC) $(COV_TEST_CFLAGS) -D_POSIX_C_SOURCE=200809L $^ --coverage -o $@
$(COV)/%.elf: qemu-tests/%.c $(PORT_SRC) $(COV_OBJ)
	@$(HOSTCC) $(COV_TEST_CFLAGS) -D_XOPEN_SOURCE=700 $^ --coverage -o $@

cov: $(COV_TESTS) $(COV)/vectors $(COV_FUZZ) $(COV)/test_threads.elf $(COV)/test_save.elf ## lines of lib/ that tests execute, by unit; must be 95 %
	@find $(COV) -name '*.gcda' -delete
	@out=$$(tools/run_tests.py $(COV_TESTS) $(COV)/test_threads.elf $(COV)/test_save.elf) || { echo "$$out"; exit 1; }
	@for f in $(FUZZ_LIB); do $(COV)/fuzz_$$f tests/fuzz/corpus/$$f.txt >/dev/null || exit 1; done
	@out=$$(RUNNER= tools/run-vectors.sh $(COV)/vectors $(VEC)) || { echo "$$out"; exit 1; }
	@tools/coverage.py $(COV) lib 95 $(COV_DOCUMENT)

-include $(COV_OBJ:.o=.d)
