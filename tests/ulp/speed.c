/* SPDX-License-Identifier: Apache-2.0
 *
 * speed.c - how long a word takes for one lane, in the recorded form and word by word: 100 words as
 * functions have them. speed [INPUTS of the recorded form] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plain.h"
#include "program.h"
#include "softensix/isa.h"

#define WORDS 100u

static uint32_t words[WORDS];

/* A polynomial and what stands around it: 60 multiply-adds, constants, fields of floats,
 * conditions. */
static void make_words(void) {
    static const char *const body[] = {"SFPLOADI lreg_ind=1 imm16=0x3f12",
                                       "SFPMAD lreg_src_a=0 lreg_src_b=1 lreg_src_c=2 lreg_dest=2",
                                       "SFPMAD lreg_src_a=2 lreg_src_b=0 lreg_src_c=1 lreg_dest=3",
                                       "SFPEXEXP lreg_c=0 lreg_dest=4",
                                       "SFPMUL lreg_src_a=2 lreg_src_b=3 lreg_src_c=9 lreg_dest=2",
                                       "SFPADD lreg_src_a=10 lreg_src_b=2 lreg_src_c=1 lreg_dest=2",
                                       "SFPSETEXP imm12_math=126 lreg_c=0 lreg_dest=5 instr_mod1=1",
                                       "SFPMAD lreg_src_a=5 lreg_src_b=1 lreg_src_c=2 lreg_dest=2",
                                       "SFPMAD lreg_src_a=5 lreg_src_b=2 lreg_src_c=1 lreg_dest=2",
                                       "SFPMOV lreg_c=2 lreg_dest=6 instr_mod1=1"};
    stx_assemble(&words[0], "SFPLOAD lreg_ind=0");
    for (unsigned i = 1; i < WORDS - 1; i++) {
        const char *wrong = stx_assemble(&words[i], body[(i - 1) % 10]);
        if (wrong) {
            printf("%s: %s\n", body[(i - 1) % 10], wrong);
            exit(1);
        }
    }
    stx_assemble(&words[WORDS - 1], "SFPSTORE lreg_ind=2");
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    size_t inputs = argc > 1 ? (size_t)atol(argv[1]) : 1u << 21, few = 1u << 15;
    uint32_t *in = malloc(2 * inputs * sizeof *in), *out = in + inputs;
    struct ulp_plain plain = {.word = words, .words = WORDS, .dst = &ulp_fp32};
    struct ulp_program p;
    char *text = NULL;
    const char *wrong;
    size_t size;
    make_words();
    FILE *to = open_memstream(&text, &size);
    bool good = ulp_plain_record(&plain, 0, to);
    fclose(to);
    FILE *from = fmemopen(text, size, "r");
    if (!good || !ulp_program_read(&p, from, false, &wrong) || p.refused[0]) {
        printf("no recorded form: %s%s\n", plain.wrong, p.refused);
        return 1;
    }
    for (size_t i = 0; i < inputs; i++) {
        in[i] = 0x3E000000u + (uint32_t)i * 21u % 0x2000000u;
    }
    double began = now();
    ulp_program_run(&p, in, out, inputs / 32);
    double fast = (now() - began) / (double)inputs / WORDS;
    began = now();
    ulp_plain_run(&plain, 1, in, out, few / 32);
    double slow = (now() - began) / (double)few / WORDS;
    printf("a word for a lane: recorded %.3f ns, word by word %.3f ns, %.1f times\n", fast * 1e9,
           slow * 1e9, slow / fast);
    printf("2^32 inputs of 100 words: %.1f minutes, without the exact values\n",
           fast * 4294967296.0 * 100 / 60);
    return 0;
}
