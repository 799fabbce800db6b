# Shared by run.sh, test.sh and check.sh: set-up, start and stop. Sourced, never run.
# Everything said here goes to stderr, so that stdout carries only answers.
# shellcheck shell=bash

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
VENV="$ROOT/.venv"
RUN_DIR="$ROOT/.zhizao/run"
INSTALL_LOG="$RUN_DIR/install.log"
PORT=${ZHIZAO_PORT:-8000}
SANDBOX_PORT=${ZHIZAO_SANDBOX_PORT:-8100}
export ZHIZAO_PORT="$PORT" ZHIZAO_SANDBOX_PORT="$SANDBOX_PORT"
START_LIMIT=60 # seconds for a server to answer /healthz
unset PYTHONPATH PYTHONHOME # .venv alone decides what is imported
export PIP_USER=0           # a person's "always --user" does not work in a venv

say() { printf '%s\n' "$*" >&2; }

die() {
    say "zhizao: $*"
    exit 1
}

locked() { # command…; two calls at once in one checkout take turns where the system has flock
    mkdir -p "$RUN_DIR"
    (
        if command -v flock >/dev/null; then
            flock 9
        fi
        "$@"
    ) 9>"$RUN_DIR/lock" || exit 1
}

# ---- set-up -----------------------------------------------------------------------------

is_python() { # a name on PATH may be a shim of a version that is not installed: run it
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    local name
    for name in ${ZHIZAO_PYTHON:+"$ZHIZAO_PYTHON"} python3 python3.13 python3.12 python3.11 python; do
        if is_python "$name"; then
            command -v "$name"
            return
        fi
    done
    die "needs Python 3.11 or newer and found none. Install it (Debian, Ubuntu: apt install python3 python3-venv)" \
        "or name it: ZHIZAO_PYTHON=/path/to/python3.11 bash deploy/run.sh"
}

make_venv() {
    local python
    [ ! -L "$VENV" ] || die ".venv is a link to $(readlink "$VENV"), which is not of this checkout and would be" \
        "emptied. Remove the link (rm .venv) and run this again."
    python=$(find_python) || exit 1
    "$python" -c 'import venv, ensurepip' 2>/dev/null ||
        die "$python cannot make virtual environments. Install its venv module" \
            "(Debian, Ubuntu: apt install python3-venv) and run this again."
    say "Making .venv with $("$python" --version) …"
    "$python" -m venv --clear "$VENV" >"$INSTALL_LOG" 2>&1 || fail_with_log "$INSTALL_LOG" "Could not make .venv."
}

fail_with_log() { # log, sentence
    say "---- last lines of $1"
    tail -n 20 "$1" >&2
    die "$2 The whole log: $1"
}

wanted_stamp() { # changes with the dependencies, and when the checkout moves (.venv holds its path)
    printf '%s %s\n' "$(cat "$ROOT/pyproject.toml" "$ROOT/deploy/constraints.txt" | cksum)" "$ROOT"
}

extras() { # what tests and checks need; CI runs those of the neural models too
    if [ "${ZHIZAO_CI:-}" = 1 ]; then printf '[dev,qwen,embed]'; else printf '[dev,qwen]'; fi
}

install_into_venv() { # "" or some extras
    local started=$SECONDS
    say "Installing the dependencies into .venv …"
    "$VENV/bin/python" -m pip install --disable-pip-version-check -c "$ROOT/deploy/constraints.txt" \
        -e "$ROOT$1" >"$INSTALL_LOG" 2>&1 || fail_with_log "$INSTALL_LOG" "The installation failed."
    # Compiled once, so that no start of the command has to.
    "$VENV/bin/python" -m compileall -q "$ROOT"/{services,pipelines,tool_registry,evals} >>"$INSTALL_LOG" 2>&1 || true
    say "Installed in $((SECONDS - started)) s."
}

stamp_is() { # file
    [ -x "$VENV/bin/python" ] && [ "$(cat "$1" 2>/dev/null)" = "$STAMP" ] && is_python "$VENV/bin/python"
}

prepare() { # "" or some extras; a set-up with more of them serves too
    if stamp_is "$VENV/stamp$1" || stamp_is "$VENV/stamp[dev,qwen,embed]" ||
        { [ -z "$1" ] && stamp_is "$VENV/stamp[dev,qwen]"; }; then
        return
    fi
    if ! is_python "$VENV/bin/python" || [ "$(cat "$VENV/root" 2>/dev/null)" != "$ROOT" ]; then
        make_venv
        printf '%s\n' "$ROOT" >"$VENV/root"
    fi
    if ! stamp_is "$VENV/stamp"; then
        stop_all # what runs now runs on other packages
    fi
    rm -f "$VENV"/stamp*
    install_into_venv "$1"
    printf '%s\n' "$STAMP" >"$VENV/stamp$1"
}

set_up() { # "" or some extras
    STAMP=$(wanted_stamp)
    locked prepare "$1"
}

# ---- servers ----------------------------------------------------------------------------

is_healthy() { # port; bash's own sockets, because curl may be missing
    local status
    status=$(
        exec 2>/dev/null
        exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
        printf 'GET /healthz HTTP/1.0\r\nHost: 127.0.0.1:%s\r\n\r\n' "$1" >&3
        IFS= read -r -t 3 line <&3 && printf '%s' "$line"
    )
    case $status in *" 200"*) return 0 ;; *) return 1 ;; esac
}

is_taken() { (exec 2>/dev/null && exec 3<>"/dev/tcp/127.0.0.1/$1"); }

command_of() { # pid
    if [ -r "/proc/$1/cmdline" ]; then
        tr '\0' ' ' <"/proc/$1/cmdline"
    else
        ps -p "$1" -o args= 2>/dev/null
    fi
}

running_pid() { # name: its pid, if that process still is this checkout's
    local pid
    pid=$(cut -d' ' -f1 "$RUN_DIR/$1.pid" 2>/dev/null) && [ -n "$pid" ] || return 1
    case $(command_of "$pid") in *"$VENV/bin/"*) printf '%s' "$pid" ;; *) return 1 ;; esac
}

stop_one() { # name
    local pid waited=0
    if pid=$(running_pid "$1"); then
        kill -- "-$pid" 2>/dev/null || kill "$pid" 2>/dev/null || true
        while running_pid "$1" >/dev/null && [ "$waited" -lt 50 ]; do
            sleep 0.1
            waited=$((waited + 1))
        done
        if running_pid "$1" >/dev/null; then
            kill -9 -- "-$pid" 2>/dev/null || kill -9 "$pid" 2>/dev/null || true
        fi
        say "Stopped the $1."
    fi
    rm -f "$RUN_DIR/$1.pid"
}

stop_all() {
    stop_one service
    stop_one sandbox
}

ensure_up() { # name port variable command…
    local name=$1 port=$2 variable=$3 pid
    shift 3
    if pid=$(running_pid "$name"); then
        if [ "$(cut -d' ' -f2 "$RUN_DIR/$name.pid")" = "$port" ]; then
            wait_healthy "$name" "$port" "$pid"
            return
        fi
        stop_one "$name"
    fi
    if is_taken "$port"; then
        die "port $port, meant for the $name, is taken by another program." \
            "Stop that program, or choose another port: $variable=$((port + 10)) bash deploy/run.sh"
    fi
    say "Starting the $name on port $port …"
    set -m # a process group of its own, so that stopping it stops its children
    nohup "$@" >"$RUN_DIR/$name.log" 2>&1 </dev/null 9>&- &
    pid=$!
    set +m
    printf '%s %s\n' "$pid" "$port" >"$RUN_DIR/$name.pid"
    wait_healthy "$name" "$port" "$pid"
}

wait_healthy() { # name port pid
    local deadline=$((SECONDS + START_LIMIT))
    until is_healthy "$2"; do
        if ! kill -0 "$3" 2>/dev/null; then
            rm -f "$RUN_DIR/$1.pid"
            fail_with_log "$RUN_DIR/$1.log" "The $1 stopped while starting."
        fi
        if [ "$SECONDS" -ge "$deadline" ]; then
            fail_with_log "$RUN_DIR/$1.log" "The $1 did not answer on port $2 within $START_LIMIT s."
        fi
        sleep 0.1
    done
}

ensure_sandbox() {
    locked ensure_up sandbox "$SANDBOX_PORT" ZHIZAO_SANDBOX_PORT \
        "$VENV/bin/zhizao" sandbox serve --port "$SANDBOX_PORT"
}

ensure_service() { # the sandbox's own page may open the chat inside it
    local own="http://127.0.0.1:$SANDBOX_PORT,http://localhost:$SANDBOX_PORT"
    export ZHIZAO_EMBED_ORIGINS="$own${ZHIZAO_EMBED_ORIGINS:+,$ZHIZAO_EMBED_ORIGINS}"
    locked ensure_up service "$PORT" ZHIZAO_PORT "$VENV/bin/zhizao" serve --port "$PORT"
}
