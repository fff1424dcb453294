# SFPPOPC
book 8.3
what
Takes flags and their use from the lane stack (mode 0), or combines them with the top without taking it (modes 1 to 15).
It acts in all lanes.
An empty stack reads as off.
formula
{flag, use} <- stack
example
The pushed flags, lanes 0 to 7, are back; the stack is empty.
before
ccs 1 1 ff
words
SFPPOPC 0 0 0 0
after
cc 1 ff
ccs 0
end
