# SETADCXY
book 11.1
what
Sets the X and Y counters of both channels that bit_mask selects, each to a value of three bits.
The copies are set, too.
Kernels usually set them to 0 before a tile.
formula
for each bit of bit_mask: counter = copy = value
example
Channel 0 (X, Y) = (1, 2), channel 1 = (3, 4), of unpacker 0.
before
words
SETADCXY 1 4 3 2 1 15
after
adc 1 0 1 2 0 0 3 4 0 0 1 2 0 0 3 4 0 0
end
