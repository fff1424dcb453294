# Documentation, checks, size, installation.

.PHONY: docs
docs: build/host/tools/gen_isa_md ## remakes docs/isa.md, the support matrix
	@build/host/tools/gen_isa_md docs/modes.tsv > docs/isa.md

.PHONY: check
check: lib ## format, lint, layers, symbols, generated files fresh
	@tools/check.sh $(LIB)
	@$(MAKE) --no-print-directory fresh

.PHONY: fresh
fresh: ## are the generated files what the tables say?
	@cp include/softensix/tti.h build/tti.h.old; cp docs/isa.md build/isa.md.old
	@$(MAKE) --no-print-directory generate docs MARCH=host
	@cmp build/tti.h.old include/softensix/tti.h && cmp build/isa.md.old docs/isa.md && \
	  echo "check: generated files are fresh"

PREFIX ?= /usr/local
.PHONY: install
install: lib ## headers and library below PREFIX
	@mkdir -p $(DESTDIR)$(PREFIX)/include/softensix $(DESTDIR)$(PREFIX)/lib/$(MARCH)
	cp include/softensix/*.h include/softensix/*.def $(DESTDIR)$(PREFIX)/include/softensix/
	cp $(LIB) $(DESTDIR)$(PREFIX)/lib/$(MARCH)/

.PHONY: size
size: ## code, state and stack of the library per core
	@tools/size.sh
