/* SPDX-License-Identifier: Apache-2.0
 *
 * zone.h - DeviceZoneScopedN("name"): from here to the end of the block the words of a thread
 * belong to a zone, whose time the time model reports (docs/time.md). Silicon writes time stamps
 * there. */
#pragma once

#include "metal/platform.h"

struct stx_zone {
    explicit stx_zone(const char *name) {
        stx_metal_zone(COMPILE_FOR_TRISC, name);
    }
    ~stx_zone() {
        stx_metal_zone(COMPILE_FOR_TRISC, nullptr);
    }
};

#undef DeviceZoneScopedN
#define DeviceZoneScopedN(name) stx_zone stx_zone_here(name)
