# INCRWC
book 3.3
what
Adds to the row counters of the thread.
With its flag in rwc_cr a counter's copy is stepped and the counter set to it.
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
