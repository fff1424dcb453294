# SPDX-License-Identifier: Apache-2.0
"""What block formats do to numbers, and the error of a function over all inputs of BF16: prints a table and
writes error.svg."""
import numpy as np

import softensix as stx

# %% 1,024 numbers of a normal distribution in every format, and back.
values = np.random.default_rng(1).standard_normal((32, 32)).astype(np.float32)
print('format  bytes  largest error  mean error')
for form in stx.Format:
    if form in (stx.Format.INT8, stx.Format.INT32):
        continue
    back = stx.unpack(stx.pack(values, form), form)
    error = np.abs(back - values)
    print(f'{form.name:6} {stx.tile_bytes(form):6} {error.max():14.6f} {error.mean():11.6f}')

# %% A product in two fidelities.
device = stx.Device()
a, b = device.tensor(values, 'bf16'), device.tensor(values.T, 'bf16')
exact = a.numpy().astype(float) @ b.numpy().astype(float)
for fidelity in ('LoFi', 'HiFi4'):
    product = device.matmul(a, b, fidelity=fidelity).numpy()
    print(f'{fidelity}: largest error of the product {np.abs(product - exact).max():.5f}')

# %% 1 / x by the table of SFPARECIP alone, for all inputs of BF16.
words = ['SFPLOAD lreg_ind=0', 'SFPARECIP lreg_c=0 lreg_dest=1', 'SFPSTORE lreg_ind=1']
with np.errstate(divide='ignore'):
    made = stx.errors(words, lambda x: 1 / x)
at = made.worst
print(f'1/x: max {made.ulp[at]:.3f} ulp at x = {made.x[at]:g}, mean {np.nanmean(made.ulp):.3f} ulp')

# %% The error between 1 and 2, as a picture.
made.between(1, 2).plot().save('error.svg')  # a notebook shows made.between(1, 2) itself
