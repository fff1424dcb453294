# SEMINIT
book 9.1
what
Sets value and maximum of the semaphores in a mask. sem_sel is a mask, not an index: semaphore 1 is 1 << 1.
Issue it before any thread posts or waits.
formula
value = init_value; max = max_value
example
Semaphore 1: value 1, maximum 2.
before
words
SEMINIT 2 1 SEMAPHORE_1
after
sem 1 1 2
end
