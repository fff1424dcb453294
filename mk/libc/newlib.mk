# newlib as tools/setup.sh --newlib builds it for one core; port/semihost starts the program and reaches the console.
NEWLIB := build/newlib/$(SCALAR_MARCH)
$(if $(wildcard $(NEWLIB)/lib/libc.a),,$(error LIBC=newlib: not built for $(SCALAR_MARCH): tools/setup.sh --newlib $(SCALAR_MARCH) $(MABI)))
PORT_CFLAGS := -isystem $(NEWLIB)/include
PORT_LDFLAGS := -nostdlib -L$(NEWLIB)/lib
PORT_LIBS = -Wl,--start-group $(LIBC_LIB) -lm -lc -lgcc -Wl,--end-group
LIBC_SRC := $(wildcard port/semihost/*.[cS] port/newlib/*.c)
