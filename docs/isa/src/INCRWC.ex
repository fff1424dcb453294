# INCRWC
book 3.3
what
Adds to the row counters of the thread.
If the flag of a counter in rwc_cr is set, the copy is increased and the counter is set to it.
It gives no bank back.
formula
counter += increment, or with the flag: copy += increment, counter = copy
example
SrcA + 1, SrcB + 2, Dst + 4.
before
words
INCRWC 0 4 2 1
after
rwc 1 1 0 2 0 4 0 0
end
