# ATINCGETPTR
book 10.3
what
Advances the read or write pointer of a FIFO whose two pointers are in L1, and returns the old value.
A push waits while the FIFO is full, a pop while it is empty. wrap_val is the logarithm of the pointers' range.
formula
GPR[data] = pointer; pointer += 1 << incr_val
example
A push: write pointer 2 becomes 3.
before
g 1 1 1
m 10 0000000002000000
words
ATINCGETPTR 0 0 0 4 1 8 1
after
m 10 0000000003000000
g 1 8 2
end
