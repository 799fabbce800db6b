"""Choices and forms in a terminal: numbered lines, and prompts where somebody sits there."""

from collections.abc import Awaitable, Callable, Sequence

import click

from pipelines.contracts.answer import Answer, Choice, FormField
from pipelines.contracts.request import Chosen, Request
from pipelines.messages import Language, beside, listed, say
from services.errors import InvalidRequest
from tool_registry.base.ids import new_id

_GROUPS = ("reading", "environment", "tool", "search")


Prompt = Callable[[str, str], Awaitable[str]]
"""What the person at the terminal says to a label; the second is what nothing said stands for."""


def show_choices(answer: Answer, language: Language, echo: Callable[[str], object]) -> None:
    """The numbered choices, or the form with how to complete it."""
    if answer.form is not None:
        for field in answer.form.fields:
            echo(f"  {describe_field(field, language)}")
        open_one = next((f for f in answer.form.fields if f.value is None), None)
        path = open_one.path if open_one else answer.form.fields[0].path
        told = {"session": answer.session_id, "example": f"{path}=…"}
        text = say(language, "choices.reply_fields", choice=answer.form.choice, **told)
        echo(click.style(text, dim=True))
        return
    numbered = numbered_choices(answer)
    for number, one in enumerate(numbered, 1):
        echo(f"  {number}. {line_of(one, language)}")
    if numbered:
        text = say(language, "choices.reply_number", session=answer.session_id)
        echo(click.style(text, dim=True))


def numbered_choices(answer: Answer) -> list[Choice]:
    """The choices that are picked by their number, in order."""
    return [one for one in answer.choices if one.kind in _GROUPS]


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
    return f"{field.label} [{field.path}]{value}{beside(language, listed(language, told))}"


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


async def next_request(
    answer: Answer, request: Request, language: Language, prompt: Prompt
) -> Request | None:
    """What the person at the terminal says next; None where nobody is asked, or nothing is said."""
    if answer.form is not None:
        return await _filled(answer, request, language, prompt)
    numbered = numbered_choices(answer)
    if not numbered:
        return None
    said = await prompt(say(language, "choices.prompt"), "")
    if not said:
        return None
    if said.isdigit() and 0 < int(said) <= len(numbered):
        one = numbered[int(said) - 1]
        if one.kind == "search" and one.field is not None:
            chosen = Chosen(id=one.id, values={"query": await prompt(one.field.label, "")})
            return _again(request, one.text, chosen)
    return _again(request, said, None)


async def _filled(
    answer: Answer, request: Request, language: Language, prompt: Prompt
) -> Request | None:
    assert answer.form is not None
    values: dict[str, str] = {}
    for field in answer.form.fields:
        if field.source == "words" and field.path not in answer.form.problems:
            continue
        told = await prompt(describe_field(field, language), _shown(field))
        if told and told != _shown(field):
            values[field.path] = value_of(field, told)
    chosen = Chosen(id=answer.form.choice, values=values, form=False)
    return _again(request, answer.form.title, chosen)


def value_of(field: FormField, told: str) -> str:
    """The value that is sent for what a person says: labels of a closed set are its values."""
    found = (str(one.value) for one in field.options if told in (one.label, str(one.value)))
    return next(found, told)


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
