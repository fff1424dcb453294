# SETADCXX
book 11.1
what
Sets X of channel 0 and of channel 1, ten bits each: the first and the last datum of a transfer.
The copies are set, too.
UNPACR moves channel 1 X - channel 0 X + 1 datums; PACR packs rows of channel 1 X + 1 datums.
formula
ADC[unit][0].X = x_start; ADC[unit][1].X = x_end2
example
The packer's rows have 16 datums: 0 to 15.
before
words
SETADCXX 4 15 0
after
adc 1 2 0 0 0 0 f 0 0 0 0 0 0 0 f 0 0 0
end
