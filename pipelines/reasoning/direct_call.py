"""The plan of one call that a program gives: its arguments as they are, or why it is not made."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from jsonschema.exceptions import SchemaError, ValidationError, best_match  # pyright: ignore
from jsonschema.validators import validator_for
from referencing import Registry
from referencing.exceptions import Unresolvable

from pipelines.contracts.chain import Binding, Check, Produced, Step, ToolChain
from pipelines.contracts.intent import EntityRef, Goal, IntentResult, ObjectSummary, PlanStep
from pipelines.contracts.request import DirectCall
from pipelines.messages import Language, listed, say
from pipelines.messages.labels import entity_label, tool_title
from pipelines.reasoning.arguments.generate import default_of, is_programs, keyed, placed
from pipelines.reasoning.planner.writing import digest
from tool_registry.base.types import FunctionType, IntentType, JsonValue, Object
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.guard import undeclared
from tool_registry.sources.paths import nested, read

_KINDS = {
    FunctionType.CREATE: IntentType.CREATE_DATA,
    FunctionType.QUERY: IntentType.QUERY_DATA,
    FunctionType.VERIFY: IntentType.VERIFY_DATA,
}


class Unfit(Exception):
    """The call cannot be made so; the message is for whoever gave it, in their language."""


@dataclass(frozen=True, slots=True)
class DirectPlan:
    """A chain of one call, and what it means."""

    intent: IntentResult
    chain: ToolChain


@dataclass(frozen=True, slots=True)
class Place:
    """Where the call is made, for whom it is worded, and from what keys are drawn."""

    environment: str
    language: Language
    text: str
    seed: str


def direct_plan(call: DirectCall, catalogue: Catalogue, place: Place) -> DirectPlan:
    """The plan of that call in a configured environment; Unfit where it is not to be made."""
    language = place.language
    tool = catalogue.tools.get(call.tool)
    if tool is None:
        raise Unfit(say(language, "direct.no_tool", tool=call.tool))
    if place.environment not in tool.environments:
        label = catalogue.environments.label
        known = listed(language, (label(one, language) for one in tool.environments))
        told = {
            "environment": label(place.environment, language),
            "tool": tool_title(tool, language),
        }
        known = known or say(language, "direct.nowhere")
        raise Unfit(say(language, "direct.elsewhere", known=known, **told))
    _check_names(tool, call.arguments, language)
    bindings = _bindings(tool, call.arguments, place)
    _check_values(tool, bindings, language)
    return _planned(tool, bindings, catalogue, place)


def _check_names(
    tool: ToolEssentialModel, arguments: Mapping[str, JsonValue], language: Language
) -> None:
    given = dict(arguments)
    for slot in tool.needs:
        if is_programs(slot) and _holds(given, slot.path):
            raise Unfit(
                say(language, "direct.fixed", tool=tool_title(tool, language), argument=slot.path)
            )
    open_ones = [slot.path for slot in tool.needs if not is_programs(slot)]
    known = listed(language, open_ones) or say(language, "direct.nowhere")
    unknown = undeclared(given, tool.input_schema)
    if unknown is None and not tool.input_schema.get("properties"):
        unknown = next(iter(given), None)
    if unknown is not None:
        told = {"tool": tool_title(tool, language), "argument": unknown[:80], "known": known}
        raise Unfit(say(language, "direct.no_argument", **told))


def _holds(arguments: Object, path: str) -> bool:
    """True where something stands at the path, null included."""
    level: list[JsonValue] = [arguments]
    for key in path.replace("[]", "").split("."):
        inner: list[JsonValue] = []
        for one in level:
            items = cast("list[JsonValue]", one) if isinstance(one, list) else [one]
            objects = (cast("Object", item) for item in items if isinstance(item, dict))
            inner += [item[key] for item in objects if key in item]
        level = inner
    return bool(level)


def _bindings(
    tool: ToolEssentialModel, arguments: Mapping[str, JsonValue], place: Place
) -> dict[str, Binding]:
    """What was given, and what the program fills in; Unfit where something is left out."""
    detail = say(place.language, "direct.given")
    by_path = {slot.path.replace("[]", ""): slot.path for slot in tool.needs if slot.many}
    bound = {
        by_path.get(path, path): Binding(source="words", detail=detail, value=value)
        for path, value in _leaves(arguments)
    }
    lacking: list[str] = []
    for slot in tool.needs:
        if slot.path in bound or _holds(dict(arguments), slot.path):
            continue
        own = _programs(tool, slot, place)
        if own is not None:
            bound[slot.path] = own
        elif slot.required and not slot.one_of and not is_programs(slot):
            lacking.append(slot.path)
    if lacking:
        title = tool_title(tool, place.language)
        told = {"tool": title, "arguments": listed(place.language, lacking)}
        raise Unfit(say(place.language, "direct.missing", **told))
    return bound


def _programs(tool: ToolEssentialModel, slot: Slot, place: Place) -> Binding | None:
    if slot.environment:
        return placed(slot, place.environment)
    if slot.idempotency_key:
        return keyed(f"{place.seed}/{tool.id}") if slot.required else None
    return default_of(slot) if slot.required else None


def _leaves(given: Mapping[str, JsonValue], above: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Path → value; lists and empty objects stay whole."""
    for name, value in given.items():
        path = f"{above}.{name}" if above else name
        if isinstance(value, dict) and value:
            yield from _leaves(cast("Object", value), path)
        else:
            yield path, value


def _check_values(
    tool: ToolEssentialModel, bindings: Mapping[str, Binding], language: Language
) -> None:
    """Unfit where the whole call does not fit the tool's own schema; references lead nowhere."""
    whole = nested({path: one.value for path, one in bindings.items()})
    try:
        kind = validator_for(tool.input_schema)
        found = kind(tool.input_schema, registry=Registry()).iter_errors(whole)
        problem = cast("ValidationError | None", best_match(found))  # pyright: ignore
    except (SchemaError, Unresolvable, RecursionError):
        return  # its author's fault: the guard and the tool itself have the last word
    if problem is not None:
        argument = ".".join(str(one) for one in problem.absolute_path) or tool.name
        told = {"argument": argument[:80], "reason": _reason(problem)}
        raise Unfit(say(language, "direct.unfit", tool=tool_title(tool, language), **told))


def _reason(problem: ValidationError) -> str:
    text = str(problem.message)
    return text if len(text) <= 200 else f"{text[:199]}…"


def _planned(
    tool: ToolEssentialModel, bindings: dict[str, Binding], catalogue: Catalogue, place: Place
) -> DirectPlan:
    entity = next(iter(tool.objects), None)
    spoken = entity_label(catalogue.lexicon, entity, place.language) if entity else tool.title
    goal = Goal(
        id="G1",
        action=next(iter(tool.actions), tool.function.value),
        action_words=tool.title,
        function=tool.function,
        object=EntityRef(type=entity, words=spoken),
        quantity=_instances(tool, bindings),
        tool=tool.id,
    )
    purpose = say(place.language, "direct.purpose")
    step = Step(
        id="s1",
        tool=tool.id,
        title=tool_title(tool, place.language),
        function=tool.function,
        arguments=bindings,
        purpose=purpose,
        goal=goal.id,
        produces=Produced(instance="G1/o", entity=entity or tool.title),
    )
    chain = ToolChain(
        environment=place.environment,
        steps=(step,),
        checks=(_check(tool, entity, spoken, place.language),),
        digest=digest((step,), place.environment),
    )
    planned = PlanStep(step=1, text=tool.title, action=tool.function, object=entity, expects="")
    intent = IntentResult(
        text=place.text,
        language=place.language,
        intent_type=_KINDS.get(tool.function, IntentType.OPERATE_DATA),
        environment=place.environment,
        action=goal.action,
        object=ObjectSummary(type=entity),
        execution_plan=(planned,),
        goals=(goal,),
    )
    return DirectPlan(intent, chain)


def _instances(tool: ToolEssentialModel, bindings: Mapping[str, Binding]) -> int:
    """How many things the call makes or changes: bulk work is agreed to."""
    if tool.bulk is None:
        return 1
    found = read(nested({path: one.value for path, one in bindings.items()}), tool.bulk)
    if len(found) == 1 and isinstance(found[0], int):
        return max(1, found[0])
    return max(1, len(found))


def _check(tool: ToolEssentialModel, entity: str | None, spoken: str, language: Language) -> Check:
    """What must hold afterwards, by what the tool is for."""
    kinds = {FunctionType.CREATE: "exists", FunctionType.DELETE: "absent"}
    kind = kinds.get(tool.function, "answered") if entity else "answered"
    text = say(language, f"planner.check_{kind}", entity=spoken)
    told = {"text": text, "goal": "G1", "step": "s1", "entity": entity, "kind": kind}
    return Check.model_validate(told)
