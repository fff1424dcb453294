/* SPDX-License-Identifier: Apache-2.0
 *
 * nothing.cpp - a kernel of a core to which others write. */
void kernel_main() {
}
