# SFPLOADMACRO
book 8.10
what
Loads like SFPLOAD and schedules up to four operations on the value for later cycles, one in each other sub-unit.
Templates hold the operations; a sequence says which of them execute, and when.
It can keep all sub-units busy at the same time, with four operations for each word.
formula
LReg = Dst[..]; cycle 1 + delay: template applied to it
example
-1.0 is loaded; template 0, SFPABS of a float, executes one cycle later: 1.0.
before
lmt 0 7d000001
lms 0 4
d 0 807f*10
d 1 807f*10
d 2 807f*10
d 3 807f*10
words
SFPLOADMACRO 0 2 0 0
after
l 0 3f800000*20
end
