# SFPPOPC
book 8.3
what
Pops the lane flags and their use from the lane stack (mode 0), or combines them with the top of the stack without popping it (modes 1 to 15).
It acts on all lanes.
An empty stack reads as flag and use both false.
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
