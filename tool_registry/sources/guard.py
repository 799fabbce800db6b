"""The last check before a call leaves: right environment, declared arguments, nothing else.

Whatever planned the call, a tool never runs here in an environment that it does not support or
that nobody configured (production is not configurable), never with an argument of no schema, and
never more often than its user may: a call waits for its turn as long as it may take.
"""

import math
from collections.abc import Mapping
from typing import cast

from tool_registry.base.environment import Environments
from tool_registry.base.errors import GuardRefusal
from tool_registry.base.redaction import has_mask
from tool_registry.base.types import JsonValue
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.paths import read
from tool_registry.sources.result import CallResult
from tool_registry.sources.source import Sources

Object = Mapping[str, JsonValue]
LIMITED = "RATE_LIMITED"
"""Code of a call that did not leave, because its user has called the tool too often."""
_PATIENCE = 30.0
"""Seconds that a call without a time limit waits for its turn."""


async def guarded_call(
    tool: ToolEssentialModel,
    environment: str,
    arguments: Object,
    *,
    sources: Sources,
    environments: Environments,
    key: str | None = None,
    timeout: float | None = None,  # noqa: ASYNC109 - the source needs it to end the request
) -> CallResult:
    """Calls the tool with these (nested) arguments; GuardRefusal where the call must not leave.

    One that is not its turn within `timeout` seconds fails with the code RATE_LIMITED, unsent."""
    check(tool, environment, arguments, environments)
    source = sources.get(tool.source)
    if sources.limit is not None:
        wait = await sources.limit.turn(tool.id, timeout or _PATIENCE)
        if wait:
            return _too_often(tool, sources.limit.per_minute, wait)
    result = await source.call(
        tool.name, arguments, environment=environment, plan=tool.call, key=key, timeout=timeout
    )
    return _readable(tool, result)


def check(
    tool: ToolEssentialModel, environment: str, arguments: Object, environments: Environments
) -> None:
    """Raises GuardRefusal, naming tool and reason, unless the call may leave."""
    if environments.get(environment) is None:
        raise _refusal(tool, f"'{environment}' is no configured environment")
    if environment not in tool.environments:
        known = ", ".join(tool.environments) or "none"
        raise _refusal(tool, f"it does not run in '{environment}' (it runs in: {known})")
    _check_environment_argument(tool, environment, arguments)
    if has_mask(dict(arguments)):
        raise _refusal(tool, "an argument is a secret that was not kept; start the request anew")
    unknown = undeclared(arguments, tool.input_schema)
    if unknown is not None:
        raise _refusal(tool, f"it declares no argument '{unknown}'")


def undeclared(arguments: Object, schema: Object, way: str = "") -> str | None:
    """Path of the first argument that a JSON schema does not declare, or None.

    A schema without properties declares nothing in particular and lets everything through, as does
    one that says so (`additionalProperties` true or a schema).
    """
    properties = schema.get("properties")
    if not isinstance(properties, dict) or schema.get("additionalProperties"):
        return None
    declared = cast("dict[str, JsonValue]", properties)
    for name, value in arguments.items():
        path = f"{way}.{name}" if way else name
        if name not in declared:
            return path
        inner = _inner(value, declared[name], path)
        if inner is not None:
            return inner
    return None


def _inner(value: JsonValue, schema: JsonValue, path: str) -> str | None:
    if not isinstance(schema, dict):
        return None
    fields = cast("dict[str, JsonValue]", schema)
    if isinstance(value, dict):
        return undeclared(cast("dict[str, JsonValue]", value), fields, path)
    if isinstance(value, list):
        items = cast("list[JsonValue]", value)
        found = (_inner(item, fields.get("items"), f"{path}[]") for item in items)
        return next((path for path in found if path is not None), None)
    return None


def _check_environment_argument(
    tool: ToolEssentialModel, environment: str, arguments: Object
) -> None:
    slot = tool.environment_slot
    if slot is None:
        return
    wanted = slot.environment.get(environment)
    given = [str(value) for value in read(dict(arguments), slot.path)]
    if not given and slot.default is not None:
        given = [str(slot.default)]
    if wanted is None or given != [str(wanted)]:
        said = ", ".join(given) or "nothing"
        raise _refusal(tool, f"'{slot.path}' says {said}, which is not '{environment}'")


def _readable(tool: ToolEssentialModel, result: CallResult) -> CallResult:
    """A plain text from a tool that declares fields is an answer that nobody can read."""
    body = result.body
    if not result.ok or not isinstance(body, dict) or list(cast("Object", body)) != ["text"]:
        return result
    if not tool.yields or any(item.key == "text" for item in tool.yields):
        return result
    text = str(cast("Object", body)["text"])[:200]
    return CallResult.failed("unknown", text, code="MALFORMED", body=body)


def _too_often(tool: ToolEssentialModel, per_minute: int, wait: float) -> CallResult:
    reason = f"it may be called {per_minute} times a minute; again in {math.ceil(wait)} s"
    text = f"tool '{tool.id}' was not called: {reason}"
    return CallResult.failed("refused_connection", text, code=LIMITED)


def _refusal(tool: ToolEssentialModel, reason: str) -> GuardRefusal:
    return GuardRefusal(f"tool '{tool.id}' was not called: {reason}")
