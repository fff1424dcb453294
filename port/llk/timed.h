/* SPDX-License-Identifier: Apache-2.0
 *
 * timed.h - the time model beside a run, as the command line asks for it: a name, then optionally
 * a file for JSON lines ("-": none), then parameters of the model, name=value. */
#ifndef LLK_TIMED_H
#define LLK_TIMED_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Nothing without arguments. Ends the program with a message if one of them makes no sense. */
void timed_begin(struct coop *coop, int count, char **arguments);

/* After coop_run(), however it ended: what the model tells. */
void timed_end(void);

#ifdef __cplusplus
}
#endif

#endif
