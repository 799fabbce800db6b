#!/usr/bin/env bash
# Sets up what is missing and runs tests:
#   bash deploy/test.sh                           the parts, one by one: some minutes; it counts what it leaves out
#   bash deploy/test.sh system                    a running service, its channels, whole conversations
#   bash deploy/test.sh slow                      a browser, killed processes, whole suites
#   bash deploy/test.sh all                       every test
#   bash deploy/test.sh tests/house -k size …     what these pytest arguments choose, slow or not
# What this machine lacks is skipped and listed; with ZHIZAO_CI=1 such a skip is a failure.
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

in_memory() { # what tests write is gone with them, and need not wait for a disk a thousand times
    local free
    free=$(df --output=avail -m /dev/shm 2>/dev/null | tail -n 1) || return 0
    if [ -z "${TMPDIR:-}" ] && [ "${free:-0}" -gt 8000 ] && [ -w /dev/shm ]; then
        TMPDIR=$(mktemp -d /dev/shm/zhizao-tests-XXXXXX)
        export TMPDIR
        trap 'rm -rf "$TMPDIR"' EXIT
    fi
}

case $# in 0) set -- -m "not slow and not system" ;; esac
case $1 in
    system) set -- -m "system and not slow" "${@:2}" ;;
    slow) set -- -m slow "${@:2}" ;;
    all) set -- -m "" "${@:2}" ;;
esac

set_up "$(extras)"
cd "$ROOT"
# As many tests at a time as there are processors: none of them is to multiply on all.
export OPENBLAS_NUM_THREADS="${OPENBLAS_NUM_THREADS:-1}"
in_memory
# Files stay whole, so that what a file sets up is set up once.
"$VENV/bin/python" -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile --durations 15 "$@"
