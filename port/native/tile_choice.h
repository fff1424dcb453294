/* SPDX-License-Identifier: Apache-2.0
 *
 * tile_choice.h - tile functions (softensix/tile.h) of one program for boards with and without the
 * coprocessor. Link tile_choice.c, which takes the place of the library's way to the core. */
#ifndef NATIVE_TILE_CHOICE_H
#define NATIVE_TILE_CHOICE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* True: from now on words go to the coprocessor of this hart, L1 begins at address 0, and the core
 * that stx_tiles_init() was given, which may be NULL, is not used. False, as at the start: they go
 * to that core. */
void stx_tile_use_coprocessor(bool present);

#ifdef __cplusplus
}
#endif
#endif
