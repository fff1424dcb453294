# SFPCOMPC
book 8.3
what
Implements "else": it enables the lanes that the flags on top of the stack enable and that are disabled now.
It acts on all lanes.
An empty stack counts as all lanes enabled.
formula
flag = top.use and use ? top.flag and not flag : false
example
Lanes 0 to 7 were enabled; now the other lanes are.
before
ccs 1 1 ffffffff
cc 1 ff
words
SFPCOMPC 0 0 0 0
after
cc 1 ffffff00
end
