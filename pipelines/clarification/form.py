"""A reading as a form, and a filled form as a reading: pure functions over the catalogue."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from pipelines.clarification.filling import Value, filled, fits, goal_of, open_slots, said_in
from pipelines.clarification.phrasing import title_of, unit_label
from pipelines.contracts.answer import Form, FormField, Option
from pipelines.contracts.intent import Goal, IntentResult, Span
from pipelines.messages import Language, listed, say
from pipelines.messages.labels import (
    argument_labels,
    missing_label,
    slot_label,
    slots_named,
    value_label,
    written,
)
from tool_registry.base.types import JsonValue, as_list
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.conversions import conversion_between, convert, spoken_unit

ENVIRONMENT = "environment"
MORE = "more"
"""Stands before the names of what only an earlier call of the plan has to be told."""
COUNT = "#"
_LISTED = re.compile(r"\s*[,，、;；\n]\s*")
"""What stands between the values of a list that is typed."""
_APART = 1000
"""Places that each argument has for its values."""
Typed: TypeAlias = Mapping[str, JsonValue]
"""Path of a field → what the user has put there; None: nothing."""


def form_of(
    choice: str,
    intent: IntentResult,
    catalogue: Catalogue,
    missing: Collection[str] = (),
    typed: Typed | None = None,
    problems: Mapping[str, str] | None = None,
    *,
    planned: bool = False,
) -> Form:
    """All that the reading's tools take. `missing`: `entity.attribute` names that planning wants.
    `planned`: it has a plan, which provides what else is required. `typed` goes before what the
    sentence says."""
    language = intent.language
    names = list(missing)
    fields: list[FormField] = []
    if intent.environment is None:
        fields.append(environment_field(intent, catalogue))
    for goal in intent.goals:
        tool = catalogue.tools.get(goal.tool or "")
        if tool is not None:
            fields += _fields(goal, tool, intent, catalogue, names, planned=planned)
    fields += [
        FormField(path=f"{MORE}/{name}", label=_label(catalogue, name, language), required=True)
        for name in names
        if name != ENVIRONMENT
    ]
    told = typed or {}
    shown = tuple(_with(field, told) for field in fields)
    return Form(
        choice=choice,
        title=title_of(intent, catalogue),
        fields=tuple(sorted(shown, key=_place)),
        problems=dict(problems or {}),
    )


def text_of(form: Form, intent: IntentResult, typed: Typed) -> str:
    """What is said with the form: what cannot be, and the words that none of its fields has."""
    language = intent.language
    labels = {field.path: field.label for field in form.fields}
    told = {"title": form.title}
    if form.problems:
        told["problems"] = listed(
            language,
            (
                say(language, "choices.problem", label=labels.get(path, path), reason=reason)
                for path, reason in form.problems.items()
            ),
        )
    text = say(language, "choices.fill_again" if form.problems else "choices.fill", **told)
    left = listed(language, (span.text for span in unread_of(intent, typed)))
    if not left:
        return text
    beside = say(language, "choices.fill_left", words=left)
    return say(language, "choices.join", first=text, second=beside)


def unread_of(intent: IntentResult, typed: Typed) -> tuple[Span, ...]:
    """The words of the sentence that stand in no field: those that were typed are used by now."""
    values = [str(value).casefold() for value in typed.values()]
    return tuple(one for one in intent.unread if not any(one.text.casefold() in v for v in values))


def _place(field: FormField) -> int:
    """What has to be said first, what may be left out last."""
    return 0 if field.required else 1 if field.left_empty == "provided" else 2


def environment_field(intent: IntentResult, catalogue: Catalogue) -> FormField:
    """Where it is to happen: one of the environments in which there are the tools for it."""
    known, language = catalogue.environments, intent.language
    places = environments_of(intent, catalogue)
    options = tuple(Option(value=n, label=known.label(n, language)) for n in places)
    label = missing_label(catalogue.lexicon, ENVIRONMENT, (), language)
    return FormField(path=ENVIRONMENT, label=label, options=options, required=True)


def environments_of(intent: IntentResult, catalogue: Catalogue) -> tuple[str, ...]:
    """The configured environments of all tools that were chosen; where none was, or they share
    none, those in which there is a tool for each goal."""
    goals = intent.goals
    chosen = (catalogue.tools.get(one.tool or "") for one in goals)
    tools = [one for one in chosen if one is not None]
    every = catalogue.environments.names if tools else ()
    shared = tuple(name for name in every if all(name in tool.environments for tool in tools))
    return shared or catalogue.places_of((one.object.type, one.function) for one in goals)


def value_field(name: str, catalogue: Catalogue, language: Language) -> FormField:
    """The field for one missing value, `entity.attribute`: as the first tool that takes it does."""
    field = FormField(path=name, label=_label(catalogue, name, language), required=True)
    for slot in slots_named(catalogue.tools.values(), name):
        told = _field(name, slot, None, "", catalogue, language)
        return told.model_copy(update={"label": field.label, "required": True})
    return field


def submitted(
    intent: IntentResult, typed: Typed, catalogue: Catalogue
) -> tuple[IntentResult, dict[str, str], dict[str, str]]:
    """The reading with what was typed in; replies by name; and path → why a value cannot be."""
    problems: dict[str, str] = {}
    given = {
        path.removeprefix(f"{MORE}/"): str(value)
        for path, value in typed.items()
        if path.startswith(f"{MORE}/") and not _is_empty(value)
    }
    goals: list[Goal] = []
    for goal in intent.goals:
        tool = catalogue.tools.get(goal.tool or "")
        if tool is None:
            goals.append(goal)
            continue
        values = _values(goal, tool, intent, typed, catalogue, problems)
        made, more = goal_of(tool, values, goal, catalogue, goal.text)
        count = _count(typed.get(f"{goal.id}/{COUNT}"), goal.quantity)
        if count is None:
            problems[f"{goal.id}/{COUNT}"] = say(intent.language, "choices.bad_count")
        goals.append(made.model_copy(update={"quantity": count or 1}))
        given |= more
    known = {ENVIRONMENT, *_paths(intent, catalogue)}
    for path in typed:
        if path not in known and not path.startswith(f"{MORE}/"):
            problems[path] = say(intent.language, "choices.no_field")
    place, problem = _environment(intent, typed, catalogue)
    left = tuple(one for one in intent.missing if not (place and one.name == ENVIRONMENT))
    unread = unread_of(intent, typed)
    told = {"goals": tuple(goals), "environment": place, "missing": left, "unread": unread}
    return intent.model_copy(update=told), given, {**problems, **problem}


def _paths(intent: IntentResult, catalogue: Catalogue) -> Iterator[str]:
    for goal in intent.goals:
        tool = catalogue.tools.get(goal.tool or "")
        if tool is not None:
            yield from (f"{goal.id}/{slot.path}" for slot in open_slots(tool))
            yield f"{goal.id}/{COUNT}"


def _values(
    goal: Goal,
    tool: ToolEssentialModel,
    intent: IntentResult,
    typed: Typed,
    catalogue: Catalogue,
    problems: dict[str, str],
) -> dict[str, Value]:
    """What the tool is to get; `problems` hears of what it does not take."""
    values = filled(tool, said_in(intent, goal), catalogue).values
    for number, slot in enumerate(open_slots(tool), 1):
        path = f"{goal.id}/{slot.path}"
        if path not in typed:
            continue
        value = typed[path]
        if _is_empty(value):
            values.pop(slot.path, None)
            continue
        if slot.path in values and _shown(slot, values[slot.path], catalogue) == value:
            continue
        # Each value stands at a place of its own behind the sentence: none is part of another.
        place = len(intent.text) + _APART * number
        told = _typed_all(slot, value, place, intent.language)
        if not all(fits(slot, one, catalogue) for one in (told, *told.more)):
            problems[path] = say(intent.language, "choices.bad_value", value=value)
        values[slot.path] = told
    return values


def _is_empty(value: JsonValue) -> bool:
    return value is None or value == ""


def _environment(
    intent: IntentResult, typed: Typed, catalogue: Catalogue
) -> tuple[str | None, dict[str, str]]:
    said = typed.get(ENVIRONMENT)
    if _is_empty(said):
        return intent.environment, {}
    named = catalogue.environments.by_word(str(said))
    if named is None:
        return None, {ENVIRONMENT: say(intent.language, "choices.bad_value", value=said)}
    return named, {}


def _count(value: JsonValue, before: int) -> int | None:
    if _is_empty(value):
        return before
    text = str(value)
    return int(text) if text.isdigit() and int(text) > 0 else None


def words_of(slot: Slot, value: JsonValue, language: Language) -> str:
    """What a value that was typed for that argument is called in the reading."""
    return _typed(slot, value, 0, language).words


def _typed_all(slot: Slot, value: JsonValue, place: int, language: Language) -> Value:
    """A list as it was typed, `a, b`, or as it is; else the only value."""
    several = slot.many or slot.in_list
    parts = _LISTED.split(value) if several and isinstance(value, str) else as_list(value)
    kept = [one for one in parts if not _is_empty(one)] if several else []
    if len(kept) < 2:
        return _typed(slot, kept[0] if kept else value, place, language)
    first, *more = (_typed(slot, one, place + n, language) for n, one in enumerate(kept))
    return replace(first, more=tuple(more))


def _typed(slot: Slot, value: JsonValue, place: int, language: Language) -> Value:
    unit = spoken_unit(slot.unit) if slot.attribute is not None else None
    if unit and isinstance(value, str):
        try:
            value = float(value) if "." in value else int(value)
        except ValueError:
            unit = None
    words = written(value, unit, language)
    return Value(value, unit, words, Span(start=place, end=place + 1, text=words))


def _fields(
    goal: Goal,
    tool: ToolEssentialModel,
    intent: IntentResult,
    catalogue: Catalogue,
    missing: list[str],
    *,
    planned: bool,
) -> list[FormField]:
    language = intent.language
    labels = argument_labels(catalogue.lexicon, tool, language)
    values = filled(tool, said_in(intent, goal), catalogue).values
    found: list[FormField] = []
    for slot in open_slots(tool):
        label = slot_label(slot, labels)
        path = f"{goal.id}/{slot.path}"
        value = values.get(slot.path)
        field = _field(path, slot, value, label, catalogue, language)
        name = f"{slot.entity or next(iter(tool.objects), '')}.{slot.attribute or slot.key}"
        wanted = name in missing
        if wanted:
            missing.remove(name)
        required = wanted or (slot.required and value is not None)
        left = None if required else _left_empty(slot, planned)
        told = {"required": required, "left_empty": left}
        found.append(field.model_copy(update=told))
    if tool.function.value == "create":
        found.append(
            FormField(
                path=f"{goal.id}/{COUNT}",
                label=say(language, "choices.count"),
                type="integer",
                value=goal.quantity,
                source="words" if goal.object.quantity else "default",
            )
        )
    return found


def _left_empty(slot: Slot, provided: bool) -> str | None:
    if not slot.required:
        return "optional"
    return "provided" if provided else None


def _field(
    path: str,
    slot: Slot,
    value: Value | None,
    label: str,
    catalogue: Catalogue,
    language: Language,
) -> FormField:
    field = bare_field(path, slot, label, catalogue, language)
    unit = spoken_unit(slot.unit) if slot.attribute is not None else slot.unit
    if value is not None:
        source = "words" if _in_unit(value, unit).value == value.value else "derived"
        told = {"value": _shown(slot, value, catalogue), "source": source}
        return field.model_copy(update=told)
    if slot.default is not None and unit == slot.unit:
        return field.model_copy(update={"value": slot.default, "source": "default"})
    return field


def bare_field(
    path: str, slot: Slot, label: str, catalogue: Catalogue, language: Language
) -> FormField:
    """What may be put there, without a value."""
    unit = spoken_unit(slot.unit) if slot.attribute is not None else slot.unit
    differs = unit is not None and unit != slot.unit
    scale = convert(f"{unit}_to_{slot.unit}", 1) if differs else 1
    least, most = ((None if end is None else end / scale) for end in (slot.minimum, slot.maximum))
    options = tuple(_options(slot, catalogue, language))
    return FormField(
        path=path,
        label=label,
        type="number" if differs else slot.type,
        unit=unit_label(unit, language),
        scale=scale,
        minimum=least,
        maximum=most,
        options=options,
    )


def _options(slot: Slot, catalogue: Catalogue, language: Language) -> Iterator[Option]:
    """The values of a closed set; what names an environment, as people call that."""
    places = {
        raw: catalogue.environments.label(one, language) for one, raw in slot.environment.items()
    }
    for raw in dict.fromkeys((*slot.values, *places)):
        words = slot.values.get(raw, ())
        label = places.get(raw) or value_label(catalogue.lexicon, (*words, raw)[0], language)
        yield Option(value=raw, label=label)


def _shown(slot: Slot, value: Value, catalogue: Catalogue) -> JsonValue:
    """A value as its field has it."""
    unit = spoken_unit(slot.unit) if slot.attribute is not None else slot.unit
    every = [_raw(slot, _in_unit(one, unit), catalogue) for one in (value, *value.more)]
    return every if value.more else every[0]


def _raw(slot: Slot, value: Value, catalogue: Catalogue) -> JsonValue:
    """Of a closed set, the tool's own code."""
    if not slot.values or str(value.value) in slot.values:
        return value.value
    one = replace(value, unit=None)
    return next(
        (raw for raw in slot.values if _same(slot, one, raw, catalogue)),
        value.value,
    )


def _same(slot: Slot, value: Value, raw: str, catalogue: Catalogue) -> bool:
    alone = slot.model_copy(update={"values": {raw: slot.values[raw]}})
    return fits(alone, value, catalogue)


def _in_unit(value: Value, unit: str | None) -> Value:
    if not value.unit or not unit or value.unit == unit:
        return value
    name = conversion_between(value.unit, unit)
    return replace(value, value=convert(name, value.value), unit=unit) if name else value


def _with(field: FormField, typed: Typed) -> FormField:
    if field.path not in typed:
        return field
    value = typed[field.path]
    empty = _is_empty(value)
    told = {"value": None if empty else value, "source": "missing" if empty else "words"}
    return field.model_copy(update=told)


def _label(catalogue: Catalogue, name: str, language: Language) -> str:
    return missing_label(catalogue.lexicon, name, catalogue.tools.values(), language)
