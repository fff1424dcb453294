# ADDRCRZW
book 11.1
what
Advances the copies of the Z and W counters that bit_mask selects, and sets the counters to their copies.
So a counter that has advanced returns to its starting value plus the value.
Other counters do not change.
formula
copy += value; counter = copy
example
Z is 7 and its copy 5: both become 5 + 1 = 6.
before
adc 1 0 0 0 7 0 0 0 0 0 0 0 5 0 0 0 0 0
words
ADDRCRZW 1 0 0 0 1 1
after
adc 1 0 0 0 6 0 0 0 0 0 0 0 6 0 0 0 0 0
end
