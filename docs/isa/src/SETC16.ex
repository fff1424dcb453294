# SETC16
book 10.1
what
Sets a word of 16 bits of the thread's own configuration: ADDR_MODs, offsets, overrides.
It writes the whole word: fields that share a word must be set together.
It takes effect with the next word.
formula
tc[thread][setc16_reg] = setc16_value
example
Word 12, ADDR_MOD_AB of modifier 0: SrcA += 8.
before
words
SETC16 12 8
after
tc 1 c 8
end
