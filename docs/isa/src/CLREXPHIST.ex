# CLREXPHIST
book 6.9
what
Clears the histogram of exponents, which no instruction reads.
In this library nothing changes.
The word is accepted so that kernels run unchanged.
formula
nothing visible
example
Nothing changes.
before
words
CLREXPHIST
after
end
