# MOP_CFG
book 2.1
what
Keeps the high half of the mask that the next MOPs of template 0 use.
The low half stands in the MOP word itself.
It stays until it is written again.
formula
MaskHi = zmask_hi16
example
The high half becomes 0x1234.
before
words
MOP_CFG 0x1234
after
mopz 1 1234
end
