"""What comes over a platform's wire, read strictly where it is used and not at all elsewhere."""

import json
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from services.errors import InvalidRequest
from tool_registry.base.types import JsonValue

Wire = TypeVar("Wire", bound="WireModel")


class WireModel(BaseModel):
    """Base of what is read: the right types, and more than is read here."""

    model_config = ConfigDict(extra="ignore", strict=True)


def read(form: type[Wire], body: object) -> Wire:
    """The body in that form; InvalidRequest names the first place where it is not."""
    try:
        return form.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "body"
        raise InvalidRequest("channels.bad_event", reason=f"{place}: {first['msg']}") from error


def parsed(raw: str | bytes, place: str = "JSON") -> JsonValue:
    """The JSON; InvalidRequest, naming its place, for what is none."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest("channels.bad_event", reason=place) from error


def fields(told: object) -> dict[str, Any]:
    """An object's fields; none for what is no object."""
    return told if isinstance(told, dict) else {}  # pyright: ignore[reportUnknownVariableType]
