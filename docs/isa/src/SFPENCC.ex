# SFPENCC
book 8.3
what
Enables or disables conditional execution and sets all lane flags.
It acts on all lanes.
Kernels usually begin with SFPENCC(3, 0, 0, 10): conditions enabled, all lanes active.
formula
use = imm bit 0; flag = imm bit 1 (mode 10)
example
Conditions are enabled, and all lanes are active.
before
cc 0 0
words
SFPENCC 3 0 0 10
after
cc 1 ffffffff
end
