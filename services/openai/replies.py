"""What a reply in words does with a form that the last answer has shown."""

import re

from pipelines.contracts.answer import Answer, Form
from pipelines.contracts.request import Chosen
from pipelines.intent.dialogue.reply_patterns import is_whole
from services.cli.choosing import value_of

_BETWEEN = re.compile(r"[\n;；]+")
_NAMED = re.compile(r"\s*(?:[-*]\s*)?(?P<name>[^=:：＝]{1,80}?)\s*[=:：＝]\s*(?P<value>.+?)\s*")


def chosen_by(text: str, answer: Answer | None) -> Chosen | None:
    """The form as it is filled in by `label: value` lines, or as it stands by a yes; None for words
    that are to be read as any message is."""
    form = answer.form if answer is not None else None
    if form is None:
        return None
    if is_whole("assent", text):
        return Chosen(id=form.choice, form=False)
    values = _values(form, text)
    return Chosen(id=form.choice, values=dict(values), form=False) if values else None


def _values(form: Form, text: str) -> dict[str, str]:
    """Path → value, where every line names a field of the form; else nothing."""
    names = {name.casefold(): one for one in form.fields for name in (one.path, one.label)}
    told: dict[str, str] = {}
    for line in filter(str.strip, _BETWEEN.split(text)):
        found = _NAMED.fullmatch(line)
        field = names.get(found["name"].casefold()) if found else None
        if found is None or field is None:
            return {}
        told[field.path] = value_of(field, found["value"])
    return told
