# SETADC
book 11.1
what
Sets one address counter and its copy, for the unpackers or the packer that cnt_set_mask selects.
X counts datums; Y, Z and W count rows, faces and tiles as configured.
Channel 0 is the input side, channel 1 the output side.
formula
ADC[unit][channel][dimension] = copy = value
example
Channel 0 Y of unpacker 0 becomes 5.
before
words
SETADC 1 0 1 5
after
adc 1 0 0 5 0 0 0 0 0 0 0 5 0 0 0 0 0 0
end
