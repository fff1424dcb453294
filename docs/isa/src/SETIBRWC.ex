# SETIBRWC
book 3.3
what
Changes the counter Bias, which nothing on Blackhole looks at.
Here it does nothing.
Wormhole added 4 to the index of the ADDR_MOD by it.
formula
nothing visible
example
Nothing changes.
before
words
SETIBRWC 0 1 0
after
end
