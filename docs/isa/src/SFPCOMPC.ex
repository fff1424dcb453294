# SFPCOMPC
book 8.3
what
"Else": the lanes that the condition on top of the stack had on and that are off now.
It acts in all lanes.
An empty stack counts as all on.
formula
flag = top.use and use ? top.flag and not flag : false
example
Lanes 0 to 7 were on; now the others are.
before
ccs 1 1 ffffffff
cc 1 ff
words
SFPCOMPC 0 0 0 0
after
cc 1 ffffff00
end
