# SETADCXY
book 11.1
what
Sets X and Y of both channels, each to three bits, those that bit_mask names.
Copies are set too.
Usually it sets them to 0 before a tile.
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
