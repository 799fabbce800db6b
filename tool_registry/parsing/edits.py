"""What a person says of a tool: typed changes of its model that win over every parse."""

from collections.abc import Iterable

from pydantic import ValidationError

from tool_registry.base.errors import RegistryError
from tool_registry.base.types import JsonValue
from tool_registry.model import Filled, Frozen, Slot, ToolEssentialModel, Yield

_FIELDS = frozenset(
    {
        "title", "other_title", "summary", "function", "environments", "actions", "objects",
        "discriminators", "states", "effect", "destructive", "bulk", "poll", "undo",
        "troubleshooting", "replacements", "platform", "preferred", "author",
    }
)  # fmt: skip
_PARTS: dict[str, type[Slot] | type[Yield]] = {"needs": Slot, "yields": Yield}
_TITLES = ("title", "other_title")
_LONGEST = 200
"""Characters of a title at most: it is shown as it stands, in lists and plans."""
PERSON = Filled(by="person")


class Edit(Frozen):
    """One change: a field of the model, or of a slot or yield by its path, and its new value.

    `effect`, `needs.owner.id.entity`, `yields.data.list[].key.attribute`."""

    field: str
    value: JsonValue


class EditError(RegistryError):
    """An edit that cannot be made; says which field, and why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


def apply_edits(
    model: ToolEssentialModel, edits: Iterable[Edit], by: Filled = PERSON
) -> ToolEssentialModel:
    """The model with all edits, in order; EditError for the first that cannot be made.

    `by`: who says so, and how surely.
    """
    for edit in edits:
        model = _applied(model, edit, by)
    return model


def _applied(model: ToolEssentialModel, edit: Edit, filled: Filled) -> ToolEssentialModel:
    part, _, rest = edit.field.partition(".")
    if part in _PARTS:
        path, _, field = rest.rpartition(".")
        changed = {part: _with_part(model, part, path, field, edit, filled)}
    elif edit.field in _TITLES and len(str(edit.value)) > _LONGEST:
        raise EditError(edit.field, f"a title has at most {_LONGEST} characters")
    elif edit.field in _FIELDS:
        changed = {edit.field: edit.value}
    else:
        known = ", ".join(sorted(_FIELDS))
        reason = f"no field that can be edited; there are {known}, needs.PATH.FIELD"
        raise EditError(edit.field, f"{reason} and yields.PATH.FIELD")
    by = {**model.filled_by, edit.field: filled}
    told = {**dict(model), **changed, "filled_by": by}
    try:
        return ToolEssentialModel.model_validate(told)
    except ValidationError as error:
        raise EditError(edit.field, _reason(error)) from error


def _with_part(
    model: ToolEssentialModel, part: str, path: str, field: str, edit: Edit, by: Filled
) -> tuple[Slot | Yield, ...]:
    """The slots or yields with one field of one of them changed."""
    kind = _PARTS[part]
    held: tuple[Slot | Yield, ...] = model.needs if part == "needs" else model.yields
    if path not in {item.path for item in held}:
        known = ", ".join(item.path for item in held) or "none"
        raise EditError(edit.field, f"no path {path!r} in {part}; there are: {known}")
    if field == "path" or field not in kind.model_fields:
        known = ", ".join(name for name in kind.model_fields if name != "path")
        raise EditError(edit.field, f"{field!r} cannot be edited; there are: {known}")
    return tuple(_changed(item, field, edit, by) if item.path == path else item for item in held)


def _changed(item: Slot | Yield, field: str, edit: Edit, by: Filled) -> Slot | Yield:
    told = {**dict(item), field: edit.value, "confidence": by.confidence}
    try:
        return type(item).model_validate(told)
    except ValidationError as error:
        raise EditError(edit.field, _reason(error)) from error


def _reason(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return str(first["msg"])
