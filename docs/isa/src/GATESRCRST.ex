# GATESRCRST
book 6.9
what
Resets the clock gating of the sources on silicon.
In this library nothing changes.
LLK issues it once at the start of a kernel.
formula
nothing visible
example
Nothing changes.
before
words
GATESRCRST 1 1
after
end
