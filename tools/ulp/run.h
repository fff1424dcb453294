/* SPDX-License-Identifier: Apache-2.0
 *
 * run.h - a function over all inputs of a run: in parts, by several processes, to be resumed. */
#ifndef ULP_RUN_H
#define ULP_RUN_H

#include "measure.h"
#include "plain.h"
#include "program.h"

/* Results that another program has computed plainly: pairs of elements of Dst, in and out. */
struct ulp_results {
    uint32_t (*pair)[2];
    uint64_t pairs;
};

/* Numbers in equal distances instead, both ends among them; count 0: there is none. */
struct ulp_ramp {
    float from, to;
    uint64_t count;
};

enum ulp_symmetry { SYMMETRY_NONE, SYMMETRY_ODD, SYMMETRY_EVEN };
enum ulp_direction { DIRECTION_NONE, DIRECTION_UP, DIRECTION_DOWN };

struct ulp_run {
    struct ulp_setting setting;
    struct ulp_reference *reference;
    const struct ulp_format *dst; /* what an element of Dst is */
    bool srca;                    /* inputs come through unpacker 0 and SrcA into Dst */
    uint64_t per_binade, seed;    /* 0: every input */
    struct ulp_ramp ramp;
    uint64_t grid;          /* values of a second operand in each binade; 0: there is none */
    uint32_t second;        /* its element now */
    struct ulp_plain plain; /* if there are neither words nor a kernel: */
    struct ulp_results results;
    struct ulp_program program;
    bool fast;            /* by the recorded form; else plainly */
    struct ulp_cost cost; /* of a tile; of a function that a recording tells alone it is 0 */
    enum ulp_symmetry symmetry;
    enum ulp_direction direction;
    unsigned jobs;
    const char *save;
    uint64_t identity; /* of function and inputs: a saved run of another one is refused */
    bool progress;
    char wrong[600];
};

/* Seconds since some moment. */
double ulp_now(void);

uint64_t ulp_run_inputs(const struct ulp_run *r);
uint32_t ulp_run_input(const struct ulp_run *r, uint64_t index);
/* The elements of Dst that inputs become. False: r->wrong. */
bool ulp_run_to_dst(struct ulp_run *r, const uint32_t *input, uint32_t *element, uint64_t count);
/* The result that an element is. */
uint32_t ulp_run_result(const struct ulp_run *r, uint32_t element);

/* What a tile of 1,024 elements takes. False: r->wrong. */
bool ulp_run_cost(struct ulp_run *r);

/* out[i] = function of in[i], which are elements of Dst, in the recorded form or plainly. */
bool ulp_run_elements(struct ulp_run *r, bool fast, const uint32_t *in, uint32_t *out,
                      uint64_t count);

/* False: r->wrong. */
bool ulp_run(struct ulp_run *r, struct ulp_measure *total);
/* One part of it, from input first on. */
bool ulp_run_part(struct ulp_run *r, uint64_t first, uint64_t count, struct ulp_measure *m);

#endif
