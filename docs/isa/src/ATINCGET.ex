# ATINCGET
book 10.3
what
Adds a GPR to a word in L1 atomically and returns the old value. wrap_val limits how many low bits take part.
The word is one of four in 16 bytes.
formula
word = old + GPR[data] within 2 << wrap_val bits; GPR[data] = old
example
10 + 5 = 15 in L1, 10 in GPR 8.
before
g 1 1 1
g 1 8 5
m 10 0a000000
words
ATINCGET 0 31 0 8 1
after
m 10 0f000000
g 1 8 a
end
