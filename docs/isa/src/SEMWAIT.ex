# SEMWAIT
book 9.1
what
Waits while one of the chosen semaphores is 0 (condition ON_ZERO) or at its maximum (ON_MAX).
It changes no semaphore. stall_res says which units are held back on silicon; in this library the whole thread waits.
formula
wait while value == 0, or value >= max
example
The SETDMAREG of thread 2 runs only after thread 1 has posted.
before
sem 1 0 2
words
thread 2
SEMWAIT TDMA SEMAPHORE_1 ON_ZERO
SETDMAREG 0 5 0 4
thread 1
SEMPOST SEMAPHORE_1
after
sem 1 1 2
g 2 2 5
end
