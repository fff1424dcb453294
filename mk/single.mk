##@ Files and documents
# The library as two files (docs/install.md).

single: build/single/softensix.c ## the library as two files: build/single/softensix.h and softensix.c
	@wc -l build/single/softensix.h build/single/softensix.c

# ONE=1 compiles it too (Makefile).
build/single/softensix.c: tools/single.py $(wildcard lib/*/*.[ch] lib/*/*.def lib/*/*/*.[ch] include/softensix/*.[hd]*)
	@tools/single.py build/single

single-test: single # do the two files compile for each kernel, and compute what the library computes? QUICK=1: do they compile?
	@tests/session.py dir=build/single tests/install/single.txt $(if $(QUICK),,tests/install/single-each.txt)

arduino: # the two files as a library for Arduino, build/arduino/softensix: copy it into your sketchbook's libraries/
	@tools/single.py build/single
	@rm -rf build/arduino && mkdir -p build/arduino/softensix/src build/arduino/softensix/examples
	@cp build/single/softensix.[ch] build/arduino/softensix/src/ && cp -r port/arduino/OneWord build/arduino/softensix/examples/
	@cp port/arduino/library.properties LICENSE build/arduino/softensix/
	@find build/arduino -type f | sort
