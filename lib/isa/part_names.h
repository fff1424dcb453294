/* SPDX-License-Identifier: Apache-2.0
 *
 * part_names.h - parts of the core, by the names that the rows of blackhole.def use. It is only for
 * files that read the parts in rows. */
#ifndef STX_ISA_PART_NAMES_H
#define STX_ISA_PART_NAMES_H

#include "softensix/isa.h"

enum {
    SRCA = STX_PART_SRCA,
    SRCB = STX_PART_SRCB,
    BANKS = STX_PART_BANKS,
    DST = STX_PART_DST,
    LREG = STX_PART_LREG,
    FLAGS = STX_PART_FLAGS,
    SFPCFG = STX_PART_SFPCFG,
    SCHEDULE = STX_PART_SCHEDULE,
    RANDOM = STX_PART_RANDOM,
    CFG = STX_PART_CFG,
    TCFG = STX_PART_TCFG,
    GPR = STX_PART_GPR,
    RWC = STX_PART_RWC,
    ADC = STX_PART_ADC,
    SEM = STX_PART_SEM,
    MUTEX = STX_PART_MUTEX,
    UNPACKER = STX_PART_UNPACKER,
    PACKER = STX_PART_PACKER,
    L1 = STX_PART_L1,
    REGISTERS = STX_PART_REGISTERS,
    MOP = STX_PART_MOP,
    REPLAY = STX_PART_REPLAY
};

#endif
