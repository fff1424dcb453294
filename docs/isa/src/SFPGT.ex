# SFPGT
book 8.4
what
Compares two registers by sign and magnitude: VD > VC.
Mode 8 writes -1 or 0 to VD, mode 1 sets the lane flags, mode 2 changes the top of the stack.
Several mode bits may be set at once.
formula
r = VD > VC
example
2 > 1: all ones.
before
l 0 2*20
l 1 1*20
words
SFPGT 0 1 0 8
after
l 0 ffffffff*20
end
