"""What changed of a tool since it was rejected: a reviewer reads the own reason again beside it."""

from collections.abc import Callable, Iterator
from typing import cast

from pipelines.messages import Language, has, say
from pipelines.messages.labels import action_label, attribute_label, entity_label, role_label
from pipelines.onboarding.changed import place_told, shown
from pipelines.onboarding.texts import changes_told
from services.registry_reports import Report
from services.workshop.form import as_json
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.governance.approval import changes
from tool_registry.model import RawTool, ToolEssentialModel
from tool_registry.stores.rows import Submission

_MOST = 40
"""Lines of what its source declares otherwise."""

_KEYS = {"function": "consult.do", "effect": "workshop.effect"}
_LABELS = {
    "actions": action_label,
    "objects": entity_label,
    "entity": entity_label,
    "attribute": attribute_label,
    "role": role_label,
}


class Earlier(Report):
    """The rejection before a submission, and what is otherwise since."""

    id: str
    reason: str
    decided_by: str
    decided_at: float
    changed: tuple[str, ...]
    """One line a difference; none: it is as it was."""


def earlier(
    old: Submission,
    new: Submission,
    catalogue: Catalogue,
    as_read: Callable[[Submission], ToolEssentialModel],
    language: Language,
) -> Earlier:
    """`old`: a rejected one of the same tool; `catalogue`: in whose words both were read;
    `as_read`: the tool of a submission before anybody set anything of it."""
    found = changes(RawTool.model_validate(old.declared), RawTool.model_validate(new.declared))
    edited = _edited((old, new), catalogue, as_read, language)
    return Earlier(
        id=old.id,
        reason=old.reason,
        decided_by=old.decided_by or "",
        decided_at=old.decided_at or 0.0,
        changed=(*changes_told(found, _MOST, language), *edited),
    )


def _edited(
    both: tuple[Submission, Submission],
    catalogue: Catalogue,
    as_read: Callable[[Submission], ToolEssentialModel],
    language: Language,
) -> Iterator[str]:
    paths = {path for one in both for path in one.edited}
    read = {one.id: as_read(one) for one in both if paths - one.edited.keys()}
    for path in sorted(paths):
        before, after = (
            one.edited[path] if path in one.edited else _held(read[one.id], path) for one in both
        )
        if before != after:
            field = path.rpartition(".")[2]
            told = {
                name: shown(_spoken(value, field, catalogue, language), language)
                for name, value in (("before", before), ("after", after))
            }
            place = place_told(path, language)
            yield say(language, "workshop.edit_changed", field=place, **told)


def _held(tool: ToolEssentialModel, path: str) -> JsonValue:
    """What stands at the path of an edit; None where the tool has no such argument or result."""
    part, _, rest = path.partition(".")
    if not rest:
        return as_json(getattr(tool, part))
    name, _, field = rest.rpartition(".")
    items = tool.needs if part == "needs" else tool.yields
    item = next((one for one in items if one.path == name), None)
    return None if item is None else as_json(getattr(item, field))


def _spoken(value: JsonValue, field: str, catalogue: Catalogue, language: Language) -> JsonValue:
    """Values of closed sets as the reader calls them, the rest as it is."""
    if isinstance(value, list):
        items = cast("list[JsonValue]", value)
        return [_spoken(one, field, catalogue, language) for one in items]
    if not isinstance(value, str):
        return value
    if field in _KEYS:
        key = f"{_KEYS[field]}_{value}"
        return say(language, key) if has(key) else value
    if field == "environments":
        return catalogue.environments.label(value, language)
    label = _LABELS.get(field)
    return label(catalogue.lexicon, value, language) if label else value
