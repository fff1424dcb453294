# Files made from the tables; they are committed, and `make check` proves them fresh.

GENERATED := include/softensix/tti.h

build/host/tools/gen_%: tools/gen_%.c build/host/libsoftensix.a
	@mkdir -p $(@D)
	@$(HOSTCC) $(CFLAGS_TEST) $< build/host/libsoftensix.a -lm -o $@

.PHONY: generate
generate: build/host/tools/gen_tti ## remakes the files that are generated from the tables
	@build/host/tools/gen_tti > include/softensix/tti.h
