# SFPNOP
book 8.4
what
Does nothing in the vector unit for one cycle.
It fills the gap that words need behind two-cycle ones, and it ticks for operations that SFPLOADMACRO has scheduled.
NOP does not keep the vector unit's order.
formula
nothing
example
Nothing changes.
before
words
SFPNOP
after
end
