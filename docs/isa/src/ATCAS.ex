# ATCAS
book 10.3
what
Waits until a word in L1 equals a value of four bits, then replaces it with another value.
Kernels can use it for locks in L1.
It returns nothing: a thread that does not get the lock waits.
formula
wait until word == cmp_val; word = swap_val
example
5 becomes 9.
before
g 1 1 1
m 10 05000000
words
ATCAS 0 9 5 0 0 1
after
m 10 09000000
end
