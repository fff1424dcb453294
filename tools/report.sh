# For runners of tests, read with `. tools/report.sh` as their first command: with --junit FILE or --tap FILE in front of
# their other arguments they run once more without, and tools/results.py writes what they print for machines. --suite NAME
# is the name in those files.
suite=tests
report=
while :; do
    case ${1:-} in
    --suite) suite=$2 ;;
    --junit | --tap) report="$report $1 $2" ;;
    *) break ;;
    esac
    shift 2
done
if [ -n "$report" ]; then
    EACH=1 "$0" "$@" | tools/results.py --suite "$suite" $report
    exit
fi
