"""A function as a tool: its schemas from type hints, its texts from the docstring."""

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, cast, get_type_hints

import docstring_parser
from pydantic import PydanticSchemaGenerationError, TypeAdapter, ValidationError
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticUserError

from tool_registry.base.types import JsonValue, Object

RESULT = "result"
"""Where a result that is no object stands."""
_SKIPPED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class NotATool(Exception):
    """The function cannot be offered; the message says why."""


class BadArguments(Exception):
    """The arguments do not fit; `fields` says what is wrong with each."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {text}" for name, text in fields.items()))
        self.fields = dict(fields)


@dataclass(frozen=True)
class Function:
    """A function that can be called with JSON."""

    name: str
    call: Callable[..., object]
    title: str
    description: str
    input_schema: Object
    output_schema: Object | None
    adapters: Mapping[str, TypeAdapter[Any]]
    required: frozenset[str]
    result: TypeAdapter[Any]

    def arguments(self, given: Mapping[str, JsonValue]) -> dict[str, object]:
        """Values of the declared types; BadArguments names what is wrong."""
        wrong = dict.fromkeys(self.required - given.keys(), "is required")
        wrong |= dict.fromkeys(given.keys() - self.adapters.keys(), "there is no such argument")
        values: dict[str, object] = {}
        for name, value in given.items():
            if name in self.adapters:
                try:
                    values[name] = self.adapters[name].validate_json(json.dumps(value))
                except ValidationError as error:
                    for one in error.errors(include_url=False, include_input=False):
                        wrong[".".join([name, *map(str, one["loc"])])] = one["msg"]
        if wrong:
            raise BadArguments(wrong)
        return values

    def answer(self, value: object) -> Object:
        """The result as JSON; one that is no object stands under `result`."""
        told = TypeAdapter(Any).dump_python(value, mode="json", fallback=str)
        if isinstance(told, dict):
            return cast("Object", told)
        return {} if told is None else {RESULT: told}


def functions_of(module: ModuleType) -> tuple[list[Function], dict[str, str]]:
    """The module's public functions by name, and why others are none."""
    listed = getattr(module, "__all__", None)
    names: list[str] = list(listed) if listed is not None else list(vars(module))
    found: list[Function] = []
    left_out: dict[str, str] = {}
    for name in names:
        value = getattr(module, name, None)
        own = inspect.isfunction(value) and (listed or value.__module__ == module.__name__)
        if not own or name.startswith("_"):
            continue
        try:
            found.append(described(name, cast("Callable[..., object]", value)))
        except NotATool as error:
            left_out[name] = str(error)
    return found, left_out


def described(name: str, function: Callable[..., object]) -> Function:
    """The function as a tool; NotATool where JSON cannot carry what it takes."""
    parameters = [
        one for one in inspect.signature(function).parameters.values() if one.kind not in _SKIPPED
    ]
    if any(one.kind is inspect.Parameter.POSITIONAL_ONLY for one in parameters):
        raise NotATool("it takes arguments by position only")
    text = docstring_parser.parse(inspect.getdoc(function) or "")
    said = {one.arg_name: one.description or "" for one in text.params}
    try:
        hints = get_type_hints(function, include_extras=True)
        adapters = {one.name: TypeAdapter(hints.get(one.name, Any)) for one in parameters}
        schema = _input_schema(parameters, adapters, said)
        result = TypeAdapter(hints.get("return", Any))
    except (NameError, TypeError, PydanticSchemaGenerationError, PydanticUserError) as error:
        raise NotATool(f"its type hints mean nothing in JSON: {_line(error)}") from error
    output = _output_schema(result, text.returns.description if text.returns else None)
    parts = [text.short_description, text.long_description]
    return Function(
        name=name,
        call=function,
        title=(text.short_description or "").rstrip(".。"),
        description="\n\n".join(part for part in parts if part),
        input_schema=schema,
        output_schema=output,
        adapters=adapters,
        required=frozenset(one.name for one in parameters if one.default is one.empty),
        result=result,
    )


def _input_schema(
    parameters: list[inspect.Parameter],
    adapters: Mapping[str, TypeAdapter[Any]],
    said: Mapping[str, str],
) -> Object:
    wanted = [(one.name, "validation", adapters[one.name]) for one in parameters]
    schemas, shared = TypeAdapter.json_schemas(cast("Any", wanted))
    made = {str(name): dict(schema) for (name, _), schema in schemas.items()}
    properties: Object = {}
    for one in parameters:
        schema: Object = made[one.name]
        schema.pop("title", None)
        if said.get(one.name):
            schema.setdefault("description", said[one.name])
        if one.default is not one.empty and one.default is not None:
            schema.setdefault("default", _default(adapters[one.name], one.default))
        properties[one.name] = schema
    required = [one.name for one in parameters if one.default is one.empty]
    whole: Object = {"type": "object", "properties": properties, "required": required}
    return {**whole, **{key: value for key, value in shared.items() if key == "$defs"}}


def _default(adapter: TypeAdapter[Any], value: object) -> JsonValue:
    return adapter.dump_python(value, mode="json", fallback=str, warnings=False)


def _output_schema(result: TypeAdapter[Any], said: str | None) -> Object | None:
    try:
        schema = result.json_schema(mode="serialization")
    except (PydanticInvalidForJsonSchema, PydanticUserError):
        return None
    schema.pop("title", None)
    if schema.get("type") in (None, "null") and "$ref" not in schema:
        return None
    if schema.get("type") == "object":
        return schema if schema.get("properties") else None
    shared = schema.pop("$defs", None)
    if said:
        schema["description"] = said
    whole: Object = {"type": "object", "properties": {RESULT: schema}, "required": [RESULT]}
    return {**whole, "$defs": shared} if shared else whole


def _line(error: Exception) -> str:
    return str(error).partition("\n")[0]
