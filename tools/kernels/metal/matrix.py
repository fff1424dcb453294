# SPDX-License-Identifier: Apache-2.0
"""Matrices of doubles, for the expected results of descriptions: A @ B, + - * / element by element
(rows, columns and numbers are repeated), and functions of them."""
import math

from .product import product


class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
        if not self.rows or not self.rows[0]:
            raise ValueError('a matrix without numbers')
        if any(len(row) != len(self.rows[0]) for row in self.rows):
            raise ValueError('rows of a matrix that differ in length')

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def map(self, function):
        return Matrix([function(x) for x in row] for row in self.rows)

    def at(self, r, c):
        """An element; a matrix of one row or one column repeats it."""
        return self.rows[r if len(self.rows) > 1 else 0][c if len(self.rows[0]) > 1 else 0]

    def _with(self, other, function):
        if not isinstance(other, Matrix):
            return self.map(lambda x: function(x, other))
        for a, b in zip(self.shape, other.shape):
            if a != b and 1 not in (a, b):
                raise ValueError(f'{self.shape} and {other.shape} do not go together')
        rows, columns = (max(a, b) for a, b in zip(self.shape, other.shape))
        return Matrix([function(self.at(r, c), other.at(r, c)) for c in range(columns)]
                      for r in range(rows))

    def __matmul__(self, other):
        if self.shape[1] != other.shape[0]:
            raise ValueError(f'{self.shape} @ {other.shape}')
        return Matrix(product(self.rows, other.rows))

    def __add__(self, other):
        return self._with(other, lambda x, y: x + y)

    def __sub__(self, other):
        return self._with(other, lambda x, y: x - y)

    def __mul__(self, other):
        return self._with(other, lambda x, y: x * y)

    def __truediv__(self, other):
        return self._with(other, lambda x, y: x / y)

    def __neg__(self):
        return self.map(lambda x: -x)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self.map(lambda x: other / x)


def _each(function):
    return lambda m: m.map(function) if isinstance(m, Matrix) else function(m)


def _of_rows(function):
    return lambda m: Matrix([function(row)] for row in m.rows)


def _choose(function):
    """min or max of two matrices, or of numbers."""
    def chosen(*of):
        if len(of) == 2 and isinstance(of[0], Matrix):
            return of[0]._with(of[1], function)
        if len(of) == 2 and isinstance(of[1], Matrix):
            return of[1]._with(of[0], function)
        return function(*of)
    return chosen


def _each_of(function, first, second=None, third=None):
    """A function of one, two or three matrices, element by element."""
    if second is None:
        return first.map(function)
    if third is None:
        return first._with(second, function)
    pairs = first._with(second, lambda x, y: (x, y))
    return pairs._with(third, lambda xy, z: function(*xy, z))


FUNCTIONS = {
    'exp': _each(math.exp), 'log': _each(math.log), 'sqrt': _each(math.sqrt), 'abs': _each(abs),
    'sin': _each(math.sin), 'cos': _each(math.cos), 'tanh': _each(math.tanh), 'erf': _each(math.erf),
    'relu': _each(lambda x: max(x, 0.0)), 'sigmoid': _each(lambda x: 1 / (1 + math.exp(-x))),
    'gelu': _each(lambda x: x * (1 + math.erf(x / math.sqrt(2))) / 2),
    'row_sum': _of_rows(math.fsum), 'row_max': _of_rows(max),
    'row_mean': _of_rows(lambda row: math.fsum(row) / len(row)),
    'column_sum': lambda m: _of_rows(math.fsum)(m.T).T, 'column_max': lambda m: _of_rows(max)(m.T).T,
    'each': _each_of, 'math': math, 'int': int, 'round': round, 'sum': sum, 'len': len,
    'max': _choose(max), 'min': _choose(min), 'range': range, 'Matrix': Matrix,
}


def evaluate(text, names):
    """The value of an expression of a description."""
    try:
        code = compile(text.strip(), '<expression>', 'eval')
    except SyntaxError as e:
        raise ValueError(f'"{text}" is not an expression: {e.msg}') from e
    return eval(code, {'__builtins__': {}, **FUNCTIONS, **names})  # the user's own file
