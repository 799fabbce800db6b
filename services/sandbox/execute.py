"""Runs one tool call: faults, validation, environment, handler, log, envelope."""

import json
import time
from dataclasses import dataclass
from typing import Any

from services.sandbox import tampering
from services.sandbox.errors import BusinessError, ServiceDown
from services.sandbox.row import Row
from services.sandbox.spec import ToolSpec
from services.sandbox.store import Store
from services.sandbox.tampering import Fault
from services.sandbox.trade import Call

GARBAGE = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"


@dataclass(frozen=True)
class Reply:
    """What goes back: the envelope, or None for a malformed answer."""

    body: Row | None
    is_error: bool = False


def execute(store: Store, spec: ToolSpec, args: Row, meta_key: str | None) -> Reply:
    """One call from validation to reply.

    Raises ServiceDown where an injected fault breaks the service, before or after the effect.
    """
    with store.transaction() as db:
        faults = {fault.kind: fault for fault in tampering.take_faults(db, spec.name)}
    latency = faults.get("latency")
    _sleep(latency, after=False)
    if "error-before" in faults:
        raise ServiceDown(store.trade.messages["broken"])
    reply = _answer(store, spec, args, meta_key, busy="business" in faults)
    _sleep(latency, after=True)
    if "error-after" in faults:
        raise ServiceDown(store.trade.messages["broken"])
    return Reply(None) if "malformed" in faults else reply


def _sleep(latency: Fault | None, *, after: bool) -> None:
    if latency is not None and latency.after == after:
        time.sleep(latency.seconds or 1.0)


def _answer(store: Store, spec: ToolSpec, args: Row, meta_key: str | None, *, busy: bool) -> Reply:
    envelope = store.trade.envelopes[spec.envelope]
    messages = store.trade.messages
    if problem := _first_problem(spec, args):
        return Reply(envelope.fail("PARAM_INVALID", messages["param_invalid"] + problem), True)
    try:
        if busy:
            raise BusinessError("SYSTEM_BUSY", messages["busy"])
        return Reply(envelope.ok(_run(store, spec, args, meta_key)))
    except BusinessError as refusal:
        return Reply(envelope.fail(refusal.code, refusal.message))


def _first_problem(spec: ToolSpec, args: Row) -> str | None:
    for error in spec.validator.iter_errors(args):
        where = ".".join(str(part) for part in error.absolute_path)
        return f"{where} {error.message}".strip()
    return None


def _environment(store: Store, spec: ToolSpec, args: Row) -> str:
    if spec.fixed_environment is not None:
        return spec.fixed_environment
    word = args.get(spec.environment_argument or "")
    env = store.trade.environment_words.get(word)
    if env is None:
        text = store.trade.messages["unknown_environment"].format(word)
        raise BusinessError("ENV_INVALID", text)
    if spec.only and env != spec.only:
        text = store.trade.messages["wrong_environment"].format(env)
        raise BusinessError("ENV_NOT_SUPPORTED", text)
    return env


def _run(store: Store, spec: ToolSpec, args: Row, meta_key: str | None) -> Any:
    env = _environment(store, spec, args)
    declared = args.get(spec.key) if spec.key and spec.key != "meta" else None
    key = declared or meta_key
    honoured = key if spec.key else None
    with store.transaction() as db:
        store.settle(db)
        which = (spec.name, env, honoured)
        sql = "SELECT reply FROM main.replies WHERE tool = ? AND environment = ? AND key = ?"
        if honoured and (row := db.execute(sql, which).fetchone()):
            return json.loads(row[0])
        world = store.world(db, env)
        data = store.trade.handlers[spec.handler](Call(spec.name, args, env, world))
        logged = store.record(db, world, spec.name, args, key)
        if logged:
            tampering.apply_armed(db, spec.name, env, store.trade.environments, logged[-1])
        if honoured:
            text = json.dumps(data, ensure_ascii=False)
            db.execute("INSERT INTO main.replies VALUES (?, ?, ?, ?)", (*which, text))
        return data
