"""The value of a binding, once the steps that it depends on have run."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from pipelines.contracts.chain import Binding
from pipelines.contracts.intent import Constraint
from tool_registry.base.types import JsonValue
from tool_registry.model import Yield
from tool_registry.sources.paths import Element, elements, inside, read
from tool_registry.vocabulary.conversions import conversion_between, convert
from tool_registry.vocabulary.instants import instants

_ENDS = ("first", "last")
NO_YIELDS: Mapping[str, Sequence[Yield]] = {}


def resolve(
    binding: Binding,
    bodies: Mapping[str, JsonValue],
    yields: Mapping[str, Sequence[Yield]] = NO_YIELDS,
) -> JsonValue:
    """The value that the tool gets.

    `bodies`: results by step id; `yields`: by step id what its tool declares, for the units and
    enumerated values that a selection compares. Raises LookupError where the result does not hold
    the value (the list is empty, nothing matches), ValueError where it cannot be converted.
    """
    if binding.source not in ("output", "selected"):
        return binding.value
    step, path = binding.step or "", binding.path or ""
    if step not in bodies:
        raise LookupError(f"{step} has no result")
    body = bodies[step]
    found = selected(binding, body, yields.get(step, ())) if binding.where else read(body, path)
    if binding.ordinal >= len(found):
        raise LookupError(binding.detail or f"{step} → {path}")
    value = found[binding.ordinal]
    return convert(binding.conversion, value) if binding.conversion else value


def selected(binding: Binding, body: JsonValue, declared: Sequence[Yield]) -> list[JsonValue]:
    """Values of the elements that satisfy every condition of the selection, in list order.

    The first and the last ones are taken of what satisfies the others: by the time that the
    condition names, else in the order of the list."""
    path = binding.path or ""
    found = elements(body, path) or [Element(body, path)]
    for condition in sorted(binding.where, key=lambda one: one.operator in _ENDS):
        found = _kept(condition, found, binding, declared)
    return [value for element in found for value in inside(element, path, path)[:1]]


def _kept(
    condition: Constraint, found: list[Element], binding: Binding, declared: Sequence[Yield]
) -> list[Element]:
    if condition.operator in _ENDS:
        return _end(condition, found, binding)
    if condition.attribute is None:
        return [element for element in found if _anywhere(condition, element.value, declared)]
    where = binding.where_paths.get(condition.attribute)
    if where is None:
        # Nobody knows where it stands: what shows it anywhere is chosen, else it decides nothing.
        return [e for e in found if _anywhere(condition, e.value, declared)] or found
    told = next((item for item in declared if item.path == where), None)
    return [
        element
        for element in found
        if any(holds(condition, v, told) for v in inside(element, where, binding.path or ""))
    ]


def _end(condition: Constraint, found: list[Element], binding: Binding) -> list[Element]:
    when = binding.where_paths.get(condition.attribute or "")
    if when is not None:
        found = sorted(found, key=lambda one: _moment(inside(one, when, binding.path or "")))
    count = int(str(condition.value or 1))
    return found[:count] if condition.operator == "first" else found[-count:]


def _moment(values: Sequence[JsonValue]) -> str:
    """Times sort as their texts do; without one, it is before all others."""
    return str(values[0]) if values and values[0] is not None else ""


def _anywhere(condition: Constraint, value: JsonValue, declared: Sequence[Yield]) -> bool:
    if not isinstance(value, dict):
        return holds(condition, value, None)
    told = {item.key: item for item in declared}
    return any(
        holds(condition, item, told.get(key))
        for key, item in cast("dict[str, JsonValue]", value).items()
        if not isinstance(item, list | dict)
    )


_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda actual, wanted: actual == wanted,
    "ne": lambda actual, wanted: actual != wanted,
    "ge": lambda actual, wanted: actual >= wanted,
    "gt": lambda actual, wanted: actual > wanted,
    "le": lambda actual, wanted: actual <= wanted,
    "lt": lambda actual, wanted: actual < wanted,
}


def holds(condition: Constraint, actual: JsonValue, told: Yield | None) -> bool:
    """True when a value of a result is as the condition demands; units and codes understood.

    Where the condition's value is a list, any of its values will do.
    """
    wanted: JsonValue = condition.value
    if isinstance(wanted, list):
        values = cast("list[JsonValue]", wanted)
        single = [condition.model_copy(update={"value": value}) for value in values]
        return any(holds(one, actual, told) for one in single)
    unit = told.unit if told else None
    if condition.unit and unit and condition.unit != unit:
        conversion = conversion_between(condition.unit, unit)
        if conversion is None:
            return False
        wanted = convert(conversion, wanted)
    numbers = _number(actual), _number(wanted)
    if numbers[0] is not None and numbers[1] is not None:
        return _COMPARED[condition.operator](numbers[0], numbers[1])
    if (times := instants(actual, wanted)) is not None:
        return _COMPARED[condition.operator](*times)
    words = (str(actual), *(told.values.get(str(actual), ()) if told else ()))
    same = str(wanted).casefold() in {word.casefold() for word in words}
    return same if condition.operator == "eq" else condition.operator == "ne" and not same


def _number(value: JsonValue) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except ValueError:
        return None
