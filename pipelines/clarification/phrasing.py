"""Choices in words: a reading as one sentence with its effects, a tool as one line."""

from pipelines.clarification.filling import Value, filled, of_its_thing, open_slots, said_in
from pipelines.contracts.answer import ChoiceEffect
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.messages import Language, has, listed, say
from pipelines.messages.labels import (
    action_label,
    argument_labels,
    entity_label,
    readable,
    slot_label,
    tool_title,
    value_label,
    written,
)
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.parsing.enums import raw_text
from tool_registry.vocabulary.lexicon import Lexicon

_LONGEST = 80
"""Characters of what a tool does."""


def unit_label(unit: str | None, language: Language) -> str | None:
    """The unit as people write it behind a value; its own name where there is no other."""
    if unit is None:
        return None
    key = f"summary.unit_{unit}"
    return say(language, key, value="").strip() if has(key) else unit


def title_of(intent: IntentResult, catalogue: Catalogue) -> str:
    """The tools of the reading, as their authors call them."""
    tools = (catalogue.tools.get(goal.tool or "") for goal in intent.goals)
    titles = dict.fromkeys(tool_title(tool, intent.language) for tool in tools if tool is not None)
    return listed(intent.language, titles)


def effects_of(intent: IntentResult, catalogue: Catalogue) -> tuple[ChoiceEffect, ...]:
    """What each goal of the reading would do, in order."""
    return tuple(_effect(goal, intent, catalogue) for goal in intent.goals)


def sentence_of(intent: IntentResult, catalogue: Catalogue, left_out: tuple[str, ...]) -> str:
    """The reading as one sentence: what, how many, for whom, with which values, where."""
    language = intent.language
    told = [
        _clause(goal, effect, catalogue, language)
        for goal, effect in zip(intent.goals, effects_of(intent, catalogue), strict=True)
    ]
    text = say(language, "common.clause_separator").join(told)
    if intent.environment is not None:
        place = catalogue.environments.label(intent.environment, language)
        text = say(language, "choices.reading_where", text=text, environment=place)
    if left_out:
        words = listed(language, left_out)
        text = say(language, "choices.reading_without", text=text, words=words)
    return text


def about(tool: ToolEssentialModel, catalogue: Catalogue, language: Language) -> str:
    """What the tool does, in a line, where its author says it so that the reader can read it."""
    lines = [line.strip() for line in tool.summary.splitlines() if line.strip()]
    if lines and not readable(lines[0], language):
        return ""
    text = lines[0] if lines else tool_title(tool, language)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def needs(tool: ToolEssentialModel, catalogue: Catalogue, language: Language) -> tuple[str, ...]:
    """What the tool has to be told, as people call it."""
    labels = argument_labels(catalogue.lexicon, tool, language)
    wanted = (s for s in open_slots(tool) if s.required and s.default is None)
    return tuple(dict.fromkeys(slot_label(slot, labels) for slot in wanted))


def line_of(tool: ToolEssentialModel, catalogue: Catalogue, language: Language) -> str:
    """Title, what it does, what it needs, as far as that can be told."""
    text = tool_title(tool, language)
    if told := about(tool, catalogue, language):
        text = say(language, "choices.tool_plain", title=text, about=told)
    if wanted := listed(language, needs(tool, catalogue, language)):
        ended = say(language, "choices.sentence", text=text) if not told else text
        text = say(language, "choices.tool_needs", tool=ended, needs=wanted)
    return text


def _effect(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> ChoiceEffect:
    language, lexicon = intent.language, catalogue.lexicon
    tool = catalogue.tools.get(goal.tool or "")
    whom, values = _told(goal, tool, intent, catalogue) if tool else ((), ())
    place = intent.environment
    return ChoiceEffect(
        does=goal.function.value,
        action=action_label(lexicon, goal.action, language),
        object=entity_label(lexicon, goal.object.type or "", language),
        count=goal.quantity,
        whom=whom,
        values=values,
        environment=catalogue.environments.label(place, language) if place else None,
    )


def _told(
    goal: Goal, tool: ToolEssentialModel, intent: IntentResult, catalogue: Catalogue
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whom it is about, and with which values."""
    language = intent.language
    labels = argument_labels(catalogue.lexicon, tool, language)
    said = [
        one if one.fact.identifies else of_its_thing(one, goal, tool)
        for one in said_in(intent, goal)
    ]
    found = filled(tool, said, catalogue).values
    whom: list[str] = []
    values: list[str] = []
    for slot in open_slots(tool):
        value = found.get(slot.path)
        if value is None:
            continue
        text = _spoken(slot, value, catalogue, language)
        if catalogue.lexicon.is_person(slot.entity):
            noun = entity_label(catalogue.lexicon, slot.entity or "", language)
            whom.append(say(language, "choices.somebody", noun=noun, value=text))
        else:
            label = slot_label(slot, labels)
            values.append(say(language, "choices.value", label=label, value=text))
    return tuple(whom), tuple(values)


def _spoken(slot: Slot, value: Value, catalogue: Catalogue, language: Language) -> str:
    raw = raw_text(value.value)
    if slot.values and not (isinstance(value.value, bool) and not slot.values.get(raw)):
        return value_label(catalogue.lexicon, (*slot.values.get(raw, ()), raw)[0], language)
    return written(value.value, value.unit, language)


def _clause(goal: Goal, effect: ChoiceEffect, catalogue: Catalogue, language: Language) -> str:
    tool = catalogue.tools.get(goal.tool or "")
    stands = tool is not None and (tool.function is FunctionType.CREATE or _is_its(tool, goal))
    title = (
        tool_title(tool, language)
        if tool and stands
        else _deed(goal, effect, catalogue.lexicon, language)
    )
    whom = listed(language, effect.whom)
    key = "choices.reading_for" if whom else "choices.reading"
    text = say(language, key, title=title, **({"whom": whom} if whom else {}))
    if effect.count > 1:
        text = say(language, "choices.reading_count", text=text, count=effect.count)
    if effect.values:
        told = listed(language, effect.values)
        text = say(language, "choices.reading_with", text=text, values=told)
    state = _led_to(goal, tool, catalogue) if tool is not None and stands else None
    if state is not None:
        label = value_label(catalogue.lexicon, state, language)
        text = say(language, "choices.deed_until", deed=text, state=label)
    return text


def _led_to(goal: Goal, tool: ToolEssentialModel, catalogue: Catalogue) -> str | None:
    """The state that the thing is wanted in, to which other tools than this one lead it."""
    makes = goal.function is FunctionType.CREATE
    said = goal.object.constraints if makes else ()
    wanted = [one for one in (goal.target_state, *said) if one is not None and one.operator == "eq"]
    own = {(one.entity, one.attribute, one.after) for one in tool.states}
    others = {
        (one.entity, one.attribute, one.after)
        for other in catalogue.tools.values()
        for one in other.states
    }
    told = ((goal.object.type, one.attribute, str(one.value)) for one in wanted)
    return next((one[2] for one in told if one in others - own), None)


def _is_its(tool: ToolEssentialModel, goal: Goal) -> bool:
    """The tool is about the thing that the goal is about: else it is only a step on the way."""
    return goal.object.type is None or goal.object.type in tool.objects


def _deed(goal: Goal, effect: ChoiceEffect, lexicon: Lexicon, language: Language) -> str:
    """What is done to what, and to which state it is to come, where no one tool does it; in the
    person's words where it is not known which thing that is."""
    names = listed(language, [one.value for one in goal.object.identifiers])
    if goal.text and not names:
        return goal.text
    deed = say(language, "choices.deed", action=effect.action, object=effect.object, names=names)
    if goal.target_state is None:
        return deed
    state = value_label(lexicon, str(goal.target_state.value), language)
    return say(language, "choices.deed_until", deed=deed, state=state)
