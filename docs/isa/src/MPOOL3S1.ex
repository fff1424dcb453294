# MPOOL3S1
book 6.6
what
Computes the same as GMPOOL with every datum of SrcA treated as 0, whatever it holds.
It waits for both sources.
So its only effect is that negative numbers become 0.
formula
Dst[dst][j] = max(Dst[dst][j], 0); the three rows after it become 0
example
A row of -1.0 becomes 0.
before
fmt 5 5 5 5
src 0 1 1 0 1 1
sb 0 0 7f*10
d 0 807f*10
words
MPOOL3S1 CLR_NONE 0 0 0
after
d 0 0*10
end
