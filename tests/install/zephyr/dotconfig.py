# SPDX-License-Identifier: Apache-2.0
"""prj.conf through the module's Kconfig, as Zephyr does it: dotconfig.py PRJ_CONF DOTCONFIG. A name that no Kconfig
has, or a value that is not taken, is an error. TREE= where softensix is."""
import os
import sys

import kconfiglib

kconfig = kconfiglib.Kconfig(os.path.join(os.path.dirname(__file__), 'Kconfig'), warn_to_stderr=False)
kconfig.warn_assign_undef = True
kconfig.load_config(sys.argv[1])
for name, value in (line.strip()[len('CONFIG_'):].split('=') for line in open(sys.argv[1], encoding='ascii')
                    if line.startswith('CONFIG_')):
    if kconfig.syms[name].str_value != value:
        kconfig.warnings.append(f'{name}={value} is not taken')
if kconfig.warnings:
    sys.exit('\n'.join(kconfig.warnings))
kconfig.write_config(sys.argv[2])
