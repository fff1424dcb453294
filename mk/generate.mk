##@ Files and documents
# Files made from the tables; they are committed, and `make check` proves them fresh.

build/host/tools/gen_%: tools/gen_%.c build/host/libsoftensix.a
	@mkdir -p $(@D)
	@$(HOSTCC) $(CFLAGS_TEST) $< build/host/libsoftensix.a -lm -o $@

# First what the generators, which link the library, are compiled with.
.PHONY: generate generated
generate: ## remakes the files that are generated
	@mkdir -p build
	@tools/gen_private.sh > build/private.h
	@cmp -s build/private.h lib/private.h || mv build/private.h lib/private.h
	@$(MAKE) -s --no-print-directory generated

generated: build/host/tools/gen_tti build/host/tools/gen_recip build/host/tools/gen_cfg build/host/tools/gen_llk \
  build/host/tools/gen_opcodes build/host/tools/gen_names
	@build/host/tools/gen_tti > include/softensix/tti.h
	@build/host/tools/gen_recip > build/recip_table.h && clang-format build/recip_table.h > lib/num/recip_table.h
	@build/host/tools/gen_cfg > include/llk/cfg_defines.h
	@build/host/tools/gen_llk > include/llk/tt_issue.h
	@build/host/tools/gen_opcodes > include/softensix/opcodes.h
	@mkdir -p build/names && cp .clang-format build/names/
	@for part in c:constants cxx:structs fields:fields; do \
	  build/host/tools/gen_names $${part%:*} > build/names/$${part#*:}.h && \
	  clang-format build/names/$${part#*:}.h > include/softensix/names/$${part#*:}.h; done
