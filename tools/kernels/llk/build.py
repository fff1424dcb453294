# SPDX-License-Identifier: Apache-2.0
"""Builds a program from the source of an LLK kernel and its build.h."""
import os

from .. import build
from ..kept import names_below
from ..toolchain import ROOT, digest_of


def llk_includes(chip):
    """Directories of a checkout with headers for a chip."""
    return (*(chip.llk + below for below in ('/common/inc', '/common/inc/sfpu', '/llk_lib', '')), 'common',
            'tests/helpers/include')


def metal_includes(chip):
    """For an LLK inside tt-metal's tree (tt_metal/tt-llk): directories of that tree which its tests
    use."""
    return (f'hw/ckernels/{chip.metal}/metal/llk_api', 'hw/inc')


class Builder(build.Builder):
    """If farm and sfpi are None, kernels use only the project's own headers."""

    def __init__(self, march, chip, farm=None, sfpi=None, many=False, **given):
        super().__init__('llk', march, chip, **given)
        self.farm, self.sfpi = farm, sfpi
        trees = [sfpi] if sfpi else []
        if farm:
            trees += [os.path.join(farm, d) for d in (chip.llk, 'common', 'tests/helpers/include')]
        self.salt = names_below(*trees) + digest_of(ROOT, ('include/llk/**/*', 'include/softensix/*', 'port/llk/thread.cpp', 'examples/llk/*.h',
                                                           'tests/tile/kernels/*.h'))
        if many:
            self.precompile(self._steady, {})

    def _includes(self, first=(), then=()):
        """first and then: directories of a kernel, before and after the project's."""
        own = [*first, os.path.join(ROOT, 'include/llk'), os.path.join(ROOT, 'include'), *then]
        if self.sfpi:
            own.append(self.sfpi)
        if self.farm:
            own += [os.path.join(self.farm, d) for d in llk_includes(self.chip)]
            own += [os.path.join(self.farm, 'metal', d) for d in metal_includes(self.chip)]
        return [f'-I{d}' for d in own]

    def _defines(self, thread):
        name, define, number = thread
        return [f'-DCOMPILE_FOR_TRISC={number}', f'-DLLK_TRISC_{define}', '-DTENSIX_FIRMWARE', '-DENV_LLK_INFRA',
                f'-DSTX_LLK_ENTRY=llk_{name}', *self.options()]

    def _steady(self, thread):
        """The options that are the same for all kernels."""
        return [*self._defines(thread), *self._includes()]

    def program(self, kernel, header_text, runtime_formats):
        """The program for a kernel with a build.h, as a tuple, and whether it had to be compiled."""
        key = self.key(kernel, self.salt, header_text, str(runtime_formats), str(self.farm), str(self.sfpi))
        work, own = os.path.join(self.kept, key), [f'-DSTX_LLK_KERNEL="{kernel}"', *(['-DRUNTIME_FORMATS'] if runtime_formats else [])]
        includes = self._includes([work], [os.path.dirname(kernel)])
        with self.locks[key]:
            build.write(work, {'build.h': header_text})
            objects, fresh = self.objects(work, 'port/llk/thread.cpp',
                                          lambda thread: [*own, *self._defines(thread), *includes, '-include', self.prelude])
            return self.link(objects, work), fresh
