METALCASE 1
kernel body.cpp
novelty 1
end
