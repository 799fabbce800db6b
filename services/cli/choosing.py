"""Choices and forms in a terminal: numbered lines, and prompts where somebody sits there."""

import sys
from collections.abc import Sequence

import click

from pipelines.answer import Answer, Choice, FormField
from pipelines.messages import Language, listed, say
from pipelines.request import Chosen, Request
from services.errors import InvalidRequest
from tool_registry.base.ids import new_id

_GROUPS = ("reading", "environment", "tool", "search")


def show_choices(answer: Answer, language: Language) -> None:
    """The numbered choices, or the form with how to complete it."""
    if answer.form is not None:
        for field in answer.form.fields:
            click.echo(f"  {describe_field(field, language)}")
        open_one = next((f for f in answer.form.fields if f.value is None), None)
        path = open_one.path if open_one else answer.form.fields[0].path
        told = {"session": answer.session_id, "example": f"{path}=…"}
        text = say(language, "choices.reply_fields", choice=answer.form.choice, **told)
        click.secho(text, dim=True)
        return
    numbered = [one for one in answer.choices if one.kind in _GROUPS]
    for number, one in enumerate(numbered, 1):
        click.echo(f"  {number}. {line_of(one, language)}")
    if numbered:
        text = say(language, "choices.reply_number", session=answer.session_id)
        click.secho(text, dim=True)


def line_of(choice: Choice, language: Language) -> str:
    """One choice, marked where it was chosen before."""
    mark = f" [{say(language, 'choices.before')}]" if choice.chosen_before else ""
    return f"{choice.text}{mark}"


def describe_field(field: FormField, language: Language) -> str:
    """`threshold [G1/threshold] = 50 yuan (required)`."""
    value = "" if field.value is None else f" = {_shown(field)}{_unit(field)}"
    told = [say(language, "choices.field_required" if field.required else "choices.field_free")]
    if field.options:
        options = listed(language, (one.label for one in field.options))
        told.append(say(language, "choices.field_options", options=options))
    elif field.value is None and field.unit:
        told.append(field.unit)
    return f"{field.label} [{field.path}]{value}  ({listed(language, told)})"


def chosen_of(sets: Sequence[str], text: str) -> Chosen | None:
    """The choice of id TEXT with the values of `--set PATH=VALUE`; None without any.

    Raises InvalidRequest for what is not of that form."""
    if not sets:
        return None
    values: dict[str, str] = {}
    for one in sets:
        path, sign, value = one.partition("=")
        if not sign or not path:
            raise InvalidRequest("choices.bad_set", text=one)
        values[path.strip()] = value.strip()
    return Chosen(id=text, values=values, form=False)


def next_request(answer: Answer, request: Request, language: Language) -> Request | None:
    """What the person at the terminal says next; None where nobody is asked, or nothing is said."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    if answer.form is not None:
        return _filled(answer, request, language)
    numbered = [one for one in answer.choices if one.kind in _GROUPS]
    if not numbered:
        return None
    said = _asked(say(language, "choices.prompt"))
    if not said:
        return None
    if said.isdigit() and 0 < int(said) <= len(numbered):
        one = numbered[int(said) - 1]
        if one.kind == "search" and one.field is not None:
            chosen = Chosen(id=one.id, values={"query": _asked(one.field.label)})
            return _again(request, one.text, chosen)
    return _again(request, said, None)


def _filled(answer: Answer, request: Request, language: Language) -> Request | None:
    assert answer.form is not None
    values: dict[str, str] = {}
    for field in answer.form.fields:
        if field.source == "words" and field.path not in answer.form.problems:
            continue
        told = _asked(describe_field(field, language), default=_shown(field))
        if told and told != _shown(field):
            values[field.path] = _value_of(field, told)
    chosen = Chosen(id=answer.form.choice, values=values, form=False)
    return _again(request, answer.form.title, chosen)


def _value_of(field: FormField, told: str) -> str:
    found = (str(one.value) for one in field.options if told in (one.label, str(one.value)))
    return next(found, told)


def _asked(label: str, default: str = "") -> str:
    said: str = click.prompt(label, default=default, show_default=bool(default))
    return said.strip()


def _again(request: Request, text: str, choice: Chosen | None) -> Request:
    told = {"text": text, "choice": choice, "request_id": new_id("request"), "plan": None}
    return request.model_copy(update=told)


def _shown(field: FormField) -> str:
    if field.value is None:
        return ""
    labels = {str(one.value): one.label for one in field.options}
    return labels.get(str(field.value), str(field.value))


def _unit(field: FormField) -> str:
    return f" {field.unit}" if field.unit else ""
