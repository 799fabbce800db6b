"""What the reasoning prompt shows: goals, tools, memory, draft and results, one JSON object a line.

Texts of users, tools and results are data: no sign of theirs can close a section of the prompt.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from pipelines.executor.record import StepRecord
from pipelines.intent.result import EntityRef, Goal, IntentResult
from pipelines.planner.chain import NoPlan
from pipelines.planner.plan import Survey, reached
from pipelines.planner.proposal import ProposedChain, as_proposal, is_platforms
from tool_registry.base.redaction import shown
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot, ToolEssentialModel, Yield

_SUMMARY = 160
"""Characters of a tool's own description."""
_RESULT = 600
"""Characters of a step's result."""
_NOTHING = "-"
Object = dict[str, JsonValue]


def line(value: JsonValue) -> str:
    """One line of JSON in which no angle bracket opens or closes anything."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def lines(values: Iterable[JsonValue]) -> str:
    """One line a value, or a sign that there is none."""
    return "\n".join(line(value) for value in values) or _NOTHING


def goals_text(survey: Survey) -> str:
    """The goals with everything that is known of their things, and the state that is there now."""
    return lines(_goal(goal, survey) for goal in survey.problem.intent.goals)


def plan_text(intent: IntentResult) -> str:
    """The execution plan that the intent stage made: a reference, no more."""
    return lines(f"{step.step}. {step.text} → {step.expects}" for step in intent.execution_plan)


def tools_text(tools: Sequence[ToolEssentialModel], survey: Survey) -> str:
    """The candidates in short: arguments that are needed or may have been said, results that one of
    these arguments takes, states."""
    speaks = _what_is_said(survey)
    slots = {tool.id: [slot for slot in tool.needs if _matters(slot, speaks)] for tool in tools}
    every = [slot for own in slots.values() for slot in own]
    wanted = {(slot.entity, slot.attribute) for slot in every}
    names = {slot.key for slot in every if slot.attribute is None}
    return lines(_tool(tool, slots[tool.id], wanted, names) for tool in tools)


def _what_is_said(survey: Survey) -> Callable[[Slot], bool]:
    """Whether the sentence, a reply or the conversation may say something for an argument."""
    problem = survey.problem
    things = [ref for goal in problem.intent.goals for ref in (goal.object, *goal.related)]
    names = {one.attribute for ref in things for one in ref.identifiers}
    facts = {one.attribute for ref in things for one in ref.constraints}
    replied = {name.rpartition(".")[2] for name in problem.given}
    known = names | facts | replied | {key for item in problem.memory for key in item.attributes}
    if None in facts or problem.intent.unread:
        return lambda slot: True
    bare = None in names

    def said(slot: Slot) -> bool:
        own = problem.catalogue.graph.identifiers(slot.entity) if bare and slot.entity else ()
        return slot.attribute in known or slot.attribute in own

    return said


def _matters(slot: Slot, said: Callable[[Slot], bool]) -> bool:
    """False for what the program fills in, and for an option that nothing speaks of."""
    if is_platforms(slot):
        return False
    needed = slot.required or slot.one_of is not None
    return needed or said(slot) or (slot.attribute is None and slot.default is None)


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


def draft_text(survey: Survey) -> str:
    """The symbolic planner's own chain, or why it has none."""
    draft = survey.draft
    if isinstance(draft, NoPlan):
        return line({"no_plan": draft.reason, "lacking": list(draft.missing)})
    return proposal_text(as_proposal(draft, survey.problem.catalogue.tools))


def proposal_text(proposal: ProposedChain) -> str:
    """The chain in the form of an answer, without what says nothing."""
    return line(proposal.model_dump(mode="json", exclude_defaults=True))


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


def _goal(goal: Goal, survey: Survey) -> Object:
    told: Object = {
        "goal": goal.id,
        "words": goal.text,
        "does": goal.function.value,
        "action": goal.action,
        "object": _thing(goal.object),
        "others": [_thing(ref) for ref in goal.related],
        "count": goal.quantity,
    }
    if goal.per_each:
        told["each_has_its_own"] = True
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
    for one in ref.constraints:
        said: Object = {"is": one.attribute, "words": one.span.text, "value": one.value}
        said |= {"unit": one.unit} if one.unit else {}
        known.append(said if one.operator == "eq" else {**said, "operator": one.operator})
    told: Object = {"is": ref.type, "words": ref.words, "known": known}
    return {**told, "role": ref.role} if ref.role else told


def _tool(
    tool: ToolEssentialModel,
    slots: Sequence[Slot],
    wanted: set[tuple[str | None, str | None]],
    names: set[str],
) -> Object:
    told: Object = {
        "tool": tool.id,
        "title": tool.title,
        "summary": tool.summary[:_SUMMARY],
        "does": tool.function.value,
        "actions": list(tool.actions),
        "about": list(tool.objects),
        "arguments": [_argument(slot) for slot in slots],
        "results": [
            _field(item)
            for item in tool.yields
            if (item.attribute and (item.entity, item.attribute) in wanted) or item.key in names
        ],
    }
    if tool.preferred:
        told["preferred"] = True
    if tool.bulk:
        told["count_by"] = tool.bulk
    if tool.discriminators:
        told["only_for"] = [mark.value for mark in tool.discriminators]
    if tool.states:
        told["states"] = [
            {"of": one.entity, "from": list(one.before), "to": one.after} for one in tool.states
        ]
    return told


def _argument(slot: Slot) -> Object:
    known: Mapping[str, JsonValue] = {
        "is": _meaning(slot.entity, slot.attribute),
        "role": slot.role,
        "unit": slot.unit,
        "format": slot.format,
        "one_of": slot.one_of,
        "default": slot.default,
        "values": {raw: list(words) for raw, words in slot.values.items()} or None,
    }
    told: Object = {"name": slot.path}
    if slot.type != "string":
        told["type"] = slot.type
    told |= {name: value for name, value in known.items() if value is not None}
    return {**told, "required": True} if slot.required else told


def _field(item: Yield) -> Object:
    known: Mapping[str, JsonValue] = {
        "is": _meaning(item.entity, item.attribute),
        "role": item.role,
        "unit": item.unit,
        "list": item.many or None,
    }
    told: Object = {"field": item.path}
    return told | {name: value for name, value in known.items() if value is not None}


def _meaning(entity: str | None, attribute: str | None) -> str | None:
    return ".".join(filter(None, (entity, attribute))) or None
