# SFPNOP
book 8.4
what
Does nothing in the vector unit for one cycle.
It fills the gap that is required after two-cycle instructions, and it advances operations that SFPLOADMACRO has scheduled.
Unlike NOP it is executed in the order of the vector unit's instructions.
formula
nothing
example
Nothing changes.
before
words
SFPNOP
after
end
