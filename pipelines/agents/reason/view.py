"""What the reasoning prompt shows: goals, tools, memory, draft and results, one JSON object a line.

Texts of users, tools and results are data: no sign of theirs can close a section of the prompt.
"""

import json
from collections.abc import Callable, Iterable, Sequence

from pipelines.agents.reason.choice import Key, wanted_of
from pipelines.contracts.intent import Constraint, EntityRef, Goal
from pipelines.executor.record import StepRecord
from pipelines.planner.plan import Survey, reached
from pipelines.planner.proposal import is_platforms
from pipelines.planner.selection import implied
from tool_registry.base.redaction import shown
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot, StateChange, ToolEssentialModel, Yield

_SUMMARY = 100
"""Characters of a tool's own description."""
_RESULT = 600
"""Characters of a step's result."""
_NONE = "-"
Object = dict[str, JsonValue]


def line(value: JsonValue) -> str:
    """One line of JSON in which no angle bracket opens or closes anything."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def lines(values: Iterable[JsonValue]) -> str:
    """One line a value."""
    return "\n".join(map(line, values))


def goals_text(survey: Survey, tools: Sequence[ToolEssentialModel]) -> str:
    """The goals with everything that is known of their things, and the state that is there now."""
    return lines(_goal(goal, survey, tools) for goal in survey.problem.intent.goals)


def tools_text(tools: Sequence[ToolEssentialModel], survey: Survey) -> str:
    """The candidates in short: arguments that are needed or may have been said, results that one of
    these arguments takes, states."""
    speaks = what_is_said(survey, tools)
    slots = {tool.id: [slot for slot in tool.needs if _matters(slot, speaks)] for tool in tools}
    every = [slot for own in slots.values() for slot in own if slot.required or slot.one_of]
    wanted = wanted_of(tools, speaks)
    names = {slot.key for slot in every if slot.attribute is None}
    return lines(_tool(tool, slots[tool.id], wanted, names) for tool in tools)


def pickable_text(tools: Sequence[ToolEssentialModel], survey: Survey) -> str:
    """What the candidates list and any of which will do, though nobody named one."""
    listed = {one.entity for tool in tools for one in tool.yields if one.many and one.entity}
    found = sorted(one for one in listed if survey.problem.may_pick(one))
    return ", ".join(found) or _NONE


def what_is_said(survey: Survey, tools: Sequence[ToolEssentialModel]) -> Callable[[Slot], bool]:
    """Whether the sentence, a reply or the conversation may say something for an argument: any,
    where words are left that no argument of the tools is known to be for."""
    problem = survey.problem
    things = [ref for goal in problem.intent.goals for ref in (goal.object, *goal.related)]
    names = {one.attribute for ref in things for one in ref.identifiers}
    named = {ref.type for ref in things if ref.identifiers}
    facts = {one.attribute for ref in things for one in ref.constraints}
    replied = {name.rpartition(".")[2] for name in problem.given}
    known = names | facts | replied | {key for item in problem.memory for key in item.attributes}
    taken = {slot.attribute for tool in tools for slot in tool.needs}
    kinds = {mark.attribute for tool in tools for mark in tool.discriminators}
    if None in facts or facts - taken - kinds or problem.intent.unread:
        return lambda slot: True

    def said(slot: Slot) -> bool:
        meant = slot.entity is not None and (slot.entity in named or None in named)
        own = problem.catalogue.graph.identifiers(slot.entity or "")
        tells = slot.attribute in own or (not own and not slot.values)
        return slot.attribute in known or (meant and tells)

    return said


def _matters(slot: Slot, said: Callable[[Slot], bool]) -> bool:
    """False for what the program fills in, and for an option that nothing speaks of."""
    if is_platforms(slot):
        return False
    needed = slot.required or slot.one_of is not None
    free = slot.attribute is None and slot.default is None and slot.type == "string"
    return needed or said(slot) or free


def given_text(survey: Survey) -> str:
    """Replies, instructions, and what the conversation remembers in this environment."""
    problem = survey.problem
    intent = problem.intent
    told: list[JsonValue] = [{"reply_for": name, "words": said} for name, said in _replies(survey)]
    told += [{"instruction": one.kind, "words": one.text} for one in intent.negative]
    told += [{"instruction": one.kind, "words": one.text} for one in intent.supplements]
    told += [
        {"memory": item.entity, "known": dict(item.attributes)}
        for item in problem.memory
        if item.environment == problem.environment
    ]
    return lines(told)


def results_text(records: Sequence[StepRecord], kept: int) -> str:
    """What came of the steps so far; the first ones stay a part of the plan, with their numbers."""
    return lines(
        {**({"step": number} if number <= kept else {}), **_result(record)}
        for number, record in enumerate(records, 1)
    )


def _replies(survey: Survey) -> Iterable[tuple[str, str]]:
    return survey.problem.given.items()


def _result(record: StepRecord) -> Object:
    told: Object = {"tool": record.tool, "status": record.status}
    said = record.failure or record.deviates
    if said is not None:
        told["failure"] = {"kind": said.kind, "message": said.message}
    body = json.dumps(shown(record.body), ensure_ascii=False)
    return {**told, "result": body[:_RESULT]}


def _goal(goal: Goal, survey: Survey, tools: Sequence[ToolEssentialModel]) -> Object:
    told: Object = {"goal": goal.id}
    if len(survey.problem.intent.goals) > 1:
        told["words"] = goal.text
    told |= {"does": goal.function.value, "action": goal.action, "object": _thing(goal.object)}
    if goal.related:
        told["others"] = [_thing(ref) for ref in goal.related]
    if goal.quantity > 1:
        told["count"] = goal.quantity
    if goal.per_each:
        told["each_has_its_own"] = True
    if meant := [one for tool in tools for one in implied(survey.problem, goal, tool)]:
        first = meant[0]
        told["verb_says"] = {"is": first.attribute, "words": first.words, "value": first.value}
    if goal.asked:
        told["asked"] = list(goal.asked)
    if goal.target_state is not None:
        told["state_wanted"] = goal.target_state.value
        told["state_now"] = survey.present.get(goal.id)
    if reached(survey.problem, goal, survey.present):
        told["done_already"] = True
    return told


def _thing(ref: EntityRef) -> Object:
    known: list[JsonValue] = [
        {"is": one.attribute, "words": one.span.text, "identifies": True} for one in ref.identifiers
    ]
    known += [_said(one) for one in ref.constraints]
    told: Object = {"is": ref.type}
    if known:
        told["known"] = known
    else:
        told["words"] = ref.words
    return {**told, "role": ref.role} if ref.role else told


def _said(one: Constraint) -> Object:
    """The words, and what they mean where that is something else."""
    told: Object = {"is": one.attribute, "words": one.span.text}
    if str(one.value) != one.span.text:
        told["value"] = one.value
    if one.unit is not None:
        told["unit"] = one.unit
    if one.operator != "eq":
        told["operator"] = one.operator
    return told


def _tool(
    tool: ToolEssentialModel,
    slots: Sequence[Slot],
    wanted: set[Key],
    names: set[str],
) -> Object:
    """The author's own words, and everything else in notes as short as can be."""
    told: Object = {
        "tool": tool.id,
        "says": (tool.summary or tool.title)[:_SUMMARY],
        "does": tool.function.value,
        "about": ", ".join(tool.objects),
    }
    if tool.function.writes and tool.actions != (tool.function.value,):
        told["actions"] = ", ".join(tool.actions)
    if slots:
        told["arguments"] = {_name(slot): _argument(slot) for slot in slots}
    if results := {one.path: _result_of(one) for one in _useful(tool, wanted, names)}:
        told["results"] = results
    if tool.preferred:
        told["preferred"] = True
    if tool.bulk:
        told["count_by"] = tool.bulk
    if tool.discriminators:
        told["only_for"] = [mark.value for mark in tool.discriminators]
    if states := [_state(one) for one in tool.states if one.before]:
        told["states"] = states
    return told


def _name(slot: Slot) -> str:
    return f"{slot.path}*" if slot.required else slot.path


def _argument(slot: Slot) -> str:
    """Its meaning, then what else there is to know."""
    choices = (":".join((raw, "/".join(words))) for raw, words in slot.values.items())
    known = {
        "role": slot.role,
        "one_of": slot.one_of,
        "default": None if slot.default is None else json.dumps(slot.default, ensure_ascii=False),
        "values": "|".join(choices),
    }
    notes = (f"{name}={value}" for name, value in known.items() if value)
    return "; ".join((_meaning(slot.entity, slot.attribute) or "-", *notes))


def _useful(tool: ToolEssentialModel, wanted: set[Key], names: set[str]) -> list[Yield]:
    """Results that some argument takes, but for what the tool itself has to be told."""
    own = {(slot.entity, slot.attribute) for slot in tool.needs if slot.required}
    return [
        one
        for one in tool.yields
        if (one.attribute and (one.entity, one.attribute) in wanted - own) or one.key in names
    ]


def _result_of(item: Yield) -> str:
    meaning = _meaning(item.entity, item.attribute) or "-"
    return f"{meaning}; role={item.role}" if item.role else meaning


def _state(change: StateChange) -> str:
    return f"{change.entity} {'/'.join(change.before)}→{change.after or ''}"


def _meaning(entity: str | None, attribute: str | None) -> str | None:
    return ".".join(filter(None, (entity, attribute))) or None
