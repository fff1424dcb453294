# STREAMWAIT
book 9.3
what
Waits on silicon until a NoC stream has reached a phase or received messages.
This library has no streams: the word never waits, and under the strict policy it is a fault.
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
