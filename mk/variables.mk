# SPDX-License-Identifier: Apache-2.0
# Variables of the command line are checked before anything is built: unknown names, values that do not exist, variables that no
# goal uses (tools/variables.awk, mk/variables.tsv). Calls of make in recipes have been checked by the outermost one.
ifeq ($(MAKELEVEL),0)
  OF_COMMAND := $(sort $(foreach name,$(filter-out MAKE% -% .% SHELL,$(.VARIABLES)),$(if $(filter command,$(firstword $(origin $(name)))),$(name))))
  # Checkouts may also stand in the environment.
  OF_COMMAND += $(foreach name,TT_LLK TT_METAL SFPI METAL_SFPI TTSIM,$(if $(filter environment,$(origin $(name))),$(if $($(name)),$(name))))
  quoted = '$(subst ','\'',$(1)=$(value $(1)))'
  ifneq ($(strip $(OF_COMMAND))$(filter-out help clean,$(MAKECMDGOALS)),)
    ifneq ($(shell awk -f tools/variables.awk GOALS='$(or $(MAKECMDGOALS),all)' $(foreach name,$(OF_COMMAND),$(call quoted,$(name)))),)
      $(error nothing is built)
    endif
  endif
endif
