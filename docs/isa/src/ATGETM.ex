# ATGETM
book 9.3
what
Takes a mutex; waits while another thread has it.
There are 0, 2, 3 and 4.
Taking one's own mutex again does nothing.
formula
wait until free; owner = thread
example
Thread 1 takes mutex 2.
before
words
ATGETM 2
after
mtx 2 2
end
