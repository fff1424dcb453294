/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - the program of a compute kernel whose three threads are linked with the library
 * (job.h). */
#include "job.h"

void metal_unpack(void *coop);
void metal_math(void *coop);
void metal_pack(void *coop);

int main(int argc, char **argv) {
    static const struct llk_threads threads = {{metal_unpack, metal_math, metal_pack}};
    return metal_job(&threads, argc, argv);
}
