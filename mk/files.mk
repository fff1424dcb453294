# SPDX-License-Identifier: Apache-2.0
##@ Files and documents
# Documentation, checks and sizes.

docs: build/host/tools/gen_isa_md build/host/tools/gen_isa_rows build/host/tools/gen_isa_rules ## remakes docs/isa.md and support.md, the support matrices, the pages of docs/isa, trace.tsv, and what is made in docs/spec
	@build/host/tools/gen_isa_md docs/modes.tsv > docs/isa.md
	@awk -f tools/stages.awk tools/stages.tsv > docs/stages.md
	@tools/prove/forms.py page
	@build/host/tools/gen_isa_rules > docs/isa/src/rules.tsv
	@build/host/tools/gen_isa_rows > build/isa-rows.json
	@$(MAKE) -s --no-print-directory build/host-wormhole/tools/gen_isa_rows ARCH=wormhole MARCH=host
	@build/host-wormhole/tools/gen_isa_rows > build/isa-rows-wormhole.json
	@tools/isa_pages.py build/isa-rows.json docs/isa/src/rules.tsv build/isa-rows-wormhole.json
	@$(MAKE) -s --no-print-directory support word-times
	@tools/spec.py make
	@tools/trace.py

# Words come from the rows that `make docs` has made; formats are tried.
support: # remakes docs/support.md: words, formats, examples and commands by chip
	@for arch in $(ARCHS); do \
	  build=build/host$$([ $$arch = blackhole ] || echo -$$arch); \
	  $(MAKE) -s --no-print-directory $$build/tools/gen_isa_rows $$build/tools/gen_support ARCH=$$arch MARCH=host && \
	  $$build/tools/gen_isa_rows >build/support-$$arch.rows && $$build/tools/gen_support >build/support-$$arch.formats && \
	  $(MAKE) -s --no-print-directory chip-lists ARCH=$$arch >build/support-$$arch.lists || exit 1; done
	@$(MAKE) -s --no-print-directory help | tools/support.py $(foreach arch,$(ARCHS),$(arch) $(addprefix build/support-$(arch).,rows formats lists))

# Runs the example of each generated page, and those of the two pages that are written by hand.
isa-examples: build/host/tools/stx-run # checks the example of every page of docs/isa: the words have to do what the page says
	@expected=$$(sed -nE 's/.* ([0-9]+) of [0-9]+ instructions execute;.*/\1/p' docs/isa.md); \
	  [ "$$expected" = "$$(ls docs/isa/src/*.ex | wc -l)" ] || { echo "$$expected instructions execute, not each has an example in docs/isa/src"; exit 1; }
	@{ awk -f tools/isa_examples.awk docs/isa/src/*.ex; \
	   sed -n '/^    case /,/^    end/s/^    //p' docs/isa/configuration.md docs/isa/semaphores.md; } >build/isa-examples.vec
	@build/host/tools/stx-run build/isa-examples.vec >build/isa-examples.out || { grep -B 9 '^FAILED' build/isa-examples.out; exit 1; }
	@echo "$$(grep -c '^passed' build/isa-examples.out) passed, 0 failed"

site: ## makes a web site of docs/ in build/site with mkdocs: search, dark mode; skipped without mkdocs
	@tools/site.py build
	@tools/site.py check

site-test: # checks the site, its links, and its pages at phone width in a headless Chromium if there is one
	@$(MAKE) --no-print-directory site
	@tools/site.py phone

guide-test: tools # checks the commands and outputs that docs/guide.md and others show
	@tools/guide.py $(GUIDES)
GUIDES := docs/guide.md docs/diagnostics.md docs/order.md

house: ## counts what bypasses the table of instructions, and what a newcomer has to learn; the first two must be 0
	@MAKE="$(THIS_MAKE)" tools/house.py

evidence: # counts by chapter of the book how many rules rest on measurements on cards, RTL, documents, the simulator
	@tools/spec.py evidence

check: house-check ## checks format, lint, layers, symbols, generated files and instruction counts
	@+$(MAKE) --no-print-directory bench-check MARCH=rv32im

# Their configuration: .flake8, .shellcheckrc.
lint: # checks Python with flake8, types of the package with mypy, and shell scripts with shellcheck
	@command -v flake8 >/dev/null || echo "skipped: lint: no flake8 (tools/setup.sh --all)"; \
	  ! command -v flake8 >/dev/null || git ls-files '*.py' | xargs -r flake8
	@command -v mypy >/dev/null || echo "skipped: lint: no mypy (tools/setup.sh --all)"; \
	  ! command -v mypy >/dev/null || mypy --strict --no-error-summary --cache-dir build/mypy python/softensix
	@command -v shellcheck >/dev/null || echo "skipped: lint: no shellcheck (tools/setup.sh --all)"; \
	  ! command -v shellcheck >/dev/null || git ls-files .ci/run '*.sh' | xargs -r shellcheck

house-check: lib house lint
	@tools/one_definition.py
	@tools/layers.py $(BUILD)
	@tools/check.py $(LIB)
	@awk -f tools/stages.awk -v LISTED=docs/stages.md tools/stages.tsv
	@tools/spec.py check
	@$(MAKE) --no-print-directory fresh

# Sources that are generated as a whole. They and the made parts of documents must be as `make generate docs` leaves them.
FRESH_FILES := $(foreach arch,$(ARCHS),$(addprefix include/softensix/$(arch)/,tti.h opcodes.h names/constants.h names/structs.h \
  names/fields.h) $(addprefix include/llk/$(arch)/,cfg_defines.h tt_issue.h) \
  lib/isa/$(arch)-masks.def) lib/num/recip_table.h lib/time/bands.def lib/private.h
fresh: # checks that the generated files agree with the tables
	@rm -rf build/fresh && mkdir -p build/fresh && cp -r docs include lib build/fresh/
	@$(MAKE) --no-print-directory generate docs MARCH=host
	@$(MAKE) --no-print-directory run-picture tile-doc time-doc MARCH=host >build/fresh.txt
	@for d in docs include lib; do diff -r build/fresh/$$d $$d || exit 1; done
	@echo "check: generated files are fresh"

recipes-test: # follows the recipes of CONTRIBUTING.md in a copy of the tree; RECIPES="board fast-form" selects some
	@tools/recipes.py $(RECIPES)

# The limits are for rv32imac.
SIZE_CORES ?= rv32i rv32im rv32imac
size: ## sizes of code, state and stack of the library for each core, SIZE_CORES=, ARCH=wormhole
	@MAKE="$(THIS_MAKE)" CORES="$(SIZE_CORES)" CHIP="$(CHIP)" CHIP_FLAGS="$(call flags_of,ARCH,$(ARCH))" tools/size.py

size-options: # what each option adds to the words of STX_PROFILE=words on the last of SIZE_CORES=; ARCH=wormhole
	@MAKE="$(THIS_MAKE)" CORES="$(SIZE_CORES)" CHIP="$(CHIP)" CHIP_FLAGS="$(call flags_of,ARCH,$(ARCH))" SIZE_OPTIONS=1 tools/size.py

# Files that are generated from the tables. They are committed, and `make check` verifies that they are up to date.
$(HOST)/tools/gen_%: tools/gen_%.c $(HOST)/libinternal.a
	@mkdir -p $(@D) && $(HOSTCC) $(CFLAGS_TEST) $< $(HOST)/libinternal.a -lm -o $@.$$$$ && mv $@.$$$$ $@

# An unchanged file keeps its time, so that nothing is compiled again.
renew = > build/generated && { cmp -s build/generated $(1) || cp build/generated $(1); }

# Objects of the library, which generators link, and those of other goals are compiled only after everything is generated.
$(if $(filter generate,$(MAKECMDGOALS)),$(eval $(LIB_OBJ) build/single/softensix.c: | generate))
generate: ## remakes the generated files
	@mkdir -p build
	@tools/gen_private.sh > build/private.h
	@cmp -s build/private.h lib/private.h || mv build/private.h lib/private.h
	@for arch in $(ARCHS); do $(MAKE) -s --no-print-directory masks ARCH=$$arch || exit 1; done
	@for arch in $(ARCHS); do $(MAKE) -s --no-print-directory generated ARCH=$$arch || exit 1; done

# This generator is compiled without the library, which needs its output.
masks:
	@mkdir -p $(HOST)/tools && $(HOSTCC) $(CFLAGS_TEST) tools/gen_masks.c -o $(HOST)/tools/gen_masks
	@$(HOST)/tools/gen_masks $(call renew,lib/isa/$(ARCH)-masks.def)

# The generated files of one chip.
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
