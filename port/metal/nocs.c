/* SPDX-License-Identifier: Apache-2.0
 *
 * nocs.c - carries out requests of data-movement kernels to the NoC. */
#include "nocs.h"

#include <stdio.h>
#include <string.h>

#include "metal/dataflow.h"

enum { CONFIGURATION = 0x100, STATUS = 0x200, BY_ID = 0x10, BY_ID_END = 0x30, ID_SHIFT = 10 };
enum { INCREMENT_GET = 1 };

static bool refuse_request(struct noc *noc, const char *what) {
    snprintf(noc->why, sizeof noc->why, "%s", what);
    return false;
}

static void land(struct noc *noc, struct noc_request *r) {
    uint32_t word;
    if (r->landed) {
        return;
    }
    r->landed = true;
    if (r->kind == NOC_ATOMIC) {
        memcpy(&word, r->to, sizeof word);
        word = (word & ~r->mask) | ((word + r->value) & r->mask);
        memcpy(r->to, &word, sizeof word);
    } else if (r->kind == NOC_INLINE) {
        memcpy(r->to, &r->value, sizeof r->value);
    } else {
        memmove(r->to, r->from, r->bytes);
    }
    if (noc->landed) {
        noc->landed(noc, r);
    }
}

bool noc_land(struct noc *noc) {
    bool any = false;
    for (uint32_t i = 0; i < noc->count; i++) {
        any = any || !noc->request[i].landed;
        land(noc, &noc->request[i]);
    }
    return any;
}

/* The oldest pending request of one kernel on one NoC. */
static struct noc_request *oldest(struct noc *noc, enum cb_side owner, uint32_t instance) {
    for (uint32_t i = 0; i < noc->count; i++) {
        struct noc_request *r = &noc->request[i];
        if (!r->landed && r->owner == owner && r->noc == instance) {
            return r;
        }
    }
    return NULL;
}

void noc_land_some(struct noc *noc) {
    if (!noc->random) {
        return;
    }
    noc->random ^= noc->random << 13;
    noc->random ^= noc->random >> 17;
    noc->random ^= noc->random << 5;
    struct noc_request *r = oldest(noc, noc->random >> 8 & 1u, noc->random >> 9 & 1u);
    if (r && noc->random >> 10 & 1u) {
        land(noc, r);
    }
}

/* Kinds of requests as counters distinguish them. None shows increments without an answer. */
enum { READS = 1, WRITES = 2, POSTED = 4, ATOMICS = 8, SILENT = 16 };
enum { OTHERS = WRITES | POSTED | ATOMICS | SILENT, ALL_IDS = (1 << NOC_IDS) - 1 };

static uint32_t kind_of(const struct noc_request *r) {
    return r->kind == NOC_READ     ? READS
           : r->kind == NOC_ATOMIC ? r->answered ? ATOMICS : SILENT
           : r->answered           ? WRITES
                                   : POSTED;
}

static uint32_t kinds_of(uint32_t counter) {
    return counter == READS_ANSWERED                           ? READS
           : counter == ATOMICS_ANSWERED                       ? ATOMICS
           : counter == POSTED_SENT                            ? POSTED
           : counter == WRITES_ACKED || counter == WRITES_SENT ? WRITES
                                                               : OTHERS;
}

/* What a kernel waits for on one NoC: kinds of requests and transaction ids, as masks. */
struct wait {
    enum cb_side owner;
    uint32_t instance, kinds, ids;
};

static bool is_wanted(const struct noc_request *r, const struct wait *wait) {
    return r->owner == wait->owner && r->noc == wait->instance && (wait->kinds & kind_of(r)) &&
           (wait->ids >> r->id & 1u);
}

/* True if a request lands before one that is waited for can: they land in their order. */
static bool goes_along(const struct noc_request *r, const struct wait *wait) {
    return r->owner == wait->owner && r->noc == wait->instance && r->kind != NOC_READ &&
           (wait->kinds & OTHERS);
}

static void tell_request(const struct noc *noc, enum stx_event_kind kind,
                         const struct noc_request *r) {
    if (r->kind == NOC_READ || r->kind == NOC_WRITE) {
        stx_tell(noc->core,
                 &(const struct stx_event){.kind = (uint8_t)kind,
                                           .thread = (uint8_t)(STX_ORDER_READER + r->owner),
                                           .first = r->address,
                                           .count = r->bytes,
                                           .value = r->kind == NOC_READ});
    }
}

/* Records that a kernel has waited for these requests. */
static void settle(struct noc *noc, const struct wait *wait) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < noc->count; i++) {
        struct noc_request *r = &noc->request[i];
        const bool wanted = is_wanted(r, wait);
        if (wanted || goes_along(r, wait)) {
            land(noc, r);
        }
        if (wanted) {
            tell_request(noc, STX_EVENT_ANSWER, r);
        } else {
            noc->request[left++] = *r;
        }
    }
    noc->count = left;
}

/* Adds a request. If there is no space, the oldest one is dropped. */
static struct noc_request *add(struct noc *noc, enum cb_side owner, uint32_t instance) {
    if (noc->count == NOC_REQUESTS) {
        land(noc, &noc->request[0]);
        noc->count--;
        memmove(&noc->request[0], &noc->request[1], noc->count * sizeof noc->request[0]);
    }
    struct noc_request *r = &noc->request[noc->count];
    memset(r, 0, sizeof *r);
    r->owner = (uint8_t)owner;
    r->noc = (uint8_t)instance;
    return r;
}

static void waits_for(struct noc_traffic *traffic, uint32_t groups) {
    traffic->waited = groups > traffic->waited ? groups : traffic->waited;
}

/* True if the group of requests ends before one with this id. */
static bool ends(const struct noc_traffic *traffic, uint8_t id) {
    return traffic->bytes && (traffic->id != id || (id && traffic->waited > traffic->groups));
}

static void count_traffic(struct noc *noc, const struct noc_request *r, uint32_t place) {
    struct noc_traffic *traffic = &noc->traffic[r->owner];
    uint32_t bank = memory_bank(noc->memory, place);
    if (ends(traffic, r->id)) {
        tell_request(noc, STX_EVENT_GROUP, r);
    }
    traffic->id = r->id;
    traffic->with[r->id] = traffic->groups + 1;
    traffic->bytes += noc->again ? 0 : r->bytes;
    if (bank < noc->memory->banks) {
        traffic->bank[bank % NOC_BANKS] += r->bytes;
    }
}

uint32_t noc_take(struct noc *noc, enum cb_side owner, struct noc_traffic *taken) {
    struct noc_traffic *traffic = &noc->traffic[owner];
    if (traffic->bytes && !traffic->id) {
        waits_for(traffic, traffic->groups + 1);
    }
    *taken = *traffic;
    traffic->bytes = traffic->hops = 0;
    memset(traffic->bank, 0, sizeof traffic->bank);
    return ++traffic->groups - taken->waited;
}

/* True if both addresses are equal modulo the unit of the memory that is read or written. */
static bool is_aligned(struct noc *noc, const uint32_t *reg, bool write) {
    bool dram_read = !write && memory_bank(noc->memory, reg[TARGET_PLACE] >> STX_DM_PLACE_SHIFT) <
                                   noc->memory->banks;
    unsigned unit = dram_read ? NOC_DRAM_READ_ALIGNMENT : NOC_ALIGNMENT;
    if ((reg[TARGET_LOW] ^ reg[RETURN_LOW]) % unit == 0) {
        return true;
    }
    snprintf(noc->why, sizeof noc->why, "a %s from 0x%lx to 0x%lx: not equal modulo %u bytes",
             write ? "write" : "read", (unsigned long)reg[TARGET_LOW],
             (unsigned long)reg[RETURN_LOW], unit);
    return false;
}

static struct memory_part part_of(struct noc *noc, uint32_t address, uint32_t bytes, bool write) {
    return (struct memory_part){address, bytes, write, noc->why, sizeof noc->why};
}

static bool copy(struct noc *noc, struct noc_request *r, const uint32_t *reg, uint32_t *counter) {
    bool write = (reg[CONTROL] & IS_WRITE) != 0, marked = (reg[CONTROL] & IS_MARKED) != 0;
    r->kind = write ? NOC_WRITE : NOC_READ;
    r->bytes = reg[LENGTH];
    if (!is_aligned(noc, reg, write)) {
        return false;
    }
    const uint32_t place = reg[write ? RETURN_PLACE : TARGET_PLACE] >> STX_DM_PLACE_SHIFT;
    struct memory_part from = part_of(noc, reg[TARGET_LOW], r->bytes, false);
    struct memory_part to = part_of(noc, reg[RETURN_LOW], r->bytes, true);
    r->address = write ? reg[TARGET_LOW] : reg[RETURN_LOW];
    r->from = write ? memory_local(noc->memory, &from) : memory_find(noc->memory, place, &from);
    if (!r->from) {
        return false;
    }
    r->to = write ? memory_find(noc->memory, place, &to) : memory_local(noc->memory, &to);
    r->core = write ? memory_core(noc->memory, place) : noc->memory;
    r->source = write ? NULL : memory_core(noc->memory, place);
    counter[!write ? READS_ANSWERED : marked ? WRITES_SENT : POSTED_SENT]++;
    counter[WRITES_ACKED] += write && marked;
    if (r->to) {
        tell_request(noc, STX_EVENT_REQUEST, r);
        count_traffic(noc, r, place);
    }
    return r->to != NULL;
}

/* Finds the word that an atomic request or an inline write changes. */
static void find_target(struct noc *noc, struct noc_request *r, const uint32_t *reg,
                        const struct memory_part *part) {
    const uint32_t place = reg[TARGET_PLACE] >> STX_DM_PLACE_SHIFT;
    r->address = part->address;
    r->bytes = part->bytes;
    r->to = memory_find(noc->memory, place, part);
    r->core = memory_core(noc->memory, place);
}

static bool atomic(struct noc *noc, struct noc_request *r, const uint32_t *reg, uint32_t *counter) {
    uint32_t wrap = reg[LENGTH] >> 2 & 31u, address = reg[TARGET_LOW] & ~15u;
    if ((reg[LENGTH] >> 12 & 15u) != INCREMENT_GET) {
        return refuse_request(noc, "not modelled: an atomic operation other than an increment");
    }
    r->kind = NOC_ATOMIC;
    r->mask = wrap == 31 ? UINT32_MAX : (2u << wrap) - 1;
    r->value = reg[DATA];
    const struct memory_part part = part_of(noc, address + 4 * (reg[LENGTH] & 3u), 4, true);
    find_target(noc, r, reg, &part);
    counter[ATOMICS_ANSWERED] += (reg[CONTROL] & IS_MARKED) != 0;
    return r->to != NULL;
}

static bool store(struct noc *noc, struct noc_request *r, const uint32_t *reg, uint32_t *counter) {
    bool marked = (reg[CONTROL] & IS_MARKED) != 0;
    r->kind = NOC_INLINE;
    r->value = reg[DATA];
    const struct memory_part part = part_of(noc, reg[TARGET_LOW], 4, true);
    find_target(noc, r, reg, &part);
    counter[marked ? WRITES_SENT : POSTED_SENT]++;
    counter[WRITES_ACKED] += marked;
    return r->to != NULL;
}

/* The coordinates of the other side: a copy that is no write reads from its target. */
static uint16_t place_of(const uint32_t *reg) {
    const bool returns = reg[CONTROL] & IS_WRITE && !(reg[CONTROL] & (IS_ATOMIC | IS_INLINE));
    return (uint16_t)(reg[returns ? RETURN_PLACE : TARGET_PLACE] >> STX_DM_PLACE_SHIFT & 0xFFFu);
}

bool noc_send(struct noc *noc, enum cb_side owner, uint32_t instance, const uint32_t *reg) {
    uint32_t *counter = noc->counter[owner][instance];
    struct noc_request *r = add(noc, owner, instance);
    r->id = reg[TAG] >> ID_SHIFT & (NOC_IDS - 1);
    noc->polled[owner][instance] &= (uint16_t) ~(1u << r->id);
    bool good = reg[CONTROL] & IS_ATOMIC   ? atomic(noc, r, reg, counter)
                : reg[CONTROL] & IS_INLINE ? store(noc, r, reg, counter)
                                           : copy(noc, r, reg, counter);
    r->answered = (reg[CONTROL] & IS_MARKED) != 0;
    r->buffer = noc->sending;
    r->channel = reg[CONTROL] & IS_STATIC ? (int8_t)(reg[CONTROL] >> CHANNEL_SHIFT & 15u) : -1;
    r->place_at = place_of(reg);
    r->linked = (reg[CONTROL] & IS_LINKED) != 0;
    r->closes = noc->chain[owner][instance] && !r->linked;
    if (good && noc->made) {
        noc->made(noc, r);
    }
    noc->count += good;
    return good;
}

static bool send(struct noc *noc, enum cb_side owner, uint32_t instance, const uint32_t *reg) {
    bool good = (reg[CONTROL] & IS_MULTICAST ? noc_multicast : noc_send)(noc, owner, instance, reg);
    noc->chain[owner][instance] = (reg[CONTROL] & IS_LINKED) != 0;
    noc_land_some(noc);
    return good;
}

enum { WINDOW = 0xFFB20000u, INSTANCE_SHIFT = 16 };

bool noc_write(struct noc *noc, enum cb_side owner, uint32_t address, uint32_t value) {
    uint32_t at = address - WINDOW, instance = at >> INSTANCE_SHIFT,
             buffer = at >> BUFFER_SHIFT & 31u;
    uint32_t index = at % (1u << BUFFER_SHIFT) / 4;
    if (instance >= NOC_INSTANCES || buffer >= NOC_BUFFERS || index >= NOC_REGISTERS) {
        return instance < NOC_INSTANCES || refuse_request(noc, "a register that is not modelled");
    }
    if (index == SEND) {
        noc->sending = (uint8_t)buffer;
        return !(value & 1u) || send(noc, owner, instance, noc->reg[owner][instance][buffer]);
    }
    noc->reg[owner][instance][buffer][index] = value;
    return true;
}

/* How many requests with an id are under way. A kernel that reads this again, without a request
 * with that id in between, waits for them. */
static uint32_t status_of_id(struct noc *noc, const struct wait *wait, uint32_t id) {
    uint16_t *polled = &noc->polled[wait->owner][wait->instance];
    uint32_t pending = 0;
    for (uint32_t i = 0; i < noc->count; i++) {
        pending += is_wanted(&noc->request[i], wait);
    }
    if (pending && !(*polled & wait->ids)) {
        *polled |= (uint16_t)wait->ids;
        return pending;
    }
    settle(noc, wait);
    waits_for(&noc->traffic[wait->owner], noc->traffic[wait->owner].with[id]);
    return 0;
}

static void tell_answers(struct noc *noc, const struct wait *wait) {
    if (noc->answered) {
        noc->answered(noc, wait->owner, wait->instance, wait->ids);
    }
}

/* The value that a kernel reads from a counter. If both kernels count together, it is their sum:
 * requests of the other kernel land now, too, although only that kernel has waited for them. */
static uint32_t shown(struct noc *noc, struct wait wait, uint32_t index) {
    const uint32_t own = noc->counter[wait.owner][wait.instance][index];
    wait.owner = cb_other_side(wait.owner);
    for (uint32_t i = 0; noc->shared && i < noc->count; i++) {
        if (is_wanted(&noc->request[i], &wait) || goes_along(&noc->request[i], &wait)) {
            land(noc, &noc->request[i]);
        }
    }
    return own + (noc->shared ? noc->counter[wait.owner][wait.instance][index] : 0);
}

static uint32_t status(struct noc *noc, enum cb_side owner, uint32_t instance, uint32_t index) {
    struct noc_traffic *traffic = &noc->traffic[owner];
    uint32_t id = index % NOC_IDS;
    struct wait wait = {owner, instance, kinds_of(index), ALL_IDS};
    if (index < NOC_COUNTERS) {
        settle(noc, &wait);
        if (index == WRITES_ACKED) {
            tell_answers(noc, &wait);
        }
        waits_for(traffic, traffic->groups + (traffic->bytes != 0));
        return shown(noc, wait, index);
    }
    wait.kinds = READS | OTHERS;
    wait.ids = 1u << id;
    const uint32_t pending = index < BY_ID_END ? status_of_id(noc, &wait, id) : 0;
    if (!pending && index < BY_ID + NOC_IDS) { /* the others count what has not left yet */
        tell_answers(noc, &wait);
    }
    return pending;
}

bool noc_read(struct noc *noc, enum cb_side owner, uint32_t address, uint32_t *value) {
    uint32_t at = address - WINDOW, instance = at >> INSTANCE_SHIFT,
             buffer = at >> BUFFER_SHIFT & 31u;
    uint32_t offset = at % (1u << BUFFER_SHIFT);
    *value = 0;
    if (instance >= NOC_INSTANCES) {
        return refuse_request(noc, "a register that is not modelled");
    }
    if (offset >= STATUS) {
        *value = status(noc, owner, instance, (offset - STATUS) / 4);
    } else if (offset >= CONFIGURATION) {
        *value = noc->memory->y << 6 | noc->memory->x;
    } else if (buffer < NOC_BUFFERS && offset / 4 < NOC_REGISTERS && offset / 4 != SEND) {
        *value = noc->reg[owner][instance][buffer][offset / 4];
    }
    return true;
}

bool noc_reads_into(const struct noc *noc, enum cb_side owner, uint32_t begin, uint32_t end) {
    bool any = false;
    for (uint32_t i = 0; i < noc->count && !any; i++) {
        const struct noc_request *r = &noc->request[i];
        any = r->kind == NOC_READ && r->owner == owner && r->address < end &&
              r->address + r->bytes > begin;
    }
    return any;
}
