##@ Files and documents
# Files made from the tables; they are committed, and `make check` proves them fresh.

build/host/tools/gen_%: tools/gen_%.c build/host/libsoftensix.a
	@mkdir -p $(@D)
	@$(HOSTCC) $(CFLAGS_TEST) $< build/host/libsoftensix.a -lm -o $@

# A file that stays what it was keeps its time: nothing is compiled again because of it.
renew = > build/generated && { cmp -s build/generated $(1) || cp build/generated $(1); }

# First what the generators, which link the library, are compiled with.
.PHONY: generate generated
generate: ## remakes the files that are generated
	@mkdir -p build
	@tools/gen_private.sh > build/private.h
	@cmp -s build/private.h lib/private.h || mv build/private.h lib/private.h
	@$(MAKE) -s --no-print-directory generated

generated: build/host/tools/gen_tti build/host/tools/gen_recip build/host/tools/gen_cfg build/host/tools/gen_llk \
  build/host/tools/gen_opcodes build/host/tools/gen_names
	@build/host/tools/gen_tti $(call renew,include/softensix/tti.h)
	@build/host/tools/gen_recip > build/recip_table.h && clang-format build/recip_table.h $(call renew,lib/num/recip_table.h)
	@build/host/tools/gen_cfg $(call renew,include/llk/cfg_defines.h)
	@build/host/tools/gen_llk $(call renew,include/llk/tt_issue.h)
	@build/host/tools/gen_opcodes $(call renew,include/softensix/opcodes.h)
	@mkdir -p build/names && cp .clang-format build/names/
	@for part in c:constants cxx:structs fields:fields; do \
	  build/host/tools/gen_names $${part%:*} > build/names/$${part#*:}.h && \
	  clang-format build/names/$${part#*:}.h $(call renew,include/softensix/names/$${part#*:}.h); done
