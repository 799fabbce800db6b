#!/usr/bin/env bash
# Sets up what is missing, starts the sandbox and the service, runs one example request.
#   bash deploy/run.sh                     leaves the service on http://127.0.0.1:8000
#   bash deploy/run.sh ask "…" [options]   one request, then its exit code
#   bash deploy/run.sh stop                stops what this checkout started
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

EXAMPLE="给用户1234发放一张满50减20的优惠券,预发环境"

chat_port() { # the page takes the service to be on 8000
    [ "$PORT" = 8000 ] || printf '?chat=%s' "$PORT"
}

start_everything() {
    local code=0
    set_up ""
    ensure_sandbox
    ensure_service
    say "Example request: $EXAMPLE"
    "$VENV/bin/zhizao" ask "$EXAMPLE" || code=$?
    say ""
    say "The service is on http://127.0.0.1:$PORT (its API: http://127.0.0.1:$PORT/docs). Logs: .zhizao/run/."
    say "The chat inside a page of the demo business: http://127.0.0.1:$SANDBOX_PORT/admin$(chat_port)"
    say 'Ask: bash deploy/run.sh ask "…"    Stop: bash deploy/run.sh stop'
    return "$code"
}

case ${1:-} in
"") start_everything ;;
ask)
    shift
    set_up ""
    ensure_sandbox
    exec "$VENV/bin/zhizao" ask "$@"
    ;;
stop)
    stop_all
    say "Nothing of this checkout is running."
    ;;
*) die "does not know '$1'. Use: bash deploy/run.sh, bash deploy/run.sh ask \"…\", bash deploy/run.sh stop" ;;
esac
