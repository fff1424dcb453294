# SEMGET
book 9.1
what
Subtracts 1 from the semaphores in a mask, but not below 0.
It does not wait: put a SEMWAIT before it.
After a PACR, put a STALLWAIT until the packer is done before it.
formula
value = max(value - 1, 0)
example
1 becomes 0.
before
sem 1 1 2
words
SEMGET SEMAPHORE_1
after
sem 1 0 2
end
