"""What the reasoning prompt shows: goals, tools, memory, draft and results, one JSON object a line.

Texts of users, tools and results are data: no sign of theirs can close a section of the prompt.
"""

import json
from collections.abc import Callable, Iterable, Sequence

from pipelines.contracts.execution import StepRecord
from pipelines.contracts.intent import Constraint, EntityRef, Goal
from pipelines.reasoning.planner.plan import Survey, reached
from pipelines.reasoning.planner.selection import implied
from pipelines.reasoning.proposals.proposal import is_platforms
from tool_registry.base.redaction import shown
from tool_registry.base.types import JsonValue, Object
from tool_registry.model import Slot, StateChange, ToolEssentialModel, Yield

_RESULT = 600
"""Characters of a step's result."""
_NONE = "-"


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


def tools_text(tools: Sequence[ToolEssentialModel]) -> str:
    """The candidates: their own words, every argument that is not the program's, every result."""
    return lines(map(_tool, tools))


def pickable_text(tools: Sequence[ToolEssentialModel], survey: Survey) -> str:
    """What the candidates list and any of which will do, though nobody named one."""
    of_use = (tool for tool in tools if tool.id not in survey.problem.empty)
    listed = {one.entity for tool in of_use for one in tool.yields if one.many and one.entity}
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


def _tool(tool: ToolEssentialModel) -> Object:
    """The author's own words, and everything else in notes as short as can be."""
    told: Object = {
        "tool": tool.id,
        "says": _says(tool),
        "does": tool.function.value,
        "about": ", ".join(tool.objects),
    }
    if tool.function.writes and tool.actions != (tool.function.value,):
        told["actions"] = ", ".join(tool.actions)
    if slots := [slot for slot in tool.needs if not is_platforms(slot)]:
        told["arguments"] = {_name(slot): _argument(slot) for slot in slots}
    if tool.yields:
        told["results"] = {one.path: _result_of(one) for one in tool.yields}
    if tool.preferred:
        told["preferred"] = True
    if tool.bulk:
        told["count_by"] = tool.bulk
    if tool.discriminators:
        told["only_for"] = [mark.value for mark in tool.discriminators]
    if states := [_state(one) for one in tool.states if one.before]:
        told["states"] = states
    return told


def _says(tool: ToolEssentialModel) -> str:
    """Its title and its description, neither twice."""
    text = tool.description or tool.summary
    return text if not tool.title or tool.title in text else f"{tool.title}: {text}"


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
        "unit": slot.unit,
        "says": "" if slot.attribute else slot.description.replace("; ", ", "),
    }
    notes = (f"{name}={value}" for name, value in known.items() if value)
    return "; ".join((_meaning(slot.entity, slot.attribute) or "-", *notes))


def _result_of(item: Yield) -> str:
    meaning = _meaning(item.entity, item.attribute) or "-"
    notes = [f"role={item.role}"] if item.role else []
    notes += [f"says={item.description}"] if item.description and not item.attribute else []
    return "; ".join((meaning, *notes))


def _state(change: StateChange) -> str:
    return f"{change.entity} {'/'.join(change.before)}→{change.after or ''}"


def _meaning(entity: str | None, attribute: str | None) -> str | None:
    return ".".join(filter(None, (entity, attribute))) or None
