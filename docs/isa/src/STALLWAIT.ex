# STALLWAIT
book 9.2
what
Holds back words of the units in stall_res until all conditions in wait_res are met: units idle, source banks valid or given back.
On silicon words of other units pass; in this library the whole thread waits.
Conditions on banks are asked about the present bank: a word that is still in its unit has not turned to the next one, so wait for that unit too (MATH|SRCA_VLD).
The library has no clock, so only conditions on banks can be unmet.
formula
wait until every chosen condition holds
example
The SETDMAREG after it executes only after thread 0 has made SrcA valid.
before
words
STALLWAIT MATH SRCA_VLD
SETDMAREG 0 5 0 4
thread 0
SETDVALID 1
after
src 0 1 1 0 0 0
g 1 2 5
end
