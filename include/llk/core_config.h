/* SPDX-License-Identifier: Apache-2.0
 *
 * core_config.h - LLK includes it and uses nothing of it. */
#pragma once
