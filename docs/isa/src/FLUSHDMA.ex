# FLUSHDMA
book 10.2
what
Waits on silicon until the scalar unit's accesses are done.
Here they are done when they are issued, so nothing changes.
STALLWAIT for THCON is the usual way.
formula
nothing visible
example
Nothing changes.
before
words
FLUSHDMA 0
after
end
