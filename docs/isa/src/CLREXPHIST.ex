# CLREXPHIST
book 6.9
what
Clears the histogram of exponents, which no instruction reads.
Here nothing changes.
Words that silicon ignores are kept so that kernels run unchanged.
formula
nothing visible
example
Nothing changes.
before
words
CLREXPHIST
after
end
