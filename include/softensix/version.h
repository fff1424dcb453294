/* SPDX-License-Identifier: Apache-2.0
 *
 * version.h - the version of this library and of its tools; CHANGELOG.md says what is in it, and
 * docs/stability.md what may change. Only this file contains the number: make, CMake and the files
 * for package managers read it here. */
#ifndef SOFTENSIX_VERSION_H
#define SOFTENSIX_VERSION_H

#define STX_VERSION "0.1.0"
#define STX_VERSION_MAJOR 0
#define STX_VERSION_MINOR 1
#define STX_VERSION_PATCH 0
/* For comparison: #if STX_VERSION_NUMBER >= STX_VERSION_OF(0, 1, 0). */
#define STX_VERSION_OF(major, minor, patch) ((major)*1000000L + (minor)*1000L + (patch))
#define STX_VERSION_NUMBER STX_VERSION_OF(STX_VERSION_MAJOR, STX_VERSION_MINOR, STX_VERSION_PATCH)

#endif
