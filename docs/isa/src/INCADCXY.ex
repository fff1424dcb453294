# INCADCXY
book 11.1
what
Adds up to seven to X and Y of both channels.
The copies do not change.
It has no mask: a value of 0 leaves a counter unchanged.
formula
counter += value
example
Channel 0 (X, Y) + (1, 2), channel 1 + (3, 4), of unpacker 0.
before
words
INCADCXY 1 4 3 2 1
after
adc 1 0 1 2 0 0 3 4 0*a
end
