# ATRELM
book 9.3
what
Gives a mutex back.
If a thread waits for it, that one gets it.
Giving back a mutex of another thread does nothing.
formula
owner = none
example
Thread 1 gives mutex 2 back.
before
mtx 2 2
words
ATRELM 2
after
mtx 2 0
end
