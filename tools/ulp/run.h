/* SPDX-License-Identifier: Apache-2.0
 *
 * run.h - runs a function over all inputs, in parts and with several processes; runs can be
 * resumed. */
#ifndef ULP_RUN_H
#define ULP_RUN_H

#include "measure.h"
#include "plain.h"
#include "program.h"

/* Results that another program has computed word by word: pairs of input and output elements of
 * Dst, or with further operands x, y, perhaps z, and output. */
struct ulp_results {
    const uint32_t *element;
    uint64_t count; /* of pairs, or of tuples */
};

/* Inputs at equal distances instead, including both ends; none if count is 0. */
struct ulp_ramp {
    float from, to;
    uint64_t count;
};

enum ulp_symmetry { SYMMETRY_NONE, SYMMETRY_ODD, SYMMETRY_EVEN };
enum ulp_direction { DIRECTION_NONE, DIRECTION_UP, DIRECTION_DOWN };

/* At most so many saved runs can be joined. */
#define ULP_SAVED 256

struct ulp_run {
    struct ulp_setting setting;
    struct ulp_reference *reference;
    const struct ulp_format *dst; /* the format of an element of Dst */
    bool srca;                    /* inputs go through unpacker 0 and SrcA to Dst */
    bool sources;                 /* x is in SrcA, y in SrcB, and the words are the matrix unit's */
    uint64_t per_binade, seed;    /* 0: every input */
    struct ulp_ramp ramp;
    unsigned operands;       /* besides x */
    uint64_t grid;           /* values of them in each binade; 0 if there are none */
    uint32_t more[ULP_MORE]; /* their current elements */
    struct ulp_plain plain;  /* used if there are neither words nor a kernel: */
    struct ulp_results results;
    struct ulp_program program;
    bool fast;            /* use the recorded form, otherwise the plain one */
    struct ulp_cost cost; /* cost of a tile; 0 for a function that is only a recording */
    enum ulp_symmetry symmetry;
    enum ulp_direction direction;
    unsigned jobs;
    const char *save;
    unsigned shard, shards;        /* every shards-th part from this one on; 0, 1: all */
    const char *joined[ULP_SAVED]; /* saved runs of other shards, whose parts are taken over */
    unsigned joins;
    uint64_t parts, done; /* at the end: of all inputs, and how many have results */
    uint64_t build;       /* of this program, its library included */
    uint64_t identity; /* of function, inputs and files; saved runs with another one are refused */
    bool progress, unsaved; /* unsaved: the end of the run could not be written */
    char wrong[600];
};

/* A hash that goes on from another one, at first from ULP_HASH (FNV-1a). */
#define ULP_HASH 0xCBF29CE484222325u
uint64_t ulp_hash(uint64_t hash, const void *bytes, size_t size);

/* Seconds since an arbitrary moment. */
double ulp_now(void);

uint64_t ulp_run_inputs(const struct ulp_run *r);
uint32_t ulp_run_input(const struct ulp_run *r, uint64_t index);
/* Converts inputs to elements of Dst. False with r->wrong on errors. */
bool ulp_run_to_dst(struct ulp_run *r, const uint32_t *input, uint32_t *element, uint64_t count);
/* How many x there are; a mantissa for the n-th number of a binade. */
uint64_t ulp_run_firsts(const struct ulp_run *r);
uint32_t ulp_run_mantissa(const struct ulp_run *r, uint64_t binade, uint64_t number);
/* Converts an element to a result. */
uint32_t ulp_run_result(const struct ulp_run *r, uint32_t element);

/* Computes the cost of a tile of 1,024 elements. False with r->wrong on errors. */
bool ulp_run_cost(struct ulp_run *r);

/* out[i] = function of in[i], which are elements of Dst, in the recorded or the plain form. */
bool ulp_run_elements(struct ulp_run *r, bool fast, const uint32_t *in, uint32_t *out,
                      uint64_t count);

/* Runs all parts. False with r->wrong on errors. */
bool ulp_run(struct ulp_run *r, struct ulp_measure *total);
/* Runs one part, from input `first` on. */
bool ulp_run_part(struct ulp_run *r, uint64_t first, uint64_t count, struct ulp_measure *m);

#endif
