/* SPDX-License-Identifier: Apache-2.0
 *
 * version.h - the version of this library and of its tools; CHANGELOG.md says what is in it. */
#ifndef SOFTENSIX_VERSION_H
#define SOFTENSIX_VERSION_H

#define STX_VERSION "0.1-dev"

#endif
