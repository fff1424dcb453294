##@ Files and documents
# The Python package as a wheel: the library inside, called by ctypes.

# WHEEL_CC: a compiler for another machine, WHEEL_PLATFORM its name (linux_aarch64).
WHEEL_PLATFORM ?= linux_$(shell uname -m)
WHEEL_CC ?= $(HOSTCC)
WHEEL_BUILD := build/wheel-$(WHEEL_PLATFORM)
wheel: ## the Python package, build/wheel/softensix-*.whl; WHEEL_CC= WHEEL_PLATFORM=linux_aarch64 for another machine
	@$(MAKE) -s --no-print-directory $(WHEEL_BUILD)/libsoftensix.a MARCH=host BUILD=$(WHEEL_BUILD) ONE=1 CC="$(WHEEL_CC)" EXTRA=-fPIC
	@$(WHEEL_CC) -std=c99 -O2 -fPIC -shared -DSTX_HOSTED=1 -Iinclude python/glue.c \
	  -Wl,--whole-archive $(WHEEL_BUILD)/libsoftensix.a -Wl,--no-whole-archive -o $(WHEEL_BUILD)/_softensix.so
	@python3 python/wheel.py $(WHEEL_BUILD)/_softensix.so $(WHEEL_PLATFORM) build/wheel

wheel-test: wheel # installs it in an empty environment: its examples, conversions against the golden vectors
	@tests/session.py tests/python/wheel.txt
