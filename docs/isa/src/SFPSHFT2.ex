# SFPSHFT2
book 8.4
what
Moves values between registers and between lanes: registers down by one, lanes rotated or shifted by one within eight, or a shift by a register.
Modes 2, 3 and 4 take two cycles.
Sources are read before anything is written.
formula
mode 3: VD = VC of the lane before, within eight lanes
example
Each group of eight is rotated by one.
before
l 1 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8
words
SFPSHFT2 0 1 0 3
after
l 0 8 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7
end
