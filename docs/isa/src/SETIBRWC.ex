# SETIBRWC
book 3.3
what
Changes the counter Bias, which nothing on Blackhole uses.
In this library it does nothing.
On Wormhole Bias adds 4 to the index of the ADDR_MOD.
formula
nothing visible
example
Nothing changes.
before
words
SETIBRWC 0 1 0
after
end
