# ATCAS
book 10.3
what
Waits until a word in L1 has a value of four bits, then replaces it by another one.
Who wants a lock in L1 uses it.
It reports nothing: a thread that does not get the lock waits.
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
