#!/bin/sh
# The wheel in an empty virtual environment: its examples, its documentation, golden vectors. numpy is the system's.
set -u
python=/usr/bin/python3
work=build/wheel-test
if ! $python -c 'import numpy, venv' 2>/dev/null; then
    echo "skipped: the wheel: python3-numpy or python3-venv is not installed (tools/setup.sh --wheel)"
    exit 0
fi
passed=0
failed=0
check() { # name, command...
    name=$1
    shift
    if "$@" >$work/out 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        tail -n 20 $work/out
    fi
}
rm -rf $work && mkdir -p $work
check "an environment" $python -m venv --system-site-packages $work/env
check "the wheel installs" $work/env/bin/pip install --no-index --no-deps "$(ls build/wheel/*"$(uname -m)".whl)"
installed() { (cd $work && env/bin/python "$@"); }
check "python -m softensix" installed -m softensix "MVMUL dst=16" 26c08010
check "a word that is none" sh -c "! $work/env/bin/python -m softensix FOO"
check "documentation" installed -c 'import doctest, softensix, sys; sys.exit(doctest.testmod(softensix)[0])'
check "the example" installed ../../python/examples/block_floats.py error.svg
check "the picture is XML" $python -c "import xml.dom.minidom as x; x.parse('$work/error.svg')"
check "numbers and mistakes" $work/env/bin/python tests/python/package.py
data=tests/vectors/data
$work/env/bin/python tests/python/vectors.py $data/pack.vec.xz $data/unpack.vec.xz $data/spec_pack_formats.vec.xz \
    $data/spec_unpack.vec.xz >$work/out
cat $work/out
passed=$((passed + $(sed -n 's/\([0-9]*\) passed.*/\1/p' $work/out)))
failed=$((failed + $(sed -n 's/.* passed, \([0-9]*\) failed.*/\1/p' $work/out)))
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
