#!/bin/sh
# The examples for CI services in docs/ci, as far as a machine without them can tell: every command of theirs works, for
# kernels beside the tree, and leaves the artifacts that are named. MARCH= one of their cores. Services have not run
# them. One line a claim that fails, then "N passed, N failed".
set -u
march=${MARCH:-rv32im}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/claims.sh
mkdir "$work/kernels" "$work/cases" "$work/compute"
cp examples/llk/*.cpp examples/llk/*.h "$work/kernels"
cp tests/llk/datacopy-f16.llk tests/llk/eltwise-add.llk "$work/cases"
cp examples/metal/eltwise.cpp tests/metal/eltwise-add.desc "$work/compute"
rm -rf build/lines build/time.txt build/kernels.xml build/lint.xml build/compute.xml

# The commands of a file; what stands beside the tree stands in $work.
commands() {
    python3 - "$1" <<'P' | sed -e "s|\.\./|$work/|g" -e "s/\${{ matrix.march }}/$march/g" -e "s/\$MARCH/$march/g"
import sys, yaml
with open(sys.argv[1]) as f:
    file = yaml.safe_load(f)
job = file['jobs']['kernels'] if 'jobs' in file else file['kernels']
print('\n'.join(job['script'] if 'script' in job else [s['run'] for s in job['steps'] if 'run' in s]))
P
}
same_commands() { # but for how each service prepares its machine
    commands docs/ci/github-actions.yml | grep -v setup.sh >"$work/github" && commands docs/ci/gitlab-ci.yml >"$work/gitlab" &&
        cmp "$work/github" "$work/gitlab"
}
artifacts() {
    [ -s build/time.txt ] && [ -s build/lines/eltwise-add.html ] && [ -s build/lines/eltwise-add.json ] &&
        grep -q 'tests="2" failures="0"' build/kernels.xml && grep -q 'tests="2" failures="0"' build/lint.xml &&
        grep -q 'tests="1" failures="0"' build/compute.xml
}

if ! python3 -c 'import yaml' 2>/dev/null; then
    echo "skipped: examples for CI services: no YAML parser (tools/setup.sh --all)"
    exit 0
fi
claim "both files have the same commands" same_commands
commands docs/ci/github-actions.yml >"$work/commands"
while read -r command; do
    claim "$command" bash --noprofile --norc -eo pipefail -c "$command" </dev/null
done <"$work/commands"
claim "the artifacts are there" artifacts
claims_end
