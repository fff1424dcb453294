##@ Speed and size
# Words of the library beside those of the reference simulator, which the user has: TTSIM=dir of a checkout of
# tenstorrent/ttsim. Its sources are read there and compiled with its own release flags; nothing of it is in this tree.

AGAINST := build/against
AGAINST_MARCH ?= x86-64-v3
SIM_FLAGS := -std=c++20 -O2 -march=x86-64-v3 -fPIC -fvisibility=hidden -fno-exceptions -fno-rtti -fno-semantic-interposition \
  -DTT_ARCH_VERSION=1 -DNUM_CHIPS=1 -DNUM_MMIO_CHIPS=1
AGAINST_SRC := $(addprefix bench/against/,main.c words.c kernel.c) bench/core.c
AGAINST_OBJ := $(AGAINST_SRC:%=$(BUILD)/%.o)
RECORD_OBJ := $(patsubst %,$(BUILD)/%.o,bench/against/record.c bench/core.c $(addprefix examples/matmul/,unpack.c math.c pack.c))
$(AGAINST_OBJ) $(RECORD_OBJ): PROGRAM_CFLAGS += -Ilib -D_POSIX_C_SOURCE=200809L

against-simulator:
	@[ -f "$(TTSIM)/src/tensix.cpp" ] || { echo "make against TTSIM=dir: the checkout of tenstorrent/ttsim" >&2; exit 2; }
	@mkdir -p $(AGAINST)/bh
	@for made in tensix_decode:tensix_gen_decode tensix_regs:tensix_gen_regs tile_regs:tile_gen_regs; do \
	  (cd "$(TTSIM)/src" && python3 $${made#*:}.py --chip bh --out $(CURDIR)/$(AGAINST)/bh/$${made%:*}.h) || exit 1; done
	@cd "$(TTSIM)/src" && for f in fma:$(TTSIM)/src/fma.cpp simulator:$(CURDIR)/bench/against/simulator.cpp; do \
	  g++ $(SIM_FLAGS) -I. -I"$(TTSIM)/src" -I$(CURDIR)/$(AGAINST)/bh -I$(CURDIR)/bench/against -c $${f#*:} -o $(CURDIR)/$(AGAINST)/$${f%%:*}.o || exit 1; done

against: against-simulator # each word's time beside the reference simulator's, in one process; TTSIM=dir NAME=MVMUL
	@$(MAKE) -s --no-print-directory $(AGAINST)/against MARCH=host BUILD=$(AGAINST) EXTRA="-march=$(AGAINST_MARCH)"
	@$(MAKE) -s --no-print-directory build/host-diag/record-words MARCH=host DIAG=1
	@for phases in 1 4; do build/host-diag/record-words $$phases >$(AGAINST)/$$phases.words || exit 1; done
	@$(AGAINST)/against "$(NAME)" $(AGAINST)/1.words $(AGAINST)/4.words

$(AGAINST)/against: $(AGAINST_OBJ) $(PORT_OBJ) $(BUILD)/libinternal.a
	@g++ $^ $(AGAINST)/simulator.o $(AGAINST)/fma.o -lm -o $@
$(BUILD)/record-words: $(RECORD_OBJ) $(PORT_OBJ) $(LIB)
	$(LINK_PROGRAM)
-include $(AGAINST_OBJ:.o=.d) $(RECORD_OBJ:.o=.d)
