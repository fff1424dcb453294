# REPLAY
book 2.4
what
Records the next words of the thread, or emits recorded ones.
Each thread has a buffer of 32 words; the index wraps at 32.
During a recording no word is interpreted, so that recording a REPLAY or MOP is useless.
formula
load: buffer[start + k] = next words; else emit buffer[start + k], k = 0 .. len - 1
example
Two INCRWCs are executed while they are recorded, then emitted again: Dst is 2 x 8, SrcA 2 x 1.
before
words
REPLAY 0 2 1 1
INCRWC 0 8 0 0
INCRWC 0 0 0 1
REPLAY 0 2 0 0
after
rwc 1 2 0 0 0 10 0 0
rb 1 0 38020000
rb 1 1 38000040
end
