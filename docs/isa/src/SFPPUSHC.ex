# SFPPUSHC
book 8.3
what
Pushes the lane flags and their use onto the lane stack of eight entries (mode 0), or combines them with the top of the stack (modes 1 to 15).
It acts on all lanes.
A push onto a full stack is undefined.
formula
stack <- {flag, use}
example
The stack has one entry: lanes 0 to 15 enabled.
before
cc 1 ffff
words
SFPPUSHC 0 0 0 0
after
ccs 1 1 ffff
end
