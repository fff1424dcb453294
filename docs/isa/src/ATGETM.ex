# ATGETM
book 9.3
what
Acquires a mutex; waits while another thread owns it.
The mutexes are 0, 2, 3 and 4.
Acquiring a mutex that the thread already owns does nothing.
formula
wait until free; owner = thread
example
Thread 1 acquires mutex 2.
before
words
ATGETM 2
after
mtx 2 2
end
