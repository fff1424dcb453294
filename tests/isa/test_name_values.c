/* SPDX-License-Identifier: Apache-2.0
 *
 * The values of operand names against a list that was not made from lib/isa/names.def. */
#include <string.h>

#include "test.h"

struct named {
    const char *group, *name;
    uint32_t value;
};

static const struct named listed[] = {
#define LISTED(group, name, value) {group, name, value},
#include "isa/names_list.def"
#undef LISTED
};

static const struct named ours[] = {
#define NAME(group, set, name, value, meaning) {#group, #name, value},
#define VALUE NAME
#define PLAIN(set, name, value, meaning) {"", #name, value},
#define SFPI PLAIN
#include "isa/names.def"
#include "isa/names_sfpu.def"
#undef NAME
#undef VALUE
#undef PLAIN
#undef SFPI
};

#define OURS (sizeof ours / sizeof ours[0])

static const struct named *ours_of(const struct named *wanted) {
    for (size_t i = 0; i < OURS; i++) {
        if (!strcmp(ours[i].group, wanted->group) && !strcmp(ours[i].name, wanted->name)) {
            return &ours[i];
        }
    }
    return NULL;
}

TEST(every_listed_name_has_the_vendors_value) {
    for (size_t i = 0; i < sizeof listed / sizeof listed[0]; i++) {
        const struct named *mine = ours_of(&listed[i]);
        if (!mine || mine->value != listed[i].value) {
            printf("%s::%s: expected %x\n", listed[i].group, listed[i].name,
                   (unsigned)listed[i].value);
            test_bad = 1;
        }
    }
}

int main(void) {
    RUN(every_listed_name_has_the_vendors_value);
    return test_summary();
}
