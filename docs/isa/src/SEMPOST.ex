# SEMPOST
book 9.1
what
Adds 1 to the semaphores in a mask, up to 15; the maximum does not limit it, only SEMWAIT uses the maximum.
On silicon earlier work of the FPU may not yet be done: put a STALLWAIT of SYNC before it.
Posting at 15 breaks a rule.
formula
value = min(value + 1, 15)
example
0 becomes 1.
before
sem 1 0 2
words
SEMPOST SEMAPHORE_1
after
sem 1 1 2
end
