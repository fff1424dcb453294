# No C library: what programs of this tree use of one is in port/none. The compiler must not make calls to memcpy()
# out of its own loops.
PORT_CFLAGS := -isystem port/none/include
PORT_LDFLAGS := -nostdlib
PORT_LIBS = -Wl,--start-group $(LIBC_LIB) -lgcc -Wl,--end-group
LIBC_SRC := $(wildcard port/semihost/*.[cS] port/none/*.c)
LIBC_CFLAGS := -fno-builtin -fno-tree-loop-distribute-patterns
