# SPDX-License-Identifier: Apache-2.0
"""build.h, the header of constants that LLK test kernels include."""

INCLUDES = ('operand.h', 'llk_defs.h', 'llk_sfpu_types.h', 'perf.h', 'tensix_types.h')
FORMATS = ('unpack_A_src', 'unpack_B_src', 'unpack_S_src', 'unpack_A_dst', 'unpack_B_dst',
           'unpack_S_dst', 'math', 'pack_src', 'pack_dst', 'pack_S_src', 'pack_S_dst')


def _format_config(runtime):
    if runtime:
        return [f'    std::uint32_t {name} = 0;' for name in FORMATS]
    parameters = ', '.join(f'std::uint32_t {name}_' for name in FORMATS)
    members = ', '.join(f'{name}({name}_)' for name in FORMATS)
    return ([f'    const std::uint32_t {name};' for name in FORMATS] +
            [f'    constexpr FormatConfig({parameters}) : {members} {{}}'])


def _declaration(keyword, words):
    if keyword == 'define':
        return f'#define {" ".join(words)}'
    if keyword == 'ctformat':
        return f'constexpr auto {words[0]} = ckernel::to_underlying(DataFormat::{words[1]});'
    return f'constexpr {words[0]} {words[1]} = {" ".join(words[2:])};'


def _field(kind, name, count):
    return f'    {kind} {name}{f"[{count}]" if count > 1 else ""};'


def text(case, includes=INCLUDES):
    """The header for a case."""
    lines = ['#pragma once', '#include <array>', '#include <cstdint>', '#include <type_traits>']
    lines += [f'#include "{name}"' for name in includes]
    lines.append('#define RUNTIME_PARAMETERS [[maybe_unused]] const struct RuntimeParams&')
    lines += ['struct FormatConfig {', *_format_config(case.runtime_formats), '};']
    lines += [_declaration(*d) for d in case.declarations]
    if not case.runtime_formats:
        names = ', '.join(words[0] for keyword, words in case.declarations if keyword == 'ctformat')
        lines.append(f'constexpr FormatConfig formats({names});')
    lines += ['struct RuntimeParams {', *(_field(*f) for f in case.fields), '};', '']
    return '\n'.join(lines)
