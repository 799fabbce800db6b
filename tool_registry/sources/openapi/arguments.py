"""The arguments of an operation's tool: its parameters and the fields of its body, side by side."""

import re
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from tool_registry.base.types import JsonValue, Object, as_list, as_object
from tool_registry.sources.openapi.document import Document, as_text
from tool_registry.sources.openapi.plan import Body, Parameter, Place
from tool_registry.sources.openapi.schemas import expand

BODY = "body"
"""The argument that is the whole body, where its fields cannot stand beside the parameters."""
_CHOICES = ("oneOf", "anyOf")
_PLACES = ("path", "query", "header", "cookie")
_IGNORED = frozenset({"accept", "content-type", "authorization"})
_KEY = re.compile(r"(x-)?idempot\w*([-_]key)?", re.IGNORECASE)
_REQUEST_ID = re.compile(r"(x-)?(request|correlation|trace)[-_]?id", re.IGNORECASE)
_TEMPLATE = re.compile(r"\{([^{}:]+)(?::[^{}]*)?\}")
_STYLES: dict[str, tuple[str, bool]] = {
    "path": ("simple", False),
    "query": ("form", True),
    "header": ("simple", False),
    "cookie": ("form", True),
}
_MEDIA = (
    re.compile(r"application/json\b", re.IGNORECASE),
    re.compile(r"[\w.+-]+/[\w.+-]*\bjson\b", re.IGNORECASE),
    re.compile(r"\*/\*"),
    re.compile(r"application/x-www-form-urlencoded", re.IGNORECASE),
    re.compile(r"multipart/form-data", re.IGNORECASE),
    re.compile(r"text/", re.IGNORECASE),
)
"""What bodies are sent as, best first."""


class Located(Protocol):
    """Something with a place in the document."""

    @property
    def way(self) -> str:
        """Where it is."""
        ...

    @property
    def path(self) -> str:
        """Its path template."""
        ...


@dataclass
class Arguments:
    """What the tool takes, and where each of it goes."""

    properties: Object = field(default_factory=dict[str, JsonValue])
    required: list[str] = field(default_factory=list[str])
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    key_header: str | None = None
    id_headers: tuple[str, ...] = ()
    wanted: Object = field(default_factory=dict[str, JsonValue])
    """`oneOf` and `anyOf` that tell which of the arguments are wanted together."""

    @property
    def schema(self) -> Object:
        """As one object schema."""
        made: Object = {"type": "object", "properties": self.properties}
        if self.required:
            made["required"] = list(dict.fromkeys(self.required))
        return {**made, **self.wanted}


def arguments_of(
    document: Document, operation: Object, item: Object, located: Located
) -> Arguments:
    """The arguments; ConfigurationError where a reference leads out of the document."""
    found = Arguments()
    for parameter in _parameters(document, operation, item, located):
        _add_parameter(document, parameter, found, located)
    if operation.get("requestBody") is not None:
        _add_body(document, operation["requestBody"], found, located)
    return found


def _parameters(
    document: Document, operation: Object, item: Object, located: Located
) -> list[Object]:
    """Declared ones, the operation's own before those of its path, and undeclared path ones."""
    found: dict[tuple[str, str], Object] = {}
    for holder in (item, operation):
        for number, value in enumerate(as_list(holder.get("parameters"))):
            way = f"{located.way}.parameters[{number}]"
            one, _ = document.resolved(value, way)
            name, place = as_text(one.get("name")), as_text(one.get("in"))
            if name and place in _PLACES:
                found[name, place] = one
            else:
                document.note(way, "has no name, or no place that is known; left out")
    named = [name for name, place in found if place == "path"]
    wanted = dict.fromkeys(cast("list[str]", _TEMPLATE.findall(located.path)))
    missing = [name for name in wanted if name not in named]
    for name in [name for name in named if name not in wanted]:
        del found[name, "path"]
    plain: Object = {"in": "path", "schema": {"type": "string"}}
    return [*({**plain, "name": name} for name in missing), *found.values()]


def _add_parameter(
    document: Document, parameter: Object, found: Arguments, located: Located
) -> None:
    name, place = str(parameter["name"]), cast("Place", parameter["in"])
    required = place == "path" or parameter.get("required") is True
    if place == "header":
        if name.lower() in _IGNORED:
            return
        if _KEY.fullmatch(name):
            found.key_header = name
            return
        if required and _REQUEST_ID.fullmatch(name):
            found.id_headers = (*found.id_headers, name)
            return
    schema, as_json = _schema_of(document, parameter, f"{located.way}.parameters.{name}")
    if schema.get("readOnly") is True:
        return
    argument = argument_name(name)
    if argument in found.properties:
        argument = f"{argument}_{place}"
    style, explode = _STYLES[place]
    style = as_text(parameter.get("style")) or style
    told: JsonValue = parameter.get("explode")
    found.properties[argument] = schema
    found.required += [argument] if required else []
    found.parameters += (
        Parameter(
            name=name,
            place=place,
            argument=argument,
            style=style,
            explode=told if isinstance(told, bool) else explode and style in ("form",),
            as_json=as_json,
        ),
    )


def _schema_of(document: Document, parameter: Object, way: str) -> tuple[Object, bool]:
    """The parameter's schema with the parameter's own words, and whether it is sent as JSON."""
    content = as_object(parameter.get("content"))
    media = next(iter(content.items()), None)
    raw: JsonValue = parameter.get("schema")
    if raw is None and media is not None:
        raw = as_object(media[1]).get("schema")
    schema = expand(document, raw if raw is not None else {"type": "string"}, "in", way)
    schema.pop("x-required", None)
    said = as_text(parameter.get("description"))
    if said:
        schema["description"] = said
    if "example" in parameter:
        schema.setdefault("examples", [parameter["example"]])
    return schema, raw is not None and "schema" not in parameter


def argument_name(name: str) -> str:
    """The name without what paths into arguments use as marks: `page[size]` → `page_size`."""
    return re.sub(r"[.\[\]]+", "_", name).strip("_") or "value"


def _add_body(document: Document, value: JsonValue, found: Arguments, located: Located) -> None:
    way = f"{located.way}.requestBody"
    body, _ = document.resolved(value, way)
    content = as_object(body.get("content"))
    kind = _media(list(content))
    if kind is None:
        return
    schema = expand(document, as_object(content[kind]).get("schema"), "in", f"{way}.{kind}")
    schema.pop("x-required", None)
    media = "application/json" if kind == "*/*" else kind
    properties = as_object(schema.get("properties"))
    names = {name: argument_name(name) for name in properties}
    if not _may_stand_beside(schema, names, found):
        if said := as_text(body.get("description")):
            schema.setdefault("description", said)
        found.properties[BODY] = schema
        found.required += [BODY] if body.get("required") is True else []
        found.body = Body(media=media, argument=BODY, files=_files(schema, media))
        return
    found.properties |= {names[name]: one for name, one in properties.items()}
    found.required += [names[str(name)] for name in as_list(schema.get("required"))]
    same = all(name == argument for name, argument in names.items())
    found.wanted = {word: schema[word] for word in _CHOICES if word in schema} if same else {}
    found.body = Body(
        media=media,
        fields={argument: name for name, argument in names.items()},
        files=_files(schema, media),
    )


def _may_stand_beside(schema: Object, names: dict[str, str], found: Arguments) -> bool:
    if not names or len(set(names.values())) < len(names):
        return False
    if schema.get("additionalProperties"):
        return False
    branches = [as_object(one) for word in _CHOICES for one in as_list(schema.get(word))]
    if any(one.keys() != {"required"} for one in branches):
        return False
    return not set(names.values()) & found.properties.keys() and BODY not in found.properties


def _media(kinds: list[str]) -> str | None:
    for wanted in _MEDIA:
        for kind in kinds:
            if wanted.match(kind):
                return kind
    return kinds[0] if kinds else None


def _files(schema: Object, media: str) -> tuple[str, ...]:
    """Names of the fields of a form that are files."""
    if not media.lower().startswith("multipart/"):
        return ()
    found: list[str] = []
    for name, one in as_object(schema.get("properties")).items():
        inner: Any = as_object(one).get("items") if as_object(one).get("type") == "array" else one
        if as_object(inner).get("format") in ("binary", "byte"):
            found.append(name)
    return tuple(found)
