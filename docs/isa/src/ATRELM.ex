# ATRELM
book 9.3
what
Releases a mutex.
If a thread is waiting for it, this thread gets it.
Releasing a mutex of another thread does nothing.
formula
owner = none
example
Thread 1 releases mutex 2.
before
mtx 2 2
words
ATRELM 2
after
mtx 2 0
end
