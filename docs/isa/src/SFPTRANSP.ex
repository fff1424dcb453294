# SFPTRANSP
book 8.4
what
Transposes the 4 x 4 matrix of four registers and four rows of lanes, for LReg0 to 3 and for LReg4 to 7.
A row of lanes is eight of them.
The enable flag of the destination's lane decides whether it is written.
formula
new L[b + i] row j = old L[b + j] row i, b = 0, 4
example
Four registers hold 1, 2, 3 and 4 in all lanes: afterwards the rows of each register are 1, 2, 3, 4.
before
l 0 1*20
l 1 2*20
l 2 3*20
l 3 4*20
words
SFPTRANSP 0 0 0 0
after
l 0 1*8 2*8 3*8 4*8
l 1 1*8 2*8 3*8 4*8
l 2 1*8 2*8 3*8 4*8
l 3 1*8 2*8 3*8 4*8
end
