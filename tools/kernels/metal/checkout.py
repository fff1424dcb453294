# SPDX-License-Identifier: Apache-2.0
"""A user's tt-metal checkout and sfpi headers: their directories, versions, and the changes that
GCC 12 needs (in links next to the build, never in the checkout)."""
import hashlib
import os
import re
import subprocess

from .. import farm
from ..chips import BLACKHOLE
from ..farm import CheckoutError
from ..kept import names_below
from ..toolchain import digest_of

LLK = 'tt_metal/tt-llk'
REGISTERS = 'tt_metal/hw/inc/internal/tt-1xx'


def api_of(chip):
    return f'tt_metal/hw/ckernels/{chip.metal}/metal'


def includes_of(chip):
    """The include directories of a kernel, in tt-metal's own order; {llk} and {api} are the linked
    copies."""
    return ('{root}', '{root}/ttnn', '{root}/ttnn/cpp', '{root}/tt_metal', '{root}/tt_metal/hw/inc',
            '{llk}/common', '{root}/tt_metal/hostdevcommon/api', '{root}/tt_metal/api',
            '{api}/common', '{api}/llk_io', f'{{root}}/{REGISTERS}', *(f'{{root}}/{REGISTERS}/{d}' for d in chip.registers),
            f'{{llk}}/{chip.llk}/common/inc', f'{{llk}}/{chip.llk}/llk_lib', '{api}/llk_api', '{api}/llk_api/llk_sfpu')


def needed_of(chip):
    return (f'{LLK}/{chip.llk}/common/inc/ckernel.h', f'{api_of(chip)}/common/chlkc_list.h',
            'tt_metal/hw/inc/api/compute/common.h')


# Maps the digest of dataflow_api.h to the commit, for trees without git.
KNOWN = {'f6b9a7a3ef': 'a8c5af0f5a', '62232aa324': '34b433f605'}


# Headers that every kernel of a thread includes and that do not depend on its arguments or buffers, so they may be
# precompiled.
_BEGIN = ('core_config.h', 'ckernel_globals.h', 'internal/tensix_functions.h', 'dev_mem_map.h', 'hostdevcommon/kernel_structs.h',
          'hostdev/rta_constants.h', 'hostdev/dev_msgs.h', 'api/debug/dprint.h', 'ckernel.h', 'ckernel_gpr_map.h', 'internal/debug/fw_debug.h',
          'llk_param_structs.h', 'ckernel_template.h')
BEGIN = {'unpack': (*_BEGIN, 'cunpack_common.h', 'llk_unpack_common.h'),
         'math': (*_BEGIN, 'sfpi.h', 'cmath_common.h', 'llk_math_common.h', 'llk_math_eltwise_unary_datacopy.h'),
         'pack': (*_BEGIN, 'cpack_common.h', 'llk_pack_common.h')}


class Checkout:
    """Has the include directories of a checkout, in order."""

    def __init__(self, build, tt_metal, sfpi, chip=BLACKHOLE):
        self.chip, self.api = chip, api_of(chip)
        if not tt_metal or not sfpi:
            raise CheckoutError('say where the checkouts are: TT_METAL=dir SFPI=dir')
        self.root = os.path.abspath(tt_metal)
        missing = [path for path in needed_of(chip) if not os.path.isfile(os.path.join(self.root, path))]
        if missing:
            raise CheckoutError(f'{tt_metal} is not a checkout of tt-metal: ' + '\n  '.join(f'{p} is missing' for p in missing))
        self.sfpi, self.sfpi_headers = farm.sfpi(sfpi, build), farm.sfpi_headers(sfpi)
        self.links = farm.of(build, 'farm' + chip.suffix, self.root)
        farm.link_trees(self.root, self.links, (f'{LLK}/{chip.llk}', f'{LLK}/common', self.api))
        hw = os.path.join(self.root, REGISTERS)
        self.strange = farm.mend_registers([os.path.join(hw, chip.registers[0], 'noc_nonblocking_api.h'), os.path.join(hw, 'risc_common.h')],
                                           self.registers)
        farm.mend_assertions(os.path.join(self.root, 'tt_metal/hw/inc'), self.mended)
        self.strange_remote = farm.mend_remote(os.path.join(self.root, 'tt_metal/hw/inc'), self.mended)
        self._old_names()
        tops = (f'{LLK}/{chip.llk}', self.api, 'tt_metal/hw/inc', 'ttnn/cpp/ttnn/kernel', 'ttnn/cpp/ttnn/kernel_lib')
        self.digest = names_below(*(os.path.join(self.root, top) for top in tops), self.sfpi)

    def _old_names(self):
        """Older kernels include compute_kernel_api/X.h, which is api/compute/X.h now."""
        api = os.path.join(self.root, 'tt_metal/hw/inc/api/compute')
        names = {'compute_kernel_api': api,
                 'compute_kernel_api.h': os.path.join(api, 'compute_kernel_api.h')}
        os.makedirs(os.path.join(self.links, 'old'), exist_ok=True)
        for name, target in names.items():
            link = os.path.join(self.links, 'old', name)
            if not os.path.islink(link):
                os.symlink(target, link)

    thread_source, dataflow_source, begin = 'port/metal/thread.cpp', 'port/metal/dataflow.cpp', BEGIN
    prologue = '#include "metal/watch.h"\n'

    def includes(self):
        places = {'root': self.root, 'llk': os.path.join(self.links, LLK),
                  'api': os.path.join(self.links, self.api)}
        return [self.mended] + [d.format(**places) for d in includes_of(self.chip)] + [self.sfpi, os.path.join(self.links, 'old')]

    @property
    def registers(self):
        """The fixed headers for data-movement kernels."""
        return os.path.join(self.links, 'registers')

    @property
    def mended(self):
        """Fixed copies of headers that GCC 12 would reject."""
        return os.path.join(self.links, 'mended-headers')

    def commit(self):
        """The first ten digits of the commit, from git or for a known tree; '' if it is unknown."""
        head = subprocess.run(['git', '-C', self.root, 'rev-parse', '--show-toplevel', 'HEAD'], capture_output=True,
                              text=True, check=False).stdout.split()
        if len(head) == 2 and os.path.realpath(head[0]) == os.path.realpath(self.root):
            return head[1][:10]
        path = os.path.join(self.root, 'tt_metal/hw/inc/api/dataflow/dataflow_api.h')
        if not os.path.isfile(path):
            return ''
        with open(path, 'rb') as f:
            return KNOWN.get(hashlib.sha256(f.read()).hexdigest()[:10], '')

    def kernel(self, path):
        """The path of a kernel; raises CheckoutError if it does not exist."""
        full = os.path.join(self.root, path)
        if not os.path.isfile(full):
            raise CheckoutError(f'the kernel {path} does not exist')
        return full


class OwnKernels:
    """Kernels that use the project's own header and need no checkout."""

    thread_source, dataflow_source, begin = 'port/metal/thread_own.cpp', 'port/metal/dataflow_own.cpp', {}
    prologue, strange, strange_remote = '', (), ''

    def __init__(self, project, directory, chip=BLACKHOLE):
        self.chip = chip
        self.project, self.root = project, os.path.abspath(directory)
        self.digest = digest_of(project, ('examples/metal/**/*.h', 'examples/llk/*.h'))

    @staticmethod
    def commit():
        raise CheckoutError('a line "tree" needs that checkout: TT_METAL=dir SFPI=dir')

    def includes(self):
        return [os.path.join(self.project, 'examples/metal')]

    def kernel(self, path):
        full = os.path.join(self.root, path)
        if not os.path.isfile(full):
            raise CheckoutError(f'the kernel {path} does not exist')
        return full


def skipped(checkout, case):
    """Why a case is skipped: it is for other trees; otherwise ''."""
    commit = checkout.commit() if case.trees else ''
    if not commit or any(commit.startswith(tree[:10]) for tree, _ in case.trees):
        return ''
    return 'skipped: the case is for another tree, ' + ', '.join(tree for tree, _ in case.trees)


def is_old_style(source):
    """Older kernels define MAIN in a namespace that the build names."""
    return re.search(r'\bvoid\s+MAIN\b', source) is not None
