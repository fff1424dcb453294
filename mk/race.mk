##@ Look inside
# The race finder: kernels under many interleavings of their threads (docs/diagnostics.md).

KERNEL ?= matmul reuse reuse-no-stallwait
# ORDER=plausible: threads do not switch inside a MOP or REPLAY, as they else do after any word.
RACE_SRC := $(wildcard tools/race/*.c) tools/cli/cli.c $(wildcard port/coop/race*.c) $(addprefix tests/vectors/,parse.c list.c state.c) \
  $(addprefix examples/matmul/,unpack.c math.c pack.c data.c) examples/common/tiles.c
RACE_OBJ := $(RACE_SRC:%=$(BUILD)/%.o)
$(RACE_OBJ): PROGRAM_CFLAGS += -Itools -D_POSIX_C_SOURCE=200809L

# A kernel in a shared object finds the library in the program: all of it, whether used here or not.
build/host/tools/stx-race: FORCE
	@$(MAKE) -s --no-print-directory build/host-diag/stx-race MARCH=host DIAG=1
	@mkdir -p $(@D) && { cmp -s build/host-diag/stx-race $@ || cp build/host-diag/stx-race $@; }
$(BUILD)/stx-race: $(RACE_OBJ) $(PORT_OBJ) $(BUILD)/libinternal.a
	@$(CC) $(filter %.o,$^) -rdynamic -Wl,--whole-archive $(BUILD)/libinternal.a -Wl,--no-whole-archive -ldl -lm -o $@
-include $(RACE_OBJ:.o=.d)

race: build/host/tools/stx-race ## the first interleaving of threads that changes a result; KERNEL= SEED=1 SEEDS=100 ORDER=plausible TRACE=file; KERNEL is a name, a list of words or a shared object
	@status=0; for k in $(KERNEL); do case $$k in *-no-stallwait) bad=--expect-race ;; *) bad= ;; esac; \
	  $< --first $(SEED) --seeds $(or $(SEEDS),100) $(if $(filter plausible,$(ORDER)),--plausible) $(if $(TRACE),--trace $(TRACE)) $$bad $$k || status=1; done; exit $$status

race-test: build/host/tools/stx-race # are the kernels that guard themselves found good, and the one that does not found out?
	@tests/session.py race=build/host/tools/stx-race tools/race/test.txt

# Examples that run by examples/common/threads.c.
WATCHED := $(patsubst examples/%/main.c,%,$(shell grep -l "common/job.h\|common/threads.h" examples/*/main.c))
examples-lint: # the examples under the lint: no schedule that goes wrong on silicon
	@for e in $(WATCHED); do \
	  $(MAKE) -s --no-print-directory build/host-diag/examples/$$e.elf MARCH=host DIAG=1 && \
	  build/host-diag/examples/$$e.elf >build/host-diag/examples/$$e.out || \
	  { grep -A 4 '^lint' build/host-diag/examples/$$e.out; echo "$$e: failed"; exit 1; }; done; \
	  echo "$(words $(WATCHED)) passed, 0 failed"
