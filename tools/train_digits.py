#!/usr/bin/env python3
"""Trains the network of examples/digits and writes its data: train_digits.py [digits.csv.gz] directory.

The data set is scikit-learn's: 1,797 pictures of handwritten digits, 8 x 8 pixels from 0 to 16 (Debian:
python3-sklearn-lib). All but the last 352 train a network of 64 inputs, 64 hidden units with ReLU and ten
scores; the last 352 are written to images.c. Weights are rounded to multiples of 1/4096. The seed is fixed, so
the files are the same every time. Needs numpy (Debian: python3-numpy)."""
import gzip
import os
import sys

import numpy as np

DATA = "/usr/lib/python3/dist-packages/sklearn/datasets/data/digits.csv.gz"
TEST = 352
HEAD = "/* SPDX-License-Identifier: Apache-2.0\n *\n * {} Made by tools/train_digits.py. */\n#include \"digits.h\"\n\n"


def load(path):
    table = np.array([[int(x) for x in line.split(b",")] for line in gzip.open(path)])
    return table[:, :64], table[:, 64]


def train(x, labels, hidden=64, epochs=400, rate=0.003, decay=1e-3):
    random = np.random.RandomState(1)
    weights = [random.randn(64, hidden) * (2 / 64) ** 0.5, np.zeros(hidden),
               random.randn(hidden, 10) * (2 / hidden) ** 0.5, np.zeros(10)]
    mean, square = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    target, step = np.eye(10)[labels], 0
    for _ in range(epochs):
        order = random.permutation(len(x))
        for i in range(0, len(x), 64):
            batch = order[i:i + 64]
            h = np.maximum(x[batch] @ weights[0] + weights[1], 0)
            scores = h @ weights[2] + weights[3]
            share = np.exp(scores - scores.max(1, keepdims=True))
            error = (share / share.sum(1, keepdims=True) - target[batch]) / len(batch)
            back = error @ weights[2].T * (h > 0)
            slopes = [x[batch].T @ back + decay * weights[0], back.sum(0),
                      h.T @ error + decay * weights[2], error.sum(0)]
            step += 1
            for j, slope in enumerate(slopes):  # Adam
                mean[j] = 0.9 * mean[j] + 0.1 * slope
                square[j] = 0.999 * square[j] + 0.001 * slope**2
                weights[j] = weights[j] - rate * (mean[j] / (1 - 0.9**step)) / (
                    np.sqrt(square[j] / (1 - 0.999**step)) + 1e-8)
    return weights


def numbers(name, values, kind, per_line):
    lines = [", ".join(str(v) for v in values[i:i + per_line]) for i in range(0, len(values), per_line)]
    return f"const {kind} {name}[{len(values)}] = {{\n    " + ",\n    ".join(lines) + "};\n"


def main():
    path, directory = (sys.argv[1:] if len(sys.argv) == 3 else [DATA, sys.argv[1]])
    pixels, labels = load(path)
    weights = train(pixels[:-TEST] / 16, labels[:-TEST])
    fixed = [np.rint(w * 4096).astype(int) for w in weights]
    w = [f / 4096 for f in fixed]
    scores = np.maximum(pixels[-TEST:] / 16 @ w[0] + w[1], 0) @ w[2] + w[3]
    print(f"{(scores.argmax(1) == labels[-TEST:]).mean() * 100:.2f} % of {TEST} pictures right")
    with open(os.path.join(directory, "weights.c"), "w") as out:
        out.write(HEAD.format("weights.c - the trained network, in units of 1/4096."))
        for name, values in zip(["digits_w1", "digits_b1", "digits_w2", "digits_b2"], fixed):
            out.write(numbers(name, values.flatten(), "int16_t", 16))
    with open(os.path.join(directory, "images.c"), "w") as out:
        out.write(HEAD.format("images.c - pictures that the network was not trained on: pixels from 0 to 16, and their digits."))
        out.write(numbers("digits_images", pixels[-TEST:].flatten(), "uint8_t", 32))
        out.write(numbers("digits_labels", labels[-TEST:], "uint8_t", 32))


main()
