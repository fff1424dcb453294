##@ Files and documents
# Files made from the tables; they are committed, and `make check` proves them fresh.

$(HOST)/tools/gen_%: tools/gen_%.c $(HOST)/libsoftensix.a
	@mkdir -p $(@D) && $(HOSTCC) $(CFLAGS_TEST) $< $(HOST)/libsoftensix.a -lm -o $@

# A file that stays what it was keeps its time: nothing is compiled again because of it.
renew = > build/generated && { cmp -s build/generated $(1) || cp build/generated $(1); }

# First what the generators, which link the library, are compiled with.
generate: ## remakes the files that are generated
	@mkdir -p build
	@tools/gen_private.sh > build/private.h
	@cmp -s build/private.h lib/private.h || mv build/private.h lib/private.h
	@for arch in $(ARCHS); do $(MAKE) -s --no-print-directory masks ARCH=$$arch || exit 1; done
	@for arch in $(ARCHS); do $(MAKE) -s --no-print-directory generated ARCH=$$arch || exit 1; done

# Its generator is compiled with the table alone: the library needs what it makes.
masks:
	@mkdir -p $(HOST)/tools && $(HOSTCC) $(CFLAGS_TEST) tools/gen_masks.c -o $(HOST)/tools/gen_masks
	@$(HOST)/tools/gen_masks $(call renew,lib/isa/$(ARCH)-masks.def)

# Those of one chip.
MADE := include/softensix/$(ARCH)
generated: $(addprefix $(HOST)/tools/gen_,tti recip cfg llk opcodes names)
	@$(HOST)/tools/gen_tti $(call renew,$(MADE)/tti.h)
	@$(HOST)/tools/gen_recip > build/recip_table.h && clang-format build/recip_table.h $(call renew,lib/num/recip_table.h)
	@$(HOST)/tools/gen_cfg $(call renew,include/llk/$(ARCH)/cfg_defines.h)
	@$(HOST)/tools/gen_llk $(call renew,include/llk/$(ARCH)/tt_issue.h)
	@$(HOST)/tools/gen_opcodes $(call renew,$(MADE)/opcodes.h)
	@mkdir -p build/names && cp .clang-format build/names/
	@for part in c:constants cxx:structs fields:fields; do \
	  $(HOST)/tools/gen_names $${part%:*} > build/names/$${part#*:}.h && \
	  clang-format build/names/$${part#*:}.h $(call renew,$(MADE)/names/$${part#*:}.h); done
