# NOP
book 9
what
Does nothing.
It passes MOP, replay and the wait gate like any other word, so it can fill a slot of a MOP (where it means "absent") or a gap that the hardware requires between two words.
The vector unit has its own filler, SFPNOP.
formula
nothing
example
Nothing changes.
before
words
NOP
after
end
