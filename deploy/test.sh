#!/usr/bin/env bash
# Sets up what is missing and runs tests:
#   bash deploy/test.sh                           all but the slow ones, which it counts
#   bash deploy/test.sh slow                      the slow ones: a browser, killed processes, whole suites
#   bash deploy/test.sh tests/house -k size …     what these pytest arguments choose, slow or not
# What this machine lacks is skipped and listed; with ZHIZAO_CI=1 such a skip is a failure.
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

case $# in 0) set -- -m "not slow" ;; esac
case $1 in slow) set -- -m slow "${@:2}" ;; esac

set_up "$(extras)"
cd "$ROOT"
# Files stay whole, so that what a file sets up is set up once.
exec "$VENV/bin/python" -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile --durations 15 "$@"
