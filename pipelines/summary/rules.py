"""What a verifying tool found: rule by rule, with expected and actual."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from pipelines.summary.report_terms import names
from tool_registry.base.types import JsonValue


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule that a tool checked."""

    name: str
    passed: bool
    expected: str | None = None
    actual: str | None = None


def rules_in(body: JsonValue) -> list[Rule]:
    """The rules that a result lists, those that failed first; else its one overall outcome."""
    listed = [rule for each in _objects(body, in_list=False) if (rule := _rule(each, False))]
    found = listed or [r for each in _objects(body, in_list=None) if (r := _rule(each, True))][:1]
    return sorted(found, key=lambda rule: rule.passed)


def _objects(body: JsonValue, in_list: bool | None) -> list[Mapping[str, JsonValue]]:
    """All objects at any depth; only the elements of lists unless `in_list` is None."""
    found: list[Mapping[str, JsonValue]] = []
    if isinstance(body, dict):
        inner = cast("dict[str, JsonValue]", body)
        if in_list is None or in_list:
            found.append(inner)
        for value in inner.values():
            found += _objects(value, None if in_list is None else False)
    elif isinstance(body, list):
        for each in cast("list[JsonValue]", body):
            found += _objects(each, None if in_list is None else True)
    return found


def _rule(element: Mapping[str, JsonValue], overall: bool) -> Rule | None:
    plain = {key.casefold().replace("_", ""): value for key, value in element.items()}
    passed = _passed(plain)
    expected, actual = _value(plain, "expected"), _value(plain, "actual")
    if passed is None and (expected is None or actual is None):
        return None
    name = _value(plain, "name")
    if name is None and expected is None and not overall:
        return None
    return Rule(
        name=str(name or ""),
        passed=passed if passed is not None else str(expected) == str(actual),
        expected=None if expected is None else str(expected),
        actual=None if actual is None else str(actual),
    )


def _passed(plain: Mapping[str, JsonValue]) -> bool | None:
    found = _value(plain, "passed")
    return found if isinstance(found, bool) else None


def _value(plain: Mapping[str, JsonValue], part: str) -> JsonValue:
    keys = (key for key in names(part) if plain.get(key) is not None)
    key = next(keys, None)
    return None if key is None else plain[key]
