# DMANOP
book 10.2
what
Does nothing in the scalar unit.
Unlike NOP it is executed in the order of the scalar unit's instructions.
In this library nothing changes.
formula
nothing
example
Nothing changes.
before
words
DMANOP
after
end
