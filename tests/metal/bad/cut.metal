METALCASE 1
kernel body.cpp
