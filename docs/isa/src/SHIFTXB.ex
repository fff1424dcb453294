# SHIFTXB
book 6.9
what
Shifts one row of SrcB by one column to the left.
The last column becomes the old first one, or 0 if rot_shift is 1.
It waits until SrcB is valid.
formula
new[c] = old[c + 1], new[15] = rot_shift ? 0 : old[0]
example
Row 5 is rotated.
before
src 0 0 0 0 1 1
sb 0 5 7f 80 0*e
words
SHIFTXB 0 0 5
after
sb 0 5 80 0*e 7f
end
