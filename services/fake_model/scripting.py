"""Scripts from a file: the answer that belongs to what the prompt says.

A list of entries. `when` is a regular expression that the prompt has to match, or a list of them;
`model` is the only model that it holds for; the answer is `text`, `json` (any value) or `calls`
(`name`, `arguments`). `{name}` in a text stands for the group of that name in the first pattern.
"""

import json
import re
from pathlib import Path
from typing import Any, cast

import yaml

from services.fake_model.question import Answer, Call, Question, Script

_KEYS = {"when", "model", "text", "json", "calls"}


class ScriptError(Exception):
    """The file is none; the message names the entry."""


def read_scripts(path: str) -> list[Script]:
    """The scripts in the file, in order."""
    try:
        entries: Any = yaml.safe_load(Path(path).read_text("utf-8"))
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise ScriptError(f"cannot be read: {error}") from error
    if not isinstance(entries, list):
        raise ScriptError("a list of entries is expected")
    found = cast("list[Any]", entries)
    return [_script(number, entry) for number, entry in enumerate(found, 1)]


def say_pong(question: Question) -> Answer | None:
    """An answer to whoever only wants to know whether somebody is there."""
    return Answer("pong") if question.last.strip() == "ping" else None


def _script(number: int, entry: Any) -> Script:
    if not isinstance(entry, dict) or not set(cast("dict[str, Any]", entry)) <= _KEYS:
        raise ScriptError(f"entry {number}: an object with {', '.join(sorted(_KEYS))} is expected")
    told = cast("dict[str, Any]", entry)
    given: Any = told.get("when")
    sources = cast("list[Any]", given) if isinstance(given, list) else [given]
    try:
        patterns = [re.compile(str(one), re.DOTALL) for one in sources]
    except re.error as error:
        raise ScriptError(f"entry {number}: `when` is no regular expression: {error}") from error

    def script(question: Question) -> Answer | None:
        found = [pattern.search(question.prompt) for pattern in patterns]
        if told.get("model") not in (None, question.model) or None in found:
            return None
        first = found[0]
        return _answer(told, first.groupdict() if first else {})

    return script


def _answer(told: dict[str, Any], groups: dict[str, Any]) -> Answer:
    calls = tuple(
        Call(str(one["name"]), cast("dict[str, Any]", _filled(one.get("arguments") or {}, groups)))
        for one in cast("list[dict[str, Any]]", told.get("calls") or [])
    )
    if "json" in told:
        return Answer(json.dumps(_filled(told["json"], groups), ensure_ascii=False), calls)
    return Answer(str(_filled(told.get("text") or "", groups)), calls)


def _filled(value: Any, groups: dict[str, Any]) -> Any:
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda m: str(groups.get(m.group(1)) or m.group(0)), value)
    if isinstance(value, list):
        return [_filled(one, groups) for one in cast("list[Any]", value)]
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {name: _filled(one, groups) for name, one in fields.items()}
    return value
