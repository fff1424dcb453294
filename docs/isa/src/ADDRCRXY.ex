# ADDRCRXY
book 11.1
what
Steps the copies of X and Y, those that bit_mask names, and sets the counters to them.
So a counter that ran on returns to the begin of its row plus a step.
Other counters stay.
formula
copy += value; counter = copy
example
X stood at 7 with copy 5: both become 5 + 1 = 6.
before
adc 1 0 7 0 0 0 0 0 0 0 5 0 0 0 0 0 0 0
words
ADDRCRXY 1 0 0 0 1 1
after
adc 1 0 6 0 0 0 0 0 0 0 6 0 0 0 0 0 0 0
end
