# DMANOP
book 10.2
what
Does nothing in the scalar unit.
It keeps the unit's order, unlike NOP.
Here nothing changes.
formula
nothing
example
Nothing changes.
before
words
DMANOP
after
end
