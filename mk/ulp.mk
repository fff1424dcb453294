# SPDX-License-Identifier: Apache-2.0
##@ Kernels
# Measurement of accuracy (docs/ulp.md): host tools, which need MPFR.

ULP_SRC := $(wildcard tools/ulp/*.c)
ULP_HOST := build/host$(CHIP)
ULP_BUILD := $(ULP_HOST)/ulp
ULP_LIB := $(ULP_BUILD)/lib/libinternal.a
$(eval $(call elsewhere,$(ULP_BUILD)/lib,libinternal.a,MARCH=host DIAG=1 ONE=1))
# Computes eight lanes at a time where this machine can, regardless of what the library is compiled for.
ULP_VECTORS := $(if $(shell grep -m1 -o avx2 /proc/cpuinfo 2>/dev/null),-mavx2 -O3)
ULP_CFLAGS := $(CFLAGS_TEST) -D_GNU_SOURCE -Itools/ulp -DSTX_TRACE=1 -MMD -MP
ULP_OBJ := $(ULP_SRC:%.c=$(ULP_BUILD)/%.o) $(if $(ULP_VECTORS),$(ULP_BUILD)/simd_lanes.o)

$(ULP_BUILD)/%.o: %.c
	@mkdir -p $(@D) && $(HOSTCC) $(ULP_CFLAGS) $(if $(filter %/lanes.o %/lanes_words.o,$@),$(ULP_VECTORS)) -c $< -o $@
	@$(if $(filter %/lanes.o %/lanes_words.o,$@),$(ULP_RENAME))

# The library's multiply-adds, compiled again for these vectors under other names; the plain path uses the library's own.
ULP_RENAME = objcopy $(foreach f,mad mul add sub,--redefine-sym stx_$(f)_lanes_simd=ulp_$(f)_lanes) $@
$(ULP_BUILD)/simd_lanes.o: lib/fast/simd/simd_lanes.c
	@mkdir -p $(@D) && $(HOSTCC) $(ULP_CFLAGS) $(ULP_VECTORS) -c $< -o $@
	@$(ULP_RENAME)

$(ULP_HOST)/tools/stx-ulp: $(ULP_OBJ) $(ULP_LIB)
	@mkdir -p $(@D) && $(HOSTCC) -rdynamic $(ULP_OBJ) -Wl,--whole-archive $(ULP_LIB) -Wl,--no-whole-archive \
	  -lmpfr -lgmp -lm -ldl -o $@

# Tests: programs with all objects except the command's main.
ULP_TESTS := $(addprefix $(ULP_BUILD)/tests/,definition recorded fused)
ULP_SPEED := $(ULP_BUILD)/tests/speed
$(ULP_TESTS) $(ULP_SPEED): $(ULP_BUILD)/tests/%: $(ULP_BUILD)/tests/ulp/%.o $(filter-out %/main.o,$(ULP_OBJ)) $(ULP_LIB)
	@mkdir -p $(@D)
	@$(HOSTCC) $^ -lmpfr -lgmp -lm -ldl -o $@

# $(call with_mpfr,TITLE,COMMANDS) runs commands where there is MPFR.
with_mpfr = if echo '\#include <mpfr.h>' | $(HOSTCC) -E - >/dev/null 2>&1; then $(2); else echo "skipped: $(1): no MPFR (tools/setup.sh --ulp)"; fi

# KERNEL=file.c: a function kernel() that uses TTI_ names; any other file: a list of words. FUNCTION=name or expression.
ulp-tools: setup-ulp
	@$(MAKE) $(PARALLEL) -s --no-print-directory $(ULP_HOST)/tools/stx-ulp

ulp: ulp-tools ## measures the error of a function for all inputs (docs/ulp.md): KERNEL=file.c FUNCTION=exp ULP_FLAGS="--max-ulp 1" ARCH=wormhole
	@mkdir -p build/ulp$(CHIP)
	@$(if $(filter %.c,$(KERNEL)),$(HOSTCC) -std=c99 -O1 -shared -fPIC -DSTX_TRACE=1 $(OPTIONS) -Iinclude $(KERNEL) -o build/ulp$(CHIP)/$(notdir $(KERNEL:.c=.so)))
	@$(ULP_HOST)/tools/stx-ulp $(if $(filter %.c,$(KERNEL)),--kernel build/ulp$(CHIP)/$(notdir $(KERNEL:.c=.so)),--words $(KERNEL)) \
	  --name $(notdir $(KERNEL)) --function "$(FUNCTION)" $(ULP_FLAGS)

# Programs of kernels run in QEMU, with the library for rv32im.
ulp-llk-tools: llk-traced ulp-tools

ULP_CHECKOUT = --tt-llk "$(TT_LLK)" --sfpi "$(SFPI)" $(if $(TT_METAL),--tt-metal "$(TT_METAL)")
ulp-llk: ulp-llk-tools # does the same for a function of a checkout: TT_LLK=dir SFPI=dir TT_METAL=dir FUNCTION="exp" ULP_FLAGS="--approx --time"
	@tools/ulp/llk.py --arch $(ARCH) $(ULP_CHECKOUT) $(if $(FUNCTION),--llk "$(FUNCTION)") $(ULP_FLAGS)

# BASE= is a directory, a file, or a git ref of the kernel's or the checkout's repository.
CHIPS ?= $(ARCHS)
FORMATS ?= bf16 fp32
VERDICT = PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 python3 -m verdict $(if $(filter command,$(origin KERNEL)),--kernel "$(KERNEL)" --function "$(FUNCTION)" $(if $(SOURCES),--sources)) \
  $(if $(LLK_FUNCTION),--llk "$(LLK_FUNCTION)" $(if $(APPROX),--approx) --tt-llk "$(TT_LLK)" --sfpi "$(SFPI)" --tt-metal "$(TT_METAL)") \
  $(if $(BASE),--base "$(BASE)") $(if $(BASE_SFPI),--base-sfpi "$(BASE_SFPI)") --chips "$(CHIPS)" --formats "$(FORMATS)" \
  $(if $(LIMITS),--limits "$(LIMITS)") $(PER_BINADE:%=--pairs %) $(if $(JSON),--json "$(JSON)") $(if $(MARKDOWN),--markdown "$(MARKDOWN)") $(if $(JOBS),--jobs $(JOBS))
# What is judged: KERNEL=file.c FUNCTION=exp SOURCES=1, or LLK_FUNCTION=exp TT_LLK=dir SFPI=dir TT_METAL=dir APPROX=1.
verdict: ## judges a function of the vector unit: KERNEL= or LLK_FUNCTION=; BASE=file, dir or git ref, BASE_SFPI=dir LIMITS=file JSON=file MARKDOWN=file
	@tools/setup.sh --ulp $(if $(LLK_FUNCTION),--llk)
	@$(MAKE) $(PARALLEL) -s --no-print-directory $(CHIPS:%=verdict-ulp-%) $(if $(LLK_FUNCTION),$(CHIPS:%=verdict-llk-%)) BASE=
	@$(VERDICT)
verdict-ulp-%: build/single/softensix.c
	@$(MAKE) -s --no-print-directory build/host$(call directory_of,ARCH,$*)/tools/stx-ulp ARCH=$*
# Without the objects of a library it is compiled as one file, which takes half the time of all files.
verdict-llk-%: build/single/softensix.c
	@$(MAKE) -s --no-print-directory llk-runtime MARCH=rv32im DIAG=1 ARCH=$* \
	  $(if $(wildcard build/rv32im$(call directory_of,ARCH,$*)-diag/lib/core/init.o),,ONE=1)
verdict-public: # compares public optimisations with what their authors have measured (docs/verdict.md): TT_METAL=dir SFPI=dir BASE=dir BASE_SFPI=dir
	@$(foreach chip,$(ARCHS),$(MAKE) -s --no-print-directory ulp-llk-tools ARCH=$(chip) BASE= &&) PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 \
	  python3 -m verdict.public --tt-metal "$(TT_METAL)" --sfpi "$(SFPI)" --base "$(BASE)" --base-sfpi "$(BASE_SFPI)" $(if $(JOBS),--jobs $(JOBS))
verdict-test: # tests make verdict: better, worse, limits, findings, git refs
	@$(call with_mpfr,verdict, \
	  $(foreach chip,$(ARCHS),$(MAKE) -s --no-print-directory build/host$(call directory_of,ARCH,$(chip))/tools/stx-ulp ARCH=$(chip) &&) tests/session.py tests/ulp/verdict.txt tests/ulp/planted.txt)

# For both chips, from two checkouts, each with its own version of sfpi. FRESH=1 repeats measurements that build/ulp has kept.
functions-doc: # remakes docs/functions.md: TT_LLK=dir SFPI=dir TT_METAL=dir METAL_SFPI=dir FRESH=1
	@$(foreach chip,$(ARCHS),$(MAKE) -s --no-print-directory ulp-llk-tools ARCH=$(chip) &&) rm -f build/ulp/table.json
	@$(foreach chip,$(ARCHS),tools/ulp/table.py $(if $(FRESH),--fresh) --add --arch $(chip) --tt-llk "$(TT_METAL)/tt_metal/tt-llk" --sfpi "$(METAL_SFPI)" --tt-metal "$(TT_METAL)" && \
	  tools/ulp/table.py $(if $(FRESH),--fresh) --add --arch $(chip) --tt-llk "$(TT_LLK)" --sfpi "$(SFPI)" --out docs/functions.md &&) true

ulp-recording-test: # checks that sfpi's builtins give the same results recorded and executed in QEMU, and that four broken ones are noticed
	@$(call with_mpfr,recorded builtins, \
	  tools/setup.sh --llk && $(MAKE) -s --no-print-directory $(ULP_HOST)/tools/stx-ulp && \
	  $(MAKE) -s --no-print-directory llk-runtime MARCH=rv32im DIAG=1 && tests/ulp/recording.py $(ARCH) && \
	  $(if $(CHIP),true,tests/ulp/recording.py $(ARCH) --broken sfpmad condition subtraction select))

# Tests of the command itself are written for Blackhole.
ULP_SESSIONS = $(if $(CHIP),"tests/session.py tools=$(ULP_HOST)/tools tests/ulp/wormhole.txt", \
  "tests/session.py tools=$(ULP_HOST)/tools tests/ulp/test.txt tests/ulp/operands.txt" tests/ulp/tables.py "tools/guide.py docs/ulp.md")
ulp-test: # tests stx-ulp; skipped without MPFR; ARCH=wormhole
	@$(call with_mpfr,stx-ulp, \
	  $(MAKE) -s --no-print-directory $(ULP_HOST)/tools/stx-ulp $(ULP_TESTS) && \
	  tools/steps.py ulp-test $(ULP_TESTS) $(ULP_SESSIONS))

ulp-speed: $(ULP_SPEED) # measures how long a word takes, in the recorded form and word by word
	@$(ULP_SPEED)
