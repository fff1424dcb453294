#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the data of examples/keywords: train_keywords.py directory.

A synthesizer speaks eight words: harmonics of a voice with three formants that glide from sound to sound, noise for fricatives
and bursts, with random pitch, speed, place, voice and background noise. 32 bands of 32 frames of 16 ms, in eight levels of 4.5 dB,
train a network of two convolutions over four frames and a layer of scores, whose weights are integers from -3 to 3 and whose
activations are integers from 0 to 7. The files are for words that training has not heard. The seed is fixed, so
the files are the same every time, but for their layout, which clang-format decides. Needs numpy (Debian: python3-numpy)."""
import os
import sys

import numpy as np

RATE, HOP, FRAMES, BANDS, CHANNELS, WIDTH, TOP, LARGEST = 8000, 128, 32, 32, 64, 4, 7, 3
TRAINED, SHOWN, HEARD = 240, 4, 50  # utterances of each word
# Vowels: three formants in Hz, loudness of the voice; others: loudness of hiss and of noise.
SOUNDS = {'i': (300, 2300, 3000, 1, 0, 0), 'e': (500, 1900, 2500, 1, 0, 0), 'a': (700, 1200, 2500, 1, 0, 0), 'o': (500, 900, 2400, 1, 0, 0),
          'l': (380, 1100, 2600, .6, 0, 0), 'n': (280, 1300, 2400, .4, 0, 0), 'r': (400, 1200, 1600, .7, 0, 0), 's': (500, 1700, 2600, 0, .5, 0),
          'f': (500, 1200, 2400, 0, 0, .15), 't': (500, 1700, 2600, 0, .35, .1), 'p': (500, 900, 2300, 0, 0, .2), 'g': (400, 1500, 2200, .2, 0, .2),
          '-': (500, 1400, 2400, 0, 0, 0)}
WORDS = {'yes': 'ieess', 'no': 'nnooo', 'up': 'aa-p', 'stop': 'ss-too-p', 'go': '-gooo', 'left': 'leef-t', 'right': 'raai-t', 'off': 'oofff'}
HEAD = '/* SPDX-License-Identifier: Apache-2.0\n *\n * {} Made by tools/train_keywords.py. */\n#include "keywords.h"\n\n'


def spoken(word, random):
    """An utterance: samples."""
    sounds = np.array([SOUNDS[s] for s in WORDS[word]], float)
    length = int(len(sounds) * random.uniform(3.0, 4.6)) if len(sounds) < 7 else int(len(sounds) * random.uniform(2.6, 3.6))
    begin = random.randint(0, max(1, FRAMES - length))
    at = np.clip((np.arange(FRAMES + 1) - begin) * len(sounds) / length - .5, 0, len(sounds) - 1)
    track = np.array([np.interp(at, np.arange(len(sounds)), column) for column in sounds.T]).T
    inside = ((np.arange(FRAMES + 1) >= begin) & (np.arange(FRAMES + 1) < begin + length)).astype(float)
    track[:, 3:] *= inside[:, None] * random.uniform(.6, 1)
    formants = track[:, :3] * random.uniform(.88, 1.14)
    pitch = random.uniform(90, 230) * np.linspace(1, random.uniform(.8, 1.15), FRAMES + 1)
    harmonics = np.arange(1, int(3900 / pitch.max()) + 1)
    tones = harmonics[:, None] * pitch[None]
    loud = sum(gain / (1 + ((tones - formants[:, i]) / width) ** 2) for i, (gain, width) in enumerate(((1, 70), (.6, 90), (.35, 120))))
    loud = np.repeat(loud * track[:, 3] / len(harmonics) ** .5, HOP, axis=1)
    phase = np.cumsum(np.repeat(pitch, HOP)) * 2 * np.pi / RATE
    voice = (loud * np.cos(harmonics[:, None] * phase + random.uniform(0, 6.28, len(harmonics))[:, None])).sum(0)
    white = random.randn(len(voice))
    hiss = np.diff(white, 2, prepend=[0, 0]) / 2.5
    return voice + hiss * np.repeat(track[:, 4], HOP) * .4 + white * np.repeat(track[:, 5], HOP) * .5 + \
        random.randn(len(voice)) * random.uniform(.003, .03)


def bands():
    """The share of each of 129 frequencies in each of the bands, which are as wide as hearing has them."""
    edges = 700 * (np.exp(np.linspace(np.log(1 + 100 / 700), np.log(1 + 3900 / 700), BANDS + 2)) - 1)
    at = np.arange(129) * RATE / 256
    up, down = (at[:, None] - edges[:-2]) / np.diff(edges)[:-1], (edges[2:] - at[:, None]) / np.diff(edges)[1:]
    return np.clip(np.minimum(up, down), 0, 1) + 1e-3


def levels(samples, share):
    frames = np.array([samples[i * HOP:i * HOP + 2 * HOP] for i in range(FRAMES - 1)] + [np.pad(samples[(FRAMES - 1) * HOP:][:256], (0, 0))])
    power = np.abs(np.fft.rfft(frames * np.hanning(256))) ** 2 @ share
    loudness = np.log2(power + 1e-6)
    return np.clip(np.floor((loudness - loudness.max()) / 1.5) + 8, 0, TOP)


def utterances(count, seed):
    random, share = np.random.RandomState(seed), bands()
    x = np.array([levels(spoken(word, random), share) for _ in range(count) for word in WORDS])
    return x, np.tile(np.arange(len(WORDS)), count)


def shifted(x):
    """Each frame with the three before it."""
    return np.concatenate([np.pad(x, ((0, 0), (j, 0), (0, 0)))[:, :x.shape[1]] for j in range(WIDTH)], axis=2)


def back(d, channels):
    """The slopes of x from those of shifted(x)."""
    parts = [d[:, :, j * channels:(j + 1) * channels] for j in range(WIDTH)]
    return sum(np.pad(p[:, j:], ((0, 0), (0, j), (0, 0))) for j, p in enumerate(parts))


class Layer:
    """Weights that are rounded to small integers, and for each channel a gain and a bias."""

    def __init__(self, random, inputs, outputs):
        self.parts = [random.randn(inputs, outputs).astype(np.float32) * 1.2, np.zeros(outputs, np.float32), np.zeros(outputs, np.float32)]
        self.mean, self.square = [np.zeros_like(p) for p in self.parts], [np.zeros_like(p) for p in self.parts]
        self.begun = False

    def weights(self):
        return np.clip(np.rint(self.parts[0]), -LARGEST, LARGEST)

    def forward(self, x):
        self.x, self.w = x, self.weights()
        self.sums = x @ self.w
        if not self.begun:
            self.parts[1] = np.log(1.5 / (self.sums.std((0, 1)) + 1e-3)).astype(np.float32)
            self.parts[2] = 1 - np.exp(self.parts[1]) * self.sums.mean((0, 1))
            self.begun = True
        self.gain = np.exp(self.parts[1])
        return self.sums * self.gain + self.parts[2]

    def backward(self, d):
        flat = d.reshape(-1, d.shape[-1])
        self.slopes = [self.x.reshape(len(flat), -1).T @ (flat * self.gain) * (np.abs(self.parts[0]) < LARGEST + .5),
                       (d * self.sums * self.gain).sum((0, 1)), flat.sum(0)]
        return (d * self.gain) @ self.w.T

    def step(self, rate, number):
        for i, slope in enumerate(self.slopes):  # Adam
            self.mean[i] = .9 * self.mean[i] + .1 * slope
            self.square[i] = .999 * self.square[i] + .001 * slope ** 2
            change = self.mean[i] / (1 - .9 ** number) / (np.sqrt(self.square[i] / (1 - .999 ** number)) + 1e-8)
            self.parts[i] = self.parts[i] - rate * (1 if i != 1 else .2) * change


def activation(y):
    return np.clip(np.rint(y), 0, TOP)


def train(x, labels, epochs=24):
    random = np.random.RandomState(2)
    layers = [Layer(random, WIDTH * BANDS, CHANNELS), Layer(random, WIDTH * CHANNELS, CHANNELS), Layer(random, CHANNELS, len(WORDS))]
    number, target = 0, np.eye(len(WORDS))[labels]
    for epoch in range(epochs):
        order = random.permutation(len(x))
        for i in range(0, len(x), 64):
            chosen = order[i:i + 64]
            y1 = layers[0].forward(shifted(x[chosen].astype(np.float32)))
            y2 = layers[1].forward(shifted(activation(y1)))
            scores = layers[2].forward(activation(y2)).mean(1)
            share = np.exp(scores - scores.max(1, keepdims=True))
            error = (share / share.sum(1, keepdims=True) - target[chosen]) / len(chosen)
            d = layers[2].backward(np.repeat(error[:, None], FRAMES, axis=1) / FRAMES)
            d = layers[1].backward(d * (y2 > -.5) * (y2 < TOP + .5))
            layers[0].backward(back(d, CHANNELS) * (y1 > -.5) * (y1 < TOP + .5))
            number += 1
            for layer in layers:
                layer.step(.02 * (1 - epoch / epochs), number)
        print(f'{epoch}: {(scores.argmax(1) == labels[chosen]).mean():.2f}', file=sys.stderr)
    return layers


def multiplier(gain):
    """The gain as a factor of 31 bits below 1 and a shift to the left, as quantized networks have it."""
    mantissa, exponent = np.frexp(gain)
    factor = np.rint(mantissa * 2 ** 31).astype(np.int64)
    again = factor == 2 ** 31
    return np.where(again, factor // 2, factor), exponent + again


def requantized(sums, bias, factor, shift):
    """Rounded twice, as gemmlowp and CMSIS-NN do it."""
    high = ((sums + bias).astype(np.int64) * factor + (1 << 30)) >> 31
    mask = (1 << -shift) - 1
    return np.clip((high >> -shift) + ((high & mask) > (mask >> 1) + (high < 0)), 0, TOP)


def texts(name, digits):
    lines = [''.join(str(int(v)) for v in digits[i:i + 90]) for i in range(0, len(digits), 90)]
    return f'const char {name}[] =\n' + '\n'.join(f'    "{line}"' for line in lines) + ';\n'


def numbers(name, values):
    lines = [', '.join(str(int(v)) for v in values[i:i + 8]) for i in range(0, len(values), 8)]
    return f'const int32_t {name}[{len(values)}] = {{\n    ' + ',\n    '.join(lines) + '};\n'


def write(directory, name, what, text):
    with open(os.path.join(directory, name), 'w', encoding='ascii') as f:
        f.write(HEAD.format(f'{name} - {what}') + text)


def main():
    directory = sys.argv[1]
    layers = train(*utterances(TRAINED, 1))
    fixed = [(layer.weights(), np.rint(layer.parts[2] / np.exp(layer.parts[1])), *multiplier(np.exp(layer.parts[1]))) for layer in layers]

    def right(count, seed):
        x, labels = utterances(count, seed)
        a = requantized(shifted(x) @ fixed[0][0], *fixed[0][1:])
        a = requantized(shifted(a) @ fixed[1][0], *fixed[1][1:])
        sums = (a @ fixed[2][0]).sum(1)
        scores = ((sums + FRAMES * fixed[2][1]) * fixed[2][2] * 2.0 ** (fixed[2][3] - 31))
        return (scores.argmax(1) == labels).sum(), x, labels
    heard, _, labels = right(HEARD, 3)
    print(f'right: {heard} of {len(labels)} utterances that training has not heard', file=sys.stderr)
    _, x, labels = right(SHOWN, 4)
    write(directory, 'utterances.c', 'levels of 32 bands in each of 32 frames.', texts('keywords_levels', x.reshape(-1)))
    text = ''.join(texts(f'keywords_w{i + 1}', (f[0] + LARGEST).reshape(-1)) + '\n' for i, f in enumerate(fixed))
    text += '\n'.join(numbers(f'keywords_{what}{i + 1}', f[j]) for i, f in enumerate(fixed) for j, what in ((1, 'bias'), (2, 'factor'), (3, 'shift')))
    write(directory, 'weights.c', 'weights as digits of which 3 is 0, biases, gains.', text)


if __name__ == '__main__':
    main()
