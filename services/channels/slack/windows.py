"""A form as a window, and what was typed into it."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from pydantic import Field, ValidationError

from pipelines.contracts.answer import Form, FormField
from pipelines.messages import Language, say
from services.channels.delivery import Press
from services.channels.slack.blocks import Block, plain
from services.channels.slack.place import Place
from services.channels.slack.presses import value_of
from services.channels.wire import WireModel, fields, parsed, read
from services.errors import InvalidRequest
from tool_registry.base.types import JsonValue

CALLBACK = "zhizao-form"
_TITLE, _LABEL, _HINT, _OPTION, _TYPED = 24, 2000, 2000, 75, 3000
_FIELDS, _OPTIONS = 95, 100
_LONG = 60
"""Characters of a value from which on its field has several lines."""
_NUMBERS = ("integer", "number")


class Behind(WireModel):
    """What a window keeps of where it was opened."""

    press: str = Field(max_length=2000)
    place: dict[str, Any]

    @property
    def where(self) -> Place:
        """The place."""
        try:
            return Place.model_validate(self.place)
        except ValidationError as error:
            raise InvalidRequest("channels.bad_event", reason="view.private_metadata") from error


def window_of(form: Form, press: Press, place: Place, language: Language) -> dict[str, Any]:
    """The form as a modal view."""
    head = [{"type": "section", "text": plain(form.title)}] if len(form.title) > _TITLE else []
    blocks = [_input(n, one, form, language) for n, one in enumerate(form.fields[:_FIELDS])]
    behind = Behind(press=value_of(press), place=place.model_dump(mode="json"))
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": plain(form.title if not head else say(language, "channels.button_fill"), _TITLE),
        "submit": plain(say(language, "channels.submit"), _TITLE),
        "close": plain(say(language, "channels.button_decline"), _TITLE),
        "private_metadata": behind.model_dump_json(),
        "blocks": [*head, *blocks],
    }


def behind_of(metadata: str) -> Behind:
    """What a window has kept; InvalidRequest for what is none of ours."""
    return read(Behind, parsed(metadata, "view.private_metadata"))


def name_of(number: int) -> str:
    """Of a field's block."""
    return f"field-{number}"


def values_of(
    form: Form, typed: Mapping[str, Any], language: Language
) -> tuple[dict[str, JsonValue], dict[str, str]]:
    """Path of a field → what was changed there, as the field's type has it; and why a value cannot
    be. What stands there from the sentence is known to the service."""
    values, problems = dict[str, JsonValue](), dict[str, str]()
    for number, field in enumerate(form.fields[:_FIELDS]):
        try:
            value = _value(field, fields(typed.get(name_of(number))))
        except ValueError:
            told = fields(typed.get(name_of(number))).get("value")
            problems[field.path] = say(language, "choices.bad_value", value=str(told)[:80])
            continue
        if value is None and field.required:
            problems[field.path] = say(language, "choices.field_required")
        elif form.problems or value != field.value:
            values[field.path] = "" if value is None else value
    return values, problems


def told_inline(form: Form, problems: Mapping[str, str]) -> dict[str, Any]:
    """The answer to a window whose values cannot be: each reason stands below its field."""
    names = {one.path: name_of(number) for number, one in enumerate(form.fields)}
    told = {names.get(path, name_of(0)): reason for path, reason in problems.items()}
    return {"response_action": "errors", "errors": told}


def _input(number: int, field: FormField, form: Form, language: Language) -> Block:
    hint = "　".join(_hints(field, form, language))
    element = {**_element(field, language), "action_id": "value"}
    return {
        "type": "input",
        "block_id": name_of(number),
        "label": plain(field.label, _LABEL),
        "element": element,
        "optional": not field.required,
        **({"hint": plain(hint, _HINT)} if hint else {}),
    }


def _hints(field: FormField, form: Form, language: Language) -> Iterator[str]:
    problem = form.problems.get(field.path)
    if problem:
        yield f"⚠ {problem}"
    if field.unit:
        yield field.unit
    if len(field.options) > _OPTIONS:
        labels = ", ".join(one.label for one in field.options[:_OPTIONS])
        yield say(language, "choices.field_options", options=labels)


def _element(field: FormField, language: Language) -> Block:
    choices = _choices(field, language)
    if choices and len(choices) <= _OPTIONS:
        return _select(field, choices)
    initial = "" if field.value is None else _written(field.value)
    if field.type in _NUMBERS and _is_number(initial):
        told = {"type": "number_input", "is_decimal_allowed": field.type == "number"}
        return {**told, "initial_value": initial} if initial else told
    several = "\n" in initial or len(initial) > _LONG or field.type in ("array", "object")
    shown = {"initial_value": initial} if 0 < len(initial) <= _TYPED else {}
    return {"type": "plain_text_input", "multiline": several, "max_length": _TYPED, **shown}


def _select(field: FormField, choices: list[tuple[JsonValue, str]]) -> Block:
    options = [
        {"text": plain(label, _OPTION), "value": str(number)}
        for number, (_, label) in enumerate(choices)
    ]
    initial = next(
        (o for o, (value, _) in zip(options, choices, strict=True) if value == field.value), None
    )
    return {"type": "static_select", "options": options} | (
        {"initial_option": initial} if initial else {}
    )


def _choices(field: FormField, language: Language) -> list[tuple[JsonValue, str]]:
    """The values of a closed set, each with its label."""
    if field.type == "boolean" and not field.options:
        words = ("channels.yes", "channels.no")
        return [
            (value, say(language, key)) for value, key in zip((True, False), words, strict=True)
        ]
    return [(one.value, one.label) for one in field.options]


def _value(field: FormField, told: Mapping[str, Any]) -> JsonValue:
    """What an element says, None for nothing; ValueError where it cannot be of the field's type."""
    if told.get("type") == "static_select":
        number = fields(told.get("selected_option")).get("value")
        choices = _choices(field, "en")
        if number is None:
            return None
        if not (isinstance(number, str) and number.isascii() and number.isdigit()):
            raise ValueError(number)
        if int(number[:9]) >= len(choices):
            raise ValueError(number)
        return choices[int(number)][0]
    said = told.get("value")
    if not isinstance(said, str) or not said.strip():
        return None
    return _typed(field, said.strip())


def _typed(field: FormField, said: str) -> JsonValue:
    labels = {one.label: one.value for one in field.options}
    if said in labels:
        return labels[said]
    if field.value is not None and said == _written(field.value):
        return field.value
    if field.type in _NUMBERS:
        number = float(said)
        if not isfinite(number) or (field.type == "integer" and not number.is_integer()):
            raise ValueError(said)
        return int(said) if said.lstrip("+-").isdigit() else number
    return said


def _written(value: JsonValue) -> str:
    if isinstance(value, list):
        return "\n".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType]
    return str(value)


def _is_number(text: str) -> bool:
    try:
        return not text or isfinite(float(text))
    except ValueError:
        return False
