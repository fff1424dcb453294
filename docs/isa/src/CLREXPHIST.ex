# CLREXPHIST
book 12.10
what
Clears the packers' histograms of exponents, and the largest exponent that each packer has read.
PACR counts while ENABLE_ACC_STATS_Enable is set for any thread, and SETDMAREG reads the counts.
Issue it in the math thread before the packer may start: the pack thread does not wait for the packer.
formula
histogram = 0, largest exponent = 0
example
After it the upper half of the histogram reads as zeros: GPRs 4 to 7.
before
g 1 4 11111111
g 1 5 22222222
words
CLREXPHIST
SETDMAREG 2 56 1 8
after
g 1 4 00000000
g 1 5 00000000
end
