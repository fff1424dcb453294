# STALLWAIT
book 9.2
what
Holds back words of the units in stall_res until all conditions in wait_res are met: units idle, source banks valid or given back.
On silicon words of other units pass; here the whole thread waits.
Without time only the conditions on banks can be unmet.
formula
wait until every chosen condition holds
example
The SETDMAREG behind it runs only after thread 0 has made SrcA valid.
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
