##@ Tests
# Tests of the ports on the target. MARCH defaults to rv32im here.

QEMU_MARCH := $(if $(filter host,$(MARCH)),rv32im,$(MARCH))
RUN_QEMU := tools/run-qemu.sh

# What a target is given and cannot use it refuses.
KERNEL_GOALS := $(filter llk llk-own llk-compile llk-pytest llk-soak metal metal-run metal-own metal-check transformer-metal,$(MAKECMDGOALS))
CORE_GOALS := $(KERNEL_GOALS) $(filter demo digits qemu-test qemu-vectors qemu-kernels cycles cycles-elf harts harts-gain stx-boot,$(MAKECMDGOALS))
ifeq ($(origin MARCH) $(MARCH),command line host)
  $(foreach goal,$(CORE_GOALS),$(error make $(goal) MARCH=host: it runs in QEMU (rv32im rv32imac ...)\
    $(if $(KERNEL_GOALS),or with pointers of 32 bits on the host (host32))))
endif
$(if $(filter 1,$(TIME)),$(foreach goal,$(filter example digits,$(MAKECMDGOALS)),$(error make $(goal) TIME=1: it tells no times; make demo TIME=1 does)))

qemu-test: # the tests of the ports in QEMU; MARCH=rv32im
	@tools/setup.sh
	@$(MAKE) --no-print-directory port-test-programs MARCH=$(QEMU_MARCH) RUNNER=$(RUN_QEMU)

mcu-test: # the same on an emulated microcontroller with 128 KB of RAM
	@tools/setup.sh
	@$(MAKE) --no-print-directory port-test-programs MARCH=rv32imc BOARD=opentitan \
	  BUILD=build/opentitan RUNNER=$(RUN_QEMU)

port-test: # the same tests as host programs
	@$(MAKE) --no-print-directory port-test-programs MARCH=host RUNNER=

port-test-programs: $(QEMU_TEST_ELF) $(BUILD)/port/template.elf
	@$(RUNNER) $(BUILD)/port/template.elf
	@RUNNER=$(RUNNER) $(call reported,qemu-tests,tools/run_tests.py $(QEMU_TEST_ELF))
