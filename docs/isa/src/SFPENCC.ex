# SFPENCC
book 8.3
what
Switches conditional execution on or off and sets all lane flags.
It acts in all lanes.
SFPENCC(3, 0, 0, 10) is the usual begin: conditions on, all lanes active.
formula
use = imm bit 0; flag = imm bit 1 (mode 10)
example
Conditions on, all lanes on.
before
cc 0 0
words
SFPENCC 3 0 0 10
after
cc 1 ffffffff
end
