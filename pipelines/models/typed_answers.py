"""Answers in a type, or none: parsed, checked, repaired at most twice with the checker's words."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar, cast

from pydantic import BaseModel, ValidationError

from pipelines.messages import Language, say
from pipelines.models import prompts
from pipelines.models.errors import ModelError
from pipelines.models.json_answers import NoJson, filled, json_in
from pipelines.models.model import Ask, LanguageModel, Message
from tool_registry.base.types import JsonValue

Form = TypeVar("Form", bound=BaseModel)
T = TypeVar("T")
Check: TypeAlias = Callable[[Form], Sequence[str]]
"""What is wrong with a filled form, one sentence a fault; nothing where it is right."""


@dataclass(frozen=True, slots=True)
class Checks(Generic[Form]):
    """What must be right, and what is only doubted: a doubt is told once, and a model that answers
    again is taken at its word."""

    faults: Check[Form]
    doubts: Check[Form] = lambda _: ()


REPAIRS = 2
_NAMING = ("properties", "$defs")
_REPEATED = ("title", "default", "description")
_SHORT = {"string": "str", "integer": "int", "boolean": "bool"}
_SPOKEN: Language = "zh"
"""The language of the prompts."""
_SHOWN = 8
"""Faults that are told at once; more would only confuse."""


@dataclass(frozen=True, slots=True)
class AskOptions:
    """How a stage asks."""

    temperature: float = 0.0
    seconds: float = 30.0
    """For one answer."""
    max_tokens: int | None = 4096


@dataclass(frozen=True, slots=True)
class Typed(Generic[T]):
    """An answer that passed every check."""

    value: T
    repairs: int = 0


@dataclass(frozen=True, slots=True)
class Untyped:
    """No answer that can be used: the stage goes on by rules."""

    problems: tuple[str, ...] = ()
    """What was wrong with the last answer."""
    error: ModelError | None = None
    """Why there was no answer at all."""
    repairs: int = 0


async def ask_typed(
    model: LanguageModel,
    messages: Sequence[Message],
    form: type[Form],
    check: "Check[Form] | Checks[Form]",
    options: AskOptions | None = None,
) -> "Typed[Form] | Untyped":
    """The form as the model filled it in, once it passes the check.

    What is wrong is told to the model in the checker's words, at most `REPAIRS` times, and what is
    only doubted once. No error of a model is raised.
    """
    options = options or AskOptions()
    checks = cast("Checks[Form]", check) if isinstance(check, Checks) else Checks(check)
    said, doubted = list(messages), False
    problems: tuple[str, ...] = ()
    for repairs in range(REPAIRS + 1):
        try:
            reply = await model.answer(_asked(said, form, options))
        except ModelError as error:
            return Untyped(problems, error, repairs)
        value, problems = _checked(reply.text, form, checks.faults)
        doubts: tuple[str, ...] = ()
        if value is not None and not problems:
            doubts = () if doubted else tuple(map(_plain_text, checks.doubts(value)))
            if not doubts or repairs == REPAIRS:
                return Typed(value, repairs)
            doubted = True
        repair = prompts.render("repair", problems=_listed(problems), doubts=_listed(doubts))
        said = [*messages, Message("assistant", reply.text), Message("user", repair)]
    return Untyped(problems, None, REPAIRS)


def _listed(problems: Sequence[str]) -> str:
    return "\n".join(f"- {problem}" for problem in problems[:_SHOWN])


@cache
def schema_of(form: type[BaseModel]) -> Mapping[str, JsonValue]:
    """The form's JSON schema, without the titles that only repeat a name and without defaults."""
    whole = form.model_json_schema()
    return {"title": form.__name__, **cast("dict[str, JsonValue]", _plain(whole))}


@cache
def schema_text(form: type[BaseModel]) -> str:
    """The same as a model reads it with a third of the tokens: a line for the form and for each of
    its parts, `name?` for what may be left out."""
    schema = cast("dict[str, Any]", schema_of(form))
    parts = {form.__name__: schema, **schema.get("$defs", {})}
    return "\n".join(f"{name} {_fields(part)}" for name, part in parts.items())


def _fields(node: dict[str, Any]) -> str:
    needed = node.get("required", ())
    told = (
        f"{name}{'' if name in needed else '?'}: {_type(one)}"
        for name, one in node.get("properties", {}).items()
    )
    return "{" + ", ".join(told) + "}"


def _type(node: dict[str, Any]) -> str:
    """What stands there: one of some words, a part by its name, a list, or a plain type."""
    if "$ref" in node:
        return str(node["$ref"]).rpartition("/")[2]
    if "anyOf" in node:
        return "|".join(_type(one) for one in node["anyOf"] if one.get("type") != "null")
    if "enum" in node:
        return "|".join(str(one) for one in node["enum"] if one is not None)
    if "const" in node:
        return str(node["const"])
    kinds = node.get("type", "any")
    names = [kinds] if isinstance(kinds, str) else [one for one in kinds if one != "null"]
    if names == ["array"]:
        return f"[{_type(node.get('items', {}))}]"
    return "|".join(_SHORT.get(one, one) for one in names)


def _plain(node: JsonValue, named: bool = False) -> JsonValue:
    """`named`: the keys are names of the form's own, not words of the schema."""
    if isinstance(node, list):
        return [_plain(one) for one in cast("list[JsonValue]", node)]
    if not isinstance(node, dict):
        return node
    fields = _short(cast("dict[str, JsonValue]", node))
    return {
        key: _plain(value, key in _NAMING and not named)
        for key, value in fields.items()
        if named or key not in _REPEATED
    }


def _short(fields: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """`anyOf` a simple type and null as one type, which takes half the words."""
    match fields.get("anyOf"):
        case [{"type": str(kind), **rest}, {"type": "null"}]:
            others = {key: value for key, value in fields.items() if key != "anyOf"}
            if isinstance(names := rest.get("enum"), list):
                rest["enum"] = [*names, None]
            return {**others, **rest, "type": [kind, "null"]}
        case _:
            return fields


def quoted(text: str) -> str:
    """A user's words as data: one JSON text that cannot close a section of the prompt."""
    return as_data(text)


def as_data(told: object) -> str:
    """A JSON value as text that cannot close a section of the prompt."""
    return json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")


def _asked(said: Sequence[Message], form: type[BaseModel], options: AskOptions) -> Ask:
    return Ask(
        tuple(said),
        schema=schema_of(form),
        temperature=options.temperature,
        seconds=options.seconds,
        max_tokens=options.max_tokens,
    )


def _checked(
    text: str, form: type[Form], check: "Check[Form]"
) -> tuple[Form | None, tuple[str, ...]]:
    try:
        value = filled(form, json_in(text))
    except NoJson as error:
        detail = say(_SPOKEN, "referee.no_json", detail=str(error), right=schema_text(form))
        return None, (_plain_text(detail),)
    except ValidationError as error:
        faults = (_fault(form, one["loc"], one["msg"]) for one in error.errors(include_url=False))
        return None, tuple(map(_plain_text, faults))
    return value, tuple(map(_plain_text, check(value)))


def _plain_text(text: str) -> str:
    """The text with what no encoding can send written out: halves of characters."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _fault(form: type[BaseModel], place: Sequence[int | str], reason: str) -> str:
    where = ".".join(map(str, place)) or "-"
    right = _wanted(form, place)
    return say(_SPOKEN, "referee.wrong_form", place=where, detail=reason, right=right)


def _wanted(form: type[BaseModel], place: Sequence[int | str]) -> str:
    """What belongs at a place of the form."""
    schema = cast("dict[str, Any]", schema_of(form))
    node: dict[str, Any] = schema
    for step in place:
        node = _resolved(schema, node)
        node = node.get("items", {}) if isinstance(step, int) else _field(node, step)
    whole = _resolved(schema, node)
    return _fields(whole) if "properties" in whole else _type(node)


def _resolved(schema: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    """The part that a reference names, of what may also be null."""
    kinds = [one for one in node.get("anyOf", ()) if one.get("type") != "null"]
    node = kinds[0] if len(kinds) == 1 else node
    name = str(node.get("$ref", "")).rpartition("/")[2]
    return schema.get("$defs", {}).get(name, node)


def _field(node: dict[str, Any], name: str) -> dict[str, Any]:
    return node.get("properties", {}).get(name, {})
