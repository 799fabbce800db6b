"""Questions of an answer as elicitation forms, and what was filled in as a reply to its run."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pipelines.contracts.answer import Answer, FormField, Status
from pipelines.contracts.request import Chosen
from pipelines.messages import Language, listed, say
from pipelines.runs.store import Run
from services.channels.cards import card_of
from services.cli.choosing import numbered_choices
from services.errors import InvalidRequest
from services.mcp_server.outcome import needs_consent
from services.openai.replies import chosen_by
from services.progress import Progress
from services.replies import Reply, message_of
from services.requests import Incoming
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.language import language_of

APPROVED, CHOICE, REPLY = "approved", "choice", "reply"
_TYPES = ("integer", "number", "boolean")
_TITLED = "2025-11-25"
"""From that protocol on the values of a closed set have titles of their own."""


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody says to a question."""

    approved: bool | None = None
    reply: str | None = None
    choice: str | None = None
    values: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])

    @property
    def is_one(self) -> bool:
        """True for exactly one kind of answer."""
        return [self.approved, self.reply, self.choice].count(None) == 2

    def as_json(self) -> JsonValue:
        """For telling two replies apart."""
        return [self.approved, self.reply, self.choice, self.values]


@dataclass(frozen=True, slots=True)
class Question:
    """What a client shows to its user."""

    message: str
    schema: dict[str, Any]


def question_of(answer: Answer, progress: Progress, protocol: str) -> Question:
    """The open question as a form of flat fields."""
    language = answer.intent.language if answer.intent else progress.language
    card = card_of(answer, progress)
    steps = [line for item in card.steps for line in (item.text, *(f"  {d}" for d in item.details))]
    head = [card.heading] if card.heading else []
    message = "\n".join([*head, *steps, *card.notes, card.text])
    return Question(message, _schema(answer, language, protocol))


def _schema(answer: Answer, language: Language, protocol: str) -> dict[str, Any]:
    if answer.form is not None:
        fields = {one.path: _field(one, protocol) for one in answer.form.fields}
        required = [one.path for one in answer.form.fields if one.required and one.value is None]
        return {"type": "object", "properties": fields, "required": required}
    if needs_consent(answer):
        agree = {"type": "boolean", "title": say(language, "mcp.agree")}
        return {"type": "object", "properties": {APPROVED: agree}, "required": [APPROVED]}
    choices = [one for one in numbered_choices(answer) if one.kind != "search"]
    if not choices:
        words = {"type": "string", "title": say(language, "mcp.reply"), "minLength": 1}
        return {"type": "object", "properties": {REPLY: words}, "required": [REPLY]}
    picked = _closed([(one.id, one.text) for one in choices], protocol)
    picked |= {"title": say(language, "mcp.choice")}
    words = {"type": "string", "title": say(language, "mcp.words")}
    return {"type": "object", "properties": {CHOICE: picked, REPLY: words}, "required": []}


def _closed(values: list[tuple[str, str]], protocol: str) -> dict[str, Any]:
    """A string of a closed set, each value with its title."""
    if protocol >= _TITLED:
        told = [{"const": value, "title": title} for value, title in values]
        return {"type": "string", "oneOf": told}
    return {
        "type": "string",
        "enum": [value for value, _ in values],
        "enumNames": [title for _, title in values],
    }


def _field(one: FormField, protocol: str) -> dict[str, Any]:
    """A field in its own type where forms have it, else as text."""
    if one.options:
        told = _closed([(str(each.value), each.label) for each in one.options], protocol)
    else:
        told: dict[str, Any] = {"type": one.type if one.type in _TYPES else "string"}
    told["title"] = one.label
    if one.unit:
        told["description"] = one.unit
    if isinstance(one.value, str | int | float):
        told["default"] = str(one.value) if told["type"] == "string" else one.value
    return told


def said_of(content: Mapping[str, Any] | None, answer: Answer) -> Said | None:
    """What was filled in; None for what does not fit the question."""
    told = dict(content or {})
    if answer.form is not None:
        paths = {one.path for one in answer.form.fields}
        values = {name: value for name, value in told.items() if name in paths}
        return Said(choice=answer.form.choice, values=values)
    if needs_consent(answer):
        approved = told.get(APPROVED)
        return Said(approved=approved) if isinstance(approved, bool) else None
    for name in (CHOICE, REPLY):
        value = told.get(name)
        if isinstance(value, str) and value.strip():
            return Said(choice=value) if name == CHOICE else Said(reply=value)
    return None


def incoming_of(run: Run, said: Said, base: Incoming) -> Incoming:
    """The conversation's next message; InvalidRequest for a choice that was not offered."""
    base = replace(base, session_id=run.request.session_id, environment=run.request.environment)
    answer = run.answer
    # What was only to be planned stays so, until somebody agrees to the plan that was shown.
    base = replace(base, plan_only=run.request.plan_only and run.status != Status.PLANNED)
    if said.choice is not None and answer is not None:
        return _chosen(base, said.choice, said.values, answer)
    text, plan = message_of(run, Reply(approved=said.approved, text=said.reply))
    attachments = run.request.attachments if plan is not None else ()
    choice = chosen_by(text, answer) if said.reply is not None else None
    return replace(base, text=text, plan=plan, attachments=attachments, choice=choice)


def _chosen(base: Incoming, id: str, values: dict[str, JsonValue], answer: Answer) -> Incoming:
    if answer.form is not None and id == answer.form.choice:
        chosen = Chosen(id=id, values=values, form=False)
        return replace(base, text=answer.form.title, choice=chosen)
    numbered = numbered_choices(answer)
    named = {one.id: one for one in answer.choices}
    named |= {str(number): one for number, one in enumerate(numbered, 1)}
    one = named.get(id)
    if one is None:
        language = answer.intent.language if answer.intent else language_of(answer.summary.text)
        known = listed(language, (each.id for each in numbered)) or say(language, "mcp.no_choices")
        raise InvalidRequest("mcp.no_choice", choice=id[:64], known=known)
    return replace(base, text=one.text, choice=Chosen(id=one.id, values=values))
