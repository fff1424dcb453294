# SFPPUSHC
book 8.3
what
Pushes flags and their use onto the lane stack of eight entries (mode 0), or combines them with the top (modes 1 to 15).
It acts in all lanes.
A push on a full stack is undefined.
formula
stack <- {flag, use}
example
One entry: lanes 0 to 15 on.
before
cc 1 ffff
words
SFPPUSHC 0 0 0 0
after
ccs 1 1 ffff
end
