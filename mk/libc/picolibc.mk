# picolibc brings start-up code, console and files (included by mk/port.mk).
PORT_CFLAGS := --specs=picolibc.specs
PORT_LDFLAGS := --specs=picolibc.specs --oslib=semihost --crt0=semihost
PORT_LIBS := -lm
