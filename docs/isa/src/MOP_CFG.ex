# MOP_CFG
book 2.1
what
Sets the high half of the mask that the following MOPs of template 0 use.
The low half is in the MOP word itself.
The value is kept until the next MOP_CFG.
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
