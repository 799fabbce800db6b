"""The HTTP request of an operation, from its plan and the arguments of a call."""

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import quote, urlencode, urlsplit

from tool_registry.base.types import JsonValue
from tool_registry.sources.openapi.plan import Body, Parameter, Plan

Pairs = list[tuple[str, str]]
_SEPARATORS = {"spaceDelimited": " ", "pipeDelimited": "|"}


class Unusable(Exception):
    """The arguments do not make a request; the message names the argument."""

    def __init__(self, argument: str, reason: str) -> None:
        super().__init__(f"'{argument}' {reason}")
        self.argument = argument


@dataclass
class Prepared:
    """A request that is ready, except for its authorisation."""

    method: str
    url: str
    """Without its query."""
    query: Pairs = field(default_factory=list[tuple[str, str]])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    cookies: Pairs = field(default_factory=list[tuple[str, str]])
    content: bytes | None = None
    files: list[tuple[str, tuple[str | None, bytes]]] | None = None

    @property
    def address(self) -> str:
        """The whole address."""
        query = urlencode(self.query, quote_via=quote)
        return f"{self.url}?{query}" if query else self.url

    def sent_as(self) -> dict[str, Any]:
        """What goes with it, as httpx takes it."""
        headers = dict(self.headers)
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies)
        made: dict[str, Any] = {"headers": headers}
        if self.files is not None:
            made["files"] = self.files
        elif self.content is not None:
            made["content"] = self.content
        return made


def prepare(
    plan: Plan, arguments: Mapping[str, JsonValue], base: str, key: str | None = None
) -> Prepared:
    """The request to the base URL; Unusable where an argument cannot be sent."""
    made = Prepared(plan.verb, base_url(base, plan.prefix) + _path(plan, arguments))
    made.headers["accept"] = plan.accept
    for parameter in plan.parameters:
        value = arguments.get(parameter.argument)
        if parameter.place == "path" or value is None:
            continue
        if parameter.place == "query":
            made.query += list(_pairs(parameter, value))
        elif parameter.place == "header":
            made.headers[parameter.name] = _header(_joined(parameter, value), parameter)
        else:
            made.cookies.append((parameter.name, quote(_joined(parameter, value))))
    if plan.key_header and key:
        made.headers[plan.key_header] = key
    for name in plan.id_headers:
        made.headers[name] = str(uuid.uuid4())
    if plan.body is not None:
        _put_body(made, plan.body, arguments)
    return made


def base_url(base: str, prefix: str) -> str:
    """The owner's URL; one without a path gets that of the document's own server."""
    trimmed = base.rstrip("/")
    return trimmed if urlsplit(base).path.strip("/") else trimmed + prefix


def _path(plan: Plan, arguments: Mapping[str, JsonValue]) -> str:
    path = plan.path
    for parameter in plan.parameters:
        if parameter.place != "path":
            continue
        value = arguments.get(parameter.argument)
        text = "" if value is None else _joined(parameter, value)
        if text in ("", ".", ".."):
            raise Unusable(parameter.argument, "is part of the address and has to hold something")
        marks = {"label": ".", "matrix": f";{parameter.name}="}.get(parameter.style, "")
        path = path.replace(f"{{{parameter.name}}}", marks + quote(text, safe=","))
    return path


def _joined(parameter: Parameter, value: JsonValue) -> str:
    """One text for a value in a path, header or cookie."""
    if parameter.as_json:
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return ",".join(text_of(one) for one in cast("list[JsonValue]", value))
    if isinstance(value, dict):
        mark = "=" if parameter.explode else ","
        fields = cast("dict[str, JsonValue]", value)
        return ",".join(f"{name}{mark}{text_of(one)}" for name, one in fields.items())
    return text_of(value)


def _header(text: str, parameter: Parameter) -> str:
    if any(ord(mark) < 32 for mark in text):
        raise Unusable(parameter.argument, "goes into a header and has to be one line")
    return text if text.isascii() else quote(text)


def _pairs(parameter: Parameter, value: JsonValue) -> Iterator[tuple[str, str]]:
    """The query's name and text for each part of the value."""
    name = parameter.name
    if parameter.as_json:
        yield name, json.dumps(value, ensure_ascii=False)
    elif isinstance(value, list):
        texts = [text_of(one) for one in cast("list[JsonValue]", value)]
        if parameter.explode or parameter.style == "deepObject":
            yield from ((name, text) for text in texts)
        else:
            yield name, _SEPARATORS.get(parameter.style, ",").join(texts)
    elif isinstance(value, dict):
        fields = cast("dict[str, JsonValue]", value)
        if parameter.style == "deepObject":
            yield from bracketed(fields, name)
        elif parameter.explode:
            for key, one in fields.items():
                yield from _pairs(parameter.model_copy(update={"name": key}), one)
        else:
            yield name, ",".join(f"{key},{text_of(one)}" for key, one in fields.items())
    elif value is not None:
        yield name, text_of(value)


def bracketed(value: JsonValue, name: str) -> Iterator[tuple[str, str]]:
    """`name[key][inner]` for each text inside the value; elements of a list repeat the name."""
    if isinstance(value, dict):
        for key, one in cast("dict[str, JsonValue]", value).items():
            yield from bracketed(one, f"{name}[{key}]" if name else key)
    elif isinstance(value, list):
        for one in cast("list[JsonValue]", value):
            yield from bracketed(one, name)
    elif value is not None:
        yield name, text_of(value)


def text_of(value: JsonValue) -> str:
    """A value as addresses and forms write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return "" if value is None else str(value)


def _put_body(made: Prepared, body: Body, arguments: Mapping[str, JsonValue]) -> None:
    value: JsonValue = _value(body, arguments)
    if value is None:
        return
    media = body.media.lower()
    if media.startswith("multipart/"):
        made.files = list(_parts(value, body.files))
        return
    made.headers["content-type"] = body.media
    if media.startswith("application/x-www-form-urlencoded"):
        made.content = urlencode(list(bracketed(value, ""))).encode()
    elif "json" in media:
        made.content = json.dumps(value, ensure_ascii=False).encode()
    else:
        made.content = text_of(value).encode()


def _value(body: Body, arguments: Mapping[str, JsonValue]) -> JsonValue:
    if body.argument is not None:
        return arguments.get(body.argument)
    return {name: arguments[one] for one, name in body.fields.items() if one in arguments}


def _parts(
    value: JsonValue, files: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str | None, bytes]]]:
    """The parts of a multipart form; files are made from text and named after their field."""
    fields = cast("dict[str, JsonValue]", value) if isinstance(value, dict) else {"file": value}
    for name, one in fields.items():
        if name in files:
            for text in cast("list[JsonValue]", one) if isinstance(one, list) else [one]:
                yield name, (f"{name}.txt", text_of(text).encode())
        else:
            yield from ((key, (None, text.encode())) for key, text in bracketed(one, name))
