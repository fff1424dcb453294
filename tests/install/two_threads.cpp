// SPDX-License-Identifier: Apache-2.0
//
// Two threads of a C++ program with a core each: how many words each core has executed.
#include <cstdio>
#include <thread>

#define STX_THREAD 1
#ifdef SINGLE
#include "softensix.h"
#else
#include "softensix/softensix.h"
#include "softensix/tti.h"
#endif

static stx_core core[2];

static void run(stx_core *own, unsigned words) {
    stx_bind(own);
    for (unsigned i = 0; i < words; i++) {
        TTI_NOP;
        if (i % 1000 == 0) {
            std::this_thread::yield();
        }
    }
}

int main() {
    stx_init(&core[0], nullptr, 0, nullptr);
    stx_init(&core[1], nullptr, 0, nullptr);
    std::thread first(run, &core[0], 200000u), second(run, &core[1], 300000u);
    first.join();
    second.join();
    std::printf("%u %u\n", static_cast<unsigned>(core[0].retired), static_cast<unsigned>(core[1].retired));
    return core[0].retired == 200000 && core[1].retired == 300000 ? 0 : 1;
}
