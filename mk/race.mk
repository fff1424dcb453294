##@ Look inside
# The race finder: kernels under many interleavings of their threads (docs/diagnostics.md).

KERNEL ?= matmul reuse reuse-no-stallwait
SEED ?= 1
SEEDS ?= 100
RACE_SRC := $(wildcard tools/race/*.c) $(addprefix examples/matmul/,unpack.c math.c pack.c data.c) examples/common/tiles.c
RACE_OBJ := $(RACE_SRC:%=$(BUILD)/%.o)
$(BUILD)/race.elf: $(RACE_OBJ) $(PORT_OBJ) $(LIB)
	$(LINK_PROGRAM)
-include $(RACE_OBJ:.o=.d)

.PHONY: race race-test race-program
race-program:
	@$(MAKE) -s --no-print-directory build/host-diag/race.elf MARCH=host DIAG=1

race: race-program ## the first interleaving of threads that changes a result; KERNEL= SEED=1 SEEDS=100 TRACE=file
	@status=0; for k in $(KERNEL); do build/host-diag/race.elf $$k $(SEED) $(SEEDS) $(TRACE) || status=1; done; exit $$status

race-test: race-program ## are the kernels that guard themselves found good, and the one that does not found out?
	@tools/race/test.sh build/host-diag/race.elf

# Examples that run by examples/common/job_run.c.
WATCHED := $(patsubst examples/%/main.c,%,$(shell grep -l common/job.h examples/*/main.c))
.PHONY: examples-lint
examples-lint: ## the examples under the lint: no schedule that goes wrong on silicon
	@for e in $(WATCHED); do \
	  $(MAKE) -s --no-print-directory build/host-diag/examples/$$e.elf MARCH=host DIAG=1 && \
	  build/host-diag/examples/$$e.elf >build/host-diag/examples/$$e.out || \
	  { grep -A 4 '^lint' build/host-diag/examples/$$e.out; echo "$$e: failed"; exit 1; }; done; \
	  echo "$(words $(WATCHED)) passed, 0 failed"
