METALCASE 1
kernel body.cpp
cb 0 Float16_b 1 32 32
in 0 1 2047
end
