# RISC-V's vector extension: MARCH=rv32imafcv VLEN=128 for any target that takes MARCH (docs/porting.md).

RVV_MARCH ?= rv32imafcv rv32im_zve32x
RVV_MABI := $(call MABI_OF,rv$(subst v,,$(RVV_MARCH:rv%=%)))
RVV_VLENS ?= 128 256
rvv-test: # the kernels of the vector extension against the plain forms in QEMU; RVV_MARCH= RVV_VLENS="128 256" KERNEL_BLOCKS=160
	@for march in $(RVV_MARCH); do $(MAKE) -s --no-print-directory rvv-core RVV_MARCH=$$march || exit 1; done

rvv-core:
	@if [ -z "$$(tools/vector-cc.sh $(CROSS)gcc $(RVV_MARCH) $(RVV_MABI))" ]; then \
	  echo "skipped: vector extension: no compiler with its intrinsics, clang-19 or GCC 14 (tools/setup.sh --all)"; exit 0; fi; \
	for vlen in $(RVV_VLENS); do \
	  $(MAKE) -s --no-print-directory qemu-kernels MARCH=$(RVV_MARCH) VLEN=$$vlen KERNEL_BLOCKS=$(KERNEL_BLOCKS) || exit 1; done
