/* SPDX-License-Identifier: Apache-2.0
 *
 * timed.h - runs the time model alongside a kernel. The command line has a name, then optionally a
 * file for JSON lines ("-": no file), then parameters of the model as name=value. */
#ifndef LLK_TIMED_H
#define LLK_TIMED_H

#include <stdio.h>

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Does nothing without arguments. Ends the program with a message if an argument is invalid. */
void timed_begin(struct coop *coop, int count, char **arguments);

/* For a caller that has a file of lines for each core: the same without that file, its path (NULL
 * without one), and a file to write; a path that cannot be written ends the program with a
 * message. */
void timed_options(struct coop *coop, int count, char **arguments);
const char *timed_path(int count, char **arguments);
FILE *timed_file(const char *path);

/* The name for the report; NULL if nothing is timed. */
const char *timed_name(void);

/* Prints the results of the model. Call it after coop_run(), however the run ended. */
void timed_end(void);

#ifdef __cplusplus
}
#endif

#endif
