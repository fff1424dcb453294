/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - the program of a kernel whose three threads are linked with the library (job.h). */
#include "llk/job.h"

void llk_unpack(void *coop);
void llk_math(void *coop);
void llk_pack(void *coop);

int main(int argc, char **argv) {
    static const struct llk_threads threads = {{llk_unpack, llk_math, llk_pack}};
    return llk_job(&threads, argc, argv);
}
