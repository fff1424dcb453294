# SEMPOST
book 9.1
what
Adds 1 to the semaphores in a mask, at most up to 15; the maximum does not stop it, only SEMWAIT looks at that.
On silicon the FPU's work before it need not be done: a STALLWAIT of SYNC comes first.
Posting at 15 is a broken rule.
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
