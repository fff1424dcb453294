# MOP
book 2
what
Starts the MOP expander, which expands this word to up to 32,639 others, according to the nine configuration words of the thread.
Template 0 is a loop whose iterations a mask can skip; template 1 consists of two nested loops.
The configuration is read when the MOP starts. A kernel that rewrites it must first wait for the end of the MOP.
formula
template 1: for each outer i: [Start] Loop ... Loop, last one replaced by Last (or LastInner), [End0 [End1]]
example
Outer 2, inner 3, each word an INCRWC that adds 8 to Dst: 2 x 3 x 8 = 48 = 0x30.
before
mop 1 0 2
mop 1 1 3
mop 1 2 02000000
mop 1 3 02000000
mop 1 4 02000000
mop 1 5 38020000
mop 1 6 02000000
mop 1 7 38020000
mop 1 8 38020000
words
MOP 1 0 0
after
rwc 1 0 0 0 0 30 0 0
end
