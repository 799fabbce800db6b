"""Changes that a person makes to a plan before it runs: arguments of their own, steps left out."""

from collections.abc import Mapping, Sequence

from pipelines.contracts.chain import Binding, Check, Step, ToolChain
from pipelines.contracts.request import PlanChange
from pipelines.messages import say
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from pipelines.reasoning.planner.writing import digest
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.language import Language


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
    unknown = {*change.drop, *change.arguments} - {step.id for step in chain.steps}
    if unknown:
        raise BadRevision(say(language, "revise.no_step", step=sorted(unknown)[0]))
    steps = _kept(chain.steps, change.drop, language)
    steps = [
        _edited(step, change.arguments.get(step.id, {}), catalogue, language) for step in steps
    ]
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


def _edited(
    step: Step, values: Mapping[str, JsonValue], catalogue: Catalogue, language: Language
) -> Step:
    if not values:
        return step
    tool = catalogue.tools[step.tool]
    bound = dict(step.arguments)
    for path, value in values.items():
        bound[path] = _binding(_slot(tool, path, language), value, tool, catalogue, language)
    depends = tuple(dict.fromkeys(b.step for b in bound.values() if b.step))
    return step.model_copy(update={"arguments": bound, "depends_on": depends})


def _slot(tool: ToolEssentialModel, path: str, language: Language) -> Slot:
    slot = next((one for one in tool.needs if one.path == path), None)
    if slot is None:
        raise BadRevision(say(language, "revise.no_argument", tool=tool.title, argument=path))
    if slot.environment or slot.hidden or slot.idempotency_key:
        raise BadRevision(say(language, "revise.fixed", tool=tool.title, argument=path))
    return slot


def _binding(
    slot: Slot, value: JsonValue, tool: ToolEssentialModel, catalogue: Catalogue, language: Language
) -> Binding:
    """The user's own value, as the tool takes it: numbers in the tool's unit, one of its words."""
    fact = Fact("edited", slot.attribute, value, words=str(value))
    fitted = fit(fact, slot, catalogue.lexicon) if _is_plain(value) else None
    if fitted is None or fitted.value in (None, ""):
        raise BadRevision(
            say(language, "revise.bad_value", tool=tool.title, argument=slot.path, value=str(value))
        )
    return Binding(source="edited", detail=str(value), value=fitted.value)


def _is_plain(value: JsonValue) -> bool:
    return isinstance(value, str | int | float | bool)


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
    edits = change.arguments.get(check.step or "", {})
    if not edits or check.constraint is None or check.step is None:
        return check
    tool = catalogue.tools[steps[check.step].tool]
    for slot in tool.needs:
        if slot.path in edits and slot.attribute == check.constraint.attribute:
            value = steps[check.step].arguments[slot.path].value
            wanted = check.constraint.model_copy(update={"value": value, "unit": slot.unit})
            text = say(language, "planner.check_attribute", words=str(value))
            return check.model_copy(update={"constraint": wanted, "text": text})
    return check
