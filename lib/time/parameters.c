/* SPDX-License-Identifier: Apache-2.0
 *
 * parameters.c - sets the numbers of the model by name, for C programs and for command lines. */
#include "core/mem.h"
#include "time/model.h"

/* A number without a source does not compile, nor do more numbers than fit in struct stx_time. */
#define PARAMETER(name, expected, fast, slow, unit, source, confidence) \
    typedef char source_of_##name[sizeof(source) > 1 && sizeof(confidence) > 1 ? 1 : -1];
#include "time/numbers.def"
typedef char all_parameters_fit[PARAMETERS == STX_TIME_PARAMETERS ? 1 : -1];

#define PARAMETER(name, expected, fast, slow, unit, source, confidence) \
    {#name, expected, fast, slow, unit, source, confidence},
static const struct stx_time_parameter parameters[PARAMETERS] = {
#include "time/numbers.def"
};

#define PARAMETER(name, ...) false,
#define PARAMETER_OR_0(name, ...) true,
static const bool may_be_0[PARAMETERS] = {
#include "time/numbers.def"
};

const struct stx_time_parameter *stx_time_parameter_at(unsigned index) {
    return index < PARAMETERS ? &parameters[index] : NULL;
}

void stx_time_defaults(uint32_t value[STX_TIME_BOUNDS][STX_TIME_PARAMETERS]) {
    for (unsigned i = 0; i < PARAMETERS; i++) {
        value[STX_TIME_EXPECTED][i] = parameters[i].expected;
        value[STX_TIME_LOW][i] = parameters[i].fast;
        value[STX_TIME_HIGH][i] = parameters[i].slow;
    }
}

/* True if the name begins with the first `length` characters of text. */
static bool begins(const char *name, const char *text, size_t length) {
    for (size_t i = 0; i != length; i++) {
        if (name[i] != text[i]) {
            return false;
        }
    }
    return true;
}

/* True if the first `length` characters of text are the name. */
static bool is_name(const char *name, const char *text, size_t length) {
    return begins(name, text, length) && !name[length];
}

/* The index of the parameter, or PARAMETERS if none has that name. */
static unsigned find(const char *text, size_t length) {
    unsigned i = 0;
    while (i < PARAMETERS && !is_name(parameters[i].name, text, length)) {
        i++;
    }
    return i;
}

static size_t length_to(const char *text, char end) {
    const char *at = text;
    while (*at && *at != end) {
        at++;
    }
    return (size_t)(at - text);
}

/* True if the first `length` characters of text are the name of an instruction, a dot and the name
 * of a number.
 */
static bool is_of(const char *insn, const char *number, const char *text, size_t length) {
    size_t dot = length_to(insn, '\0');
    return begins(insn, text, dot) && text[dot] == '.' &&
           is_name(number, text + dot + 1, length - dot - 1);
}

/* Returns the number that "MVMUL.latency" or "ATCAS.cycles" names; NULL if text names no such
 * number. */
static uint8_t *of_instruction(struct stx_time *time, const char *text, size_t length) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        if (is_of(insn->name, "cycles", text, length)) {
            return &time->cycles[insn->opcode];
        }
        if (is_of(insn->name, "latency", text, length)) {
            return &time->latency[insn->opcode];
        }
    }
    return NULL;
}

/* Sets a number, which must be 1 to 255. */
static bool set_number(uint8_t *number, uint32_t value) {
    bool fits = value && value <= UINT8_MAX;
    if (fits) {
        *number = (uint8_t)value;
    }
    return fits;
}

static bool set(struct stx_time *time, unsigned index, uint32_t value) {
    for (unsigned b = 0; b < STX_TIME_BOUNDS && index < PARAMETERS; b++) {
        time->value[b][index] = value;
    }
    return index < PARAMETERS;
}

bool stx_time_set(struct stx_time *time, const char *name, uint32_t value) {
    size_t length = length_to(name, '\0');
    uint8_t *number = of_instruction(time, name, length);
    return number ? set_number(number, value) : set(time, find(name, length), value);
}

/* Returns the number that "cb3.rate" or "cb63.latency" names; NULL if text is neither. */
static uint32_t *of_buffer(struct stx_time *time, const char *text, size_t length) {
    size_t i = 2;
    unsigned number = 0;
    if (length < i || !begins(text, "cb", i)) {
        return NULL;
    }
    for (; i < length && text[i] >= '0' && text[i] <= '9' && number < 64u; i++) {
        number = 10u * number + (unsigned)(text[i] - '0');
    }
    if (i == 2 || number >= 64u) {
        return NULL;
    }
    return is_name(".rate", text + i, length - i)      ? &time->own_rate[number]
           : is_name(".latency", text + i, length - i) ? &time->own_latency[number]
                                                       : NULL;
}

/* Reads the number after the name. Returns NULL, or what is wrong with it. */
static const char *read_value(const char *digit, uint32_t *value) {
    if (!*digit) {
        return "a value is missing: name=value";
    }
    for (*value = 0; *digit; digit++) {
        *value = 10u * *value + (uint32_t)(*digit - '0');
        if (*digit < '0' || *digit > '9' || *value > 10000000u) {
            return "the value is not a number up to 10000000";
        }
    }
    return NULL;
}

const char *stx_time_option(struct stx_time *time, const char *text) {
    size_t length = length_to(text, '=');
    unsigned index = find(text, length);
    uint32_t value, *buffer = of_buffer(time, text, length);
    uint8_t *number = of_instruction(time, text, length);
    if (index == PARAMETERS && !number && !buffer) {
        return "there is no parameter with that name (lib/time/parameters.def)";
    }
    const char *wrong = read_value(text + length + (text[length] == '='), &value);
    if (wrong) {
        return wrong;
    }
    if (buffer) {
        *buffer = value + 1u;
        return NULL;
    }
    if (number) {
        return set_number(number, value) ? NULL : "cycles and latency are 1 to 255";
    }
    if ((!value && !may_be_0[index]) ||
        ((index == PARAMETER_fifo_words || index == PARAMETER_replay_fifo) && value > 32) ||
        (index == PARAMETER_pack_accumulate && value < 100)) {
        return "the value makes no sense for this parameter";
    }
    return set(time, index, value) ? NULL : "";
}
