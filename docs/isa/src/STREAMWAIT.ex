# STREAMWAIT
book 9.3
what
Waits on silicon until a NoC stream has reached a phase or received messages.
There are no streams here: it never waits, and the strict policy refuses it.
Kernels for several tiles use it.
formula
no wait
example
Nothing changes.
before
words
STREAMWAIT 0 0 0 0
after
end
