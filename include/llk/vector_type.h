/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_type.h - gives the type that sfpi's tensix_builtins.h defines another name. It is a vector
 * of the compiler; tensix_builtins.def, which that header includes, defines __xtt_vector itself. */
#ifndef STX_LLK_VECTOR_TYPE_H
#define STX_LLK_VECTOR_TYPE_H

#define __xtt_vector stx_compilers_vector

#endif
