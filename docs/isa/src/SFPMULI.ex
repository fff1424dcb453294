# SFPMULI
book 8.5
what
Multiplies a register by an immediate BF16.
The register is both factor and result.
It takes two cycles like every multiply-add.
formula
VD = imm x VD
example
1.5 x 2.0 = 3.0.
before
l 0 40000000*20
words
SFPMULI 0x3fc0 0 0
after
l 0 40400000*20
end
