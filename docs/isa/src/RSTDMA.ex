# RSTDMA
book 10.2
what
Resets the scalar unit's memory accesses on silicon.
In this library nothing is ever outstanding, so nothing changes.
Kernels do not need it.
formula
nothing visible
example
Nothing changes.
before
words
RSTDMA
after
end
