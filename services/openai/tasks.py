"""Calls that front ends make for titles, tags and suggestions: answered without a run."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from pipelines.messages import say
from services.openai.bodies import Chat
from services.openai.errors import clean
from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.language import language_of

_FILE = Path(__file__).with_name("tasks.yaml")
_FLAGS = re.IGNORECASE | re.MULTILINE | re.DOTALL
_LONGEST_TITLE = 40
_MOST_LINES = 20
_LOOKED_AT = 20_000
"""Characters of a prompt's beginning that are looked through: templates begin with themselves."""
OTHER = "other"
"""A template of a front end of which nothing more is known."""


@dataclass(frozen=True, slots=True)
class _Task:
    name: str
    names: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]
    text: str | None
    form: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class _Known:
    tasks: tuple[_Task, ...]
    templates: tuple[re.Pattern[str], ...]
    history: re.Pattern[str]
    user: re.Pattern[str]


def task_of(chat: Chat, told: str | None = None) -> str | None:
    """The task that a front end wants done; None for a turn of a person.

    `told`: its name, where the client gives it beside the messages."""
    known = _known()
    for name in (told, chat.metadata.get("task")):
        if isinstance(name, str) and name.strip() and not name.startswith("{{"):
            return _named(known, name.casefold())
    texts = [one.text for one in chat.turns if one.role in ("system", "developer")]
    last = chat.last
    said = last.text if last is not None else ""
    for text in (said, *texts):
        found = _by_pattern(known, text)
        if found is not None:
            return found
    return OTHER if any(one.search(_ends(said)) for one in known.templates) else None


def task_answer(chat: Chat, task: str) -> str:
    """What the front end is given: a title of the chat's first words, empty lists, or a sentence
    that says why nothing was done."""
    known = _known()
    prompt = chat.last.text if chat.last is not None else ""
    lines = _spoken(known, chat, prompt)
    values = {"title": _title(lines), "summary": "\n".join(f"- {one}" for one in lines)}
    one = next((item for item in known.tasks if item.name == task), None)
    if one is None or (one.form is None and one.text is None):
        words = " ".join(lines) or prompt.strip().rpartition("\n")[2]  # what was asked stands last
        return say(language_of(words), "openai.template")
    schema = _schema(chat)
    if schema is not None:
        return json.dumps(_by_schema(schema, values), ensure_ascii=False)
    if one.form is not None and (one.text is None or chat.form or "json" in prompt.casefold()):
        filled = {name: _filled(value, values) for name, value in one.form.items()}
        return json.dumps(filled, ensure_ascii=False)
    return str(_filled(one.text, values))


def _named(known: _Known, name: str) -> str:
    found = (one.name for one in known.tasks if any(part in name for part in one.names))
    return next(found, OTHER)


def _by_pattern(known: _Known, text: str) -> str | None:
    looked = _ends(text)
    found = (one.name for one in known.tasks if any(item.search(looked) for item in one.patterns))
    return next(found, None)


def _ends(text: str) -> str:
    """Beginning and end: instructions stand in one of them."""
    if len(text) <= 2 * _LOOKED_AT:
        return text
    return f"{text[:_LOOKED_AT]}\n{text[-_LOOKED_AT:]}"


def _spoken(known: _Known, chat: Chat, prompt: str) -> list[str]:
    """What the user has said, as the prompt quotes it, else as it stands in the history."""
    marker = known.history.search(prompt)
    quoted = known.user.finditer(prompt, marker.end() if marker else 0)
    lines = [one["words"].strip() for one in quoted]
    if not lines and marker is not None:
        lines = [one.strip() for one in prompt[marker.end() :].splitlines() if one.strip()][:1]
    earlier = [one.text for one in chat.said[:-1] if one.role == "user" and one.text.strip()]
    return [clean(" ".join(one.split())) for one in (lines or earlier)[:_MOST_LINES]]


def _title(lines: list[str]) -> str:
    first = next(iter(lines), "Zhizao")
    return first if len(first) <= _LONGEST_TITLE else f"{first[: _LONGEST_TITLE - 1].rstrip()}…"


def _filled(value: object, values: Mapping[str, str]) -> object:
    if not isinstance(value, str):
        return value
    return values.get(value.strip("{}"), value) if value.startswith("{") else value


def _schema(chat: Chat) -> Mapping[str, Any] | None:
    """The properties that the answer has to have, where the client gives a schema."""
    form = chat.form or {}
    schema = _part(_part(form, "json_schema") or form, "schema")
    return _part(schema or {}, "properties")


def _part(told: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    found = told.get(name)
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


def _by_schema(properties: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    """Something of the right type for each property."""
    empty: dict[str, Any] = {"array": [], "object": {}, "number": 0, "integer": 0, "boolean": False}
    told: dict[str, Any] = {}
    for name, one in properties.items():
        kind = cast("dict[str, Any]", one).get("type") if isinstance(one, dict) else None
        told[clean(name)] = empty.get(str(kind), values.get(name, _language(name, values)))
    return told


def _language(name: str, values: Mapping[str, str]) -> str:
    names = {"zh": "Chinese", "en": "English"}
    return names[language_of(values["title"])] if name == "language" else ""


@cache
def _known() -> _Known:
    raw: Any = packaged(_FILE)
    tasks = tuple(
        _Task(
            name,
            tuple(one.get("names", ())),
            tuple(re.compile(pattern, _FLAGS) for pattern in one.get("patterns", ())),
            one.get("text"),
            one.get("json"),
        )
        for name, one in raw["tasks"].items()
    )
    templates = tuple(re.compile(one, _FLAGS) for one in raw["templates"])
    history, user = re.compile(raw["history"], _FLAGS), re.compile(raw["user"], _FLAGS)
    return _Known(tasks, templates, history, user)
