/* SPDX-License-Identifier: Apache-2.0
 *
 * parts.h - products that are computed in parts. */
#ifndef HARTS_PARTS_H
#define HARTS_PARTS_H

/* Computes `rounds` products of every kind, and returns the number of those that were wrong. */
unsigned parts_failed(unsigned rounds);

#endif
