"""Changes that a person makes to a plan before it runs: arguments of their own, steps left out."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pipelines.contracts.chain import Binding, Check, Step, ToolChain
from pipelines.contracts.request import PlanChange
from pipelines.messages import say
from pipelines.messages.labels import argument_labels, tool_title, written
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from pipelines.reasoning.planner.writing import digest
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.conversions import convert, spoken_unit
from tool_registry.vocabulary.language import Language

Edits: TypeAlias = Mapping[str, tuple[JsonValue, bool]]
"""Path of an argument → the user's own value, and whether it is in the unit of people."""
_LOCAL = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?")


class BadRevision(Exception):
    """A change that the plan does not allow; the message is for the user, in their language."""


def revised(
    chain: ToolChain, change: PlanChange, catalogue: Catalogue, language: Language
) -> ToolChain:
    """The chain with the changes, valid again; the same chain where nothing is changed.

    Raises BadRevision where a tool is gone, a step that others need is left out, or a value does
    not fit its argument.
    """
    _check_tools(chain, catalogue, language)
    unknown = {*change.drop, *change.arguments, *change.values} - {step.id for step in chain.steps}
    if unknown:
        raise BadRevision(say(language, "revise.no_step", step=sorted(unknown)[0]))
    steps = _kept(chain.steps, change.drop, language)
    steps = [_edited(step, edits_of(change, step.id), catalogue, language) for step in steps]
    checks = _checks(chain.checks, steps, change, catalogue, language)
    environment = chain.environment
    return chain.model_copy(
        update={"steps": tuple(steps), "checks": checks, "digest": digest(steps, environment)}
    )


def _check_tools(chain: ToolChain, catalogue: Catalogue, language: Language) -> None:
    for step in chain.steps:
        tool = catalogue.tools.get(step.tool)
        if tool is None or chain.environment not in tool.environments:
            raise BadRevision(say(language, "revise.tool_gone", tool=step.title))


def _kept(steps: Sequence[Step], dropped: Sequence[str], language: Language) -> list[Step]:
    kept = [step for step in steps if step.id not in dropped]
    for step in kept:
        needed = {*step.depends_on, *(b.step for b in step.arguments.values() if b.step)}
        missing = next((one for one in steps if one.id in needed and one.id in dropped), None)
        if missing is not None:
            raise BadRevision(
                say(language, "revise.needed", step=missing.title, needed_by=step.title)
            )
    if not kept:
        raise BadRevision(say(language, "revise.nothing_left"))
    return kept


def edits_of(change: PlanChange, step: str) -> Edits:
    """What a change sets of one step."""
    raw, spoken = change.arguments.get(step, {}), change.values.get(step, {})
    return {path: (raw[path], False) for path in raw} | {p: (spoken[p], True) for p in spoken}


def _edited(step: Step, edits: Edits, catalogue: Catalogue, language: Language) -> Step:
    if not edits:
        return step
    tool = catalogue.tools[step.tool]
    bound = dict(step.arguments)
    for path, (value, is_spoken) in edits.items():
        slot = _slot(tool, path, language)
        unit = spoken_unit(slot.unit) if is_spoken and slot.attribute else None
        told = _as_before(value, slot, bound.get(path))
        bound[path] = _binding(slot, told, unit, tool, catalogue, language)
    depends = tuple(dict.fromkeys(b.step for b in bound.values() if b.step))
    return step.model_copy(update={"arguments": bound, "depends_on": depends})


def _as_before(value: JsonValue, slot: Slot, before: Binding | None) -> JsonValue:
    """A typed number as one, where the tool says no type and the plan had a number."""
    number = before is not None and type(before.value) in (int, float)
    if slot.type != "any" or not number or not isinstance(value, str):
        return value
    try:
        return convert("number", value)
    except ValueError:
        return value


def _slot(tool: ToolEssentialModel, path: str, language: Language) -> Slot:
    slot = next((one for one in tool.needs if one.path == path), None)
    if slot is None:
        raise BadRevision(
            say(language, "revise.no_argument", tool=tool_title(tool, language), argument=path)
        )
    if slot.environment or slot.hidden or slot.idempotency_key:
        raise BadRevision(
            say(language, "revise.fixed", tool=tool_title(tool, language), argument=path)
        )
    return slot


def _binding(
    slot: Slot,
    value: JsonValue,
    unit: str | None,
    tool: ToolEssentialModel,
    catalogue: Catalogue,
    language: Language,
) -> Binding:
    """The user's own value, as the tool takes it: a number in `unit`, or one of its words."""
    fitted = _fitted(slot, value, unit, catalogue)
    if fitted in (None, ""):
        name = argument_labels(catalogue.lexicon, tool, language).get(slot.path)
        name = f"{name} [{slot.path}]" if name else slot.path
        told = {"tool": tool_title(tool, language), "argument": name, "value": str(value)}
        raise BadRevision(say(language, "revise.bad_value", **told))
    said = written(value, unit, language)
    detail = said if unit in (None, slot.unit) else f"{said} → {fitted}"
    return Binding(source="edited", detail=detail, value=fitted)


def _fitted(slot: Slot, value: JsonValue, unit: str | None, catalogue: Catalogue) -> JsonValue:
    """None where it does not fit."""
    if not isinstance(value, str | int | float | bool):
        return None
    if slot.format == "date-time" and isinstance(value, str) and _LOCAL.fullmatch(value):
        return value  # whether the tool wants a zone is for whoever typed none
    fact = Fact("edited", slot.attribute, value, unit=unit, words=str(value))
    fitted = fit(fact, slot, catalogue.lexicon)
    return fitted.value if fitted else None


def _checks(
    checks: Sequence[Check],
    steps: Sequence[Step],
    change: PlanChange,
    catalogue: Catalogue,
    language: Language,
) -> tuple[Check, ...]:
    """The checks of what is left; what was edited is checked against the new value."""
    kept = {step.id: step for step in steps}
    goals = {step.goal for step in steps}
    whole = not change.drop
    return tuple(
        _updated(check, kept, change, catalogue, language)
        for check in checks
        if (check.step in kept if check.step else whole and check.goal in goals)
    )


def _updated(
    check: Check,
    steps: Mapping[str, Step],
    change: PlanChange,
    catalogue: Catalogue,
    language: Language,
) -> Check:
    edits = edits_of(change, check.step or "")
    if not edits or check.constraint is None or check.step is None:
        return check
    tool = catalogue.tools[steps[check.step].tool]
    for slot in tool.needs:
        if slot.path in edits and slot.attribute == check.constraint.attribute:
            value = steps[check.step].arguments[slot.path].value
            wanted = check.constraint.model_copy(update={"value": value, "unit": slot.unit})
            said, is_spoken = edits[slot.path]
            words = written(said, spoken_unit(slot.unit) if is_spoken else slot.unit, language)
            text = say(language, "planner.check_attribute", words=words)
            return check.model_copy(update={"constraint": wanted, "text": text})
    return check
