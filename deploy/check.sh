#!/usr/bin/env bash
# Sets up what is missing and runs every house check; each one runs even when one before it failed.
set -uo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

set_up "$(extras)"
cd "$ROOT" || exit 1
failed=()

check() { # name command…
    local name=$1
    shift
    say "== $name"
    "$@" || failed+=("$name")
}

check "ruff check" "$VENV/bin/ruff" check .
check "ruff format" "$VENV/bin/ruff" format --check .
check "pyright" "$VENV/bin/pyright" --pythonpath "$VENV/bin/python"
check "deptry" "$VENV/bin/deptry" services evals pipelines tool_registry
check "deptry of tests and checks" "$VENV/bin/deptry" tests deploy --ignore DEP002,DEP004
check "import-linter" "$VENV/bin/lint-imports"
check "house" "$VENV/bin/python" -m deploy.house

if [ "${#failed[@]}" -gt 0 ]; then
    die "checks that failed: ${failed[*]}"
fi
say "All house checks passed."
