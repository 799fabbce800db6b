"""The closed sets of our language: intent types, function types, effects, JSON values."""

from enum import StrEnum
from typing import Any, TypeAlias, cast

JsonValue: TypeAlias = Any
"""Anything that `json.dumps` takes: None, bool, int, float, str, list or dict of these."""
Object: TypeAlias = dict[str, JsonValue]


def as_object(value: JsonValue) -> Object:
    """The value where it is an object, else an empty one."""
    return cast("Object", value) if isinstance(value, dict) else {}


def as_list(value: JsonValue) -> list[JsonValue]:
    """The value where it is a list, else an empty one."""
    return cast("list[JsonValue]", value) if isinstance(value, list) else []


def whole_numbers(value: JsonValue) -> JsonValue:
    """The value with 3 for each 3.0: where a wire knows no integers."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: whole_numbers(item) for key, item in as_object(value).items()}
    return [whole_numbers(item) for item in as_list(value)] if isinstance(value, list) else value


class IntentType(StrEnum):
    """What a request asks for; each type has its own gate and its own answer."""

    CREATE_DATA = "create_data"
    OPERATE_DATA = "operate_data"
    QUERY_DATA = "query_data"
    VERIFY_DATA = "verify_data"
    OPERATE_TOOL = "operate_tool"
    CONSULT_TOOL = "consult_tool"
    OPERATE_PROJECT = "operate_project"
    OTHER = "other"

    @property
    def is_data(self) -> bool:
        """True for the four types that run data tools and therefore need an environment."""
        return self in _DATA_TYPES


_DATA_TYPES = frozenset(
    {
        IntentType.CREATE_DATA,
        IntentType.OPERATE_DATA,
        IntentType.QUERY_DATA,
        IntentType.VERIFY_DATA,
    }
)


class FunctionType(StrEnum):
    """What one tool, or one action of a sentence, does to data."""

    CREATE = "create"
    OPERATE = "operate"
    DELETE = "delete"
    QUERY = "query"
    VERIFY = "verify"

    @property
    def writes(self) -> bool:
        """True where a call may leave an effect behind."""
        return self not in (FunctionType.QUERY, FunctionType.VERIFY)


class Effect(StrEnum):
    """What repeating a call does: nothing, nothing more, or one more effect."""

    NONE = "none"
    IDEMPOTENT = "idempotent"
    ONCE = "once"
