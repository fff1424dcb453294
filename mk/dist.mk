##@ Files and documents
# The release as a tarball, and results for machines (docs/ci.md).

# Runners of tests and kernels take JUNIT=file and TAP=file.
REPORT = $(JUNIT:%=--junit %) $(TAP:%=--tap %)
reported = $(if $(strip $(REPORT)),EACH=1 $(2) | tools/results.py --suite $(1) $(REPORT),$(2))

dist: ## build/dist/softensix-VERSION.tar.gz of the last commit, the same bytes each time
	@tools/dist.sh build/dist

dist-test: # two tarballs of one commit are the same bytes, and make test-quick passes in what one unpacks to, outside of any git checkout
	@tools/dist.sh build/dist && tools/dist.sh build/dist/again && cmp build/dist/*.tar.gz build/dist/again/*.tar.gz
	@tree=$$(mktemp -d) && trap 'rm -rf "$$tree"' EXIT && tar xzf build/dist/softensix-*.tar.gz -C $$tree --strip-components=1 && \
	  $(MAKE) --no-print-directory -C $$tree test-quick

reports-test: # JUnit's XML and TAP of the runners, by a schema
	@tests/session.py tests/install/reports.txt

ci-test: # the examples for CI services (docs/ci): does each command work and leave its artifacts? MARCH=rv32im
	@tools/setup.sh --llk
	@tests/session.py march=$(LLK_MARCH) tests/install/ci.txt
