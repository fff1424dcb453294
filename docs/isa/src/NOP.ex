# NOP
book 9
what
Does nothing.
It passes MOP, replay and the wait gate like any other word, so it fills a slot of a MOP (where it means "absent") or a gap that the hardware wants between two words.
Instructions of the vector unit have a filler of their own, SFPNOP.
formula
nothing
example
Nothing changes.
before
words
NOP
after
end
