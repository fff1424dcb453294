/* SPDX-License-Identifier: Apache-2.0
 *
 * core_config.h - LLK includes this file, but uses nothing from it. */
#pragma once
