# SFPADDI
book 8.5
what
Adds an immediate BF16 to a register.
The register is both addend and result.
It takes two cycles like every multiply-add.
formula
VD = imm + VD
example
1.5 + 2.0 = 3.5.
before
l 0 40000000*20
words
SFPADDI 0x3fc0 0 0
after
l 0 40600000*20
end
