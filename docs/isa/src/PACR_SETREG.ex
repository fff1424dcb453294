# PACR_SETREG
book 12.9
what
Writes registers of a NoC stream on silicon.
This library has no streams, so nothing changes.
LLK issues it at the end of streamed output.
formula
nothing visible
example
Nothing changes.
before
words
PACR_SETREG 0 0 0 0 0 0 0 0
after
end
