# FLUSHDMA
book 10.2
what
Waits on silicon until the scalar unit's accesses are done.
In this library they are done as soon as they are issued, so nothing changes.
Kernels usually use STALLWAIT for THCON instead.
formula
nothing visible
example
Nothing changes.
before
words
FLUSHDMA 0
after
end
