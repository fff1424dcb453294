# SETDMAREG
book 10.2
what
Writes an immediate of 16 bits to one half of a GPR; reg_index_16b counts halves, and odd numbers are high halves.
Two SETDMAREGs set a full GPR.
With set_signals_mode it copies state of the packers instead: their histogram of exponents.
formula
half[reg_index_16b] = payload_sig_sel | payload_sig_sel_size << 14
example
The high half of GPR 2 becomes 0x1234 | 2 << 14 = 0x9234.
before
words
SETDMAREG 2 0x1234 0 5
after
g 1 2 92340000
end
