#!/usr/bin/env bash
# Sets up what is missing and runs the tests; arguments go to pytest: bash deploy/test.sh tests/house -k size
# What this machine lacks is skipped and listed; with ZHIZAO_CI=1 such a skip is a failure.
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

set_up "$(extras)"
cd "$ROOT"
# Files stay whole, so that what a file sets up is set up once.
exec "$VENV/bin/python" -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile "$@"
