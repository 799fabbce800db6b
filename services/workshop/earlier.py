"""What changed of a tool since it was rejected: a reviewer reads the own reason again beside it."""

from collections.abc import Iterator

from pipelines.messages import Language, say
from pipelines.onboarding.texts import changes_told
from services.registry_reports import Report
from tool_registry.base.ids import canonical
from tool_registry.base.types import JsonValue
from tool_registry.governance.approval import changes
from tool_registry.governance.poison import printable
from tool_registry.model import RawTool
from tool_registry.stores.rows import Submission

_MOST = 40
"""Lines of what its source declares otherwise."""


class Earlier(Report):
    """The rejection before a submission, and what is otherwise since."""

    id: str
    reason: str
    decided_by: str
    decided_at: float
    changed: tuple[str, ...]
    """One line a difference; none: it is as it was."""


def earlier(old: Submission, new: Submission, language: Language) -> Earlier:
    """`old`: a rejected one of the same tool."""
    found = changes(RawTool.model_validate(old.declared), RawTool.model_validate(new.declared))
    return Earlier(
        id=old.id,
        reason=old.reason,
        decided_by=old.decided_by or "",
        decided_at=old.decided_at or 0.0,
        changed=(*changes_told(found, _MOST, language), *_edited(old, new, language)),
    )


def _edited(old: Submission, new: Submission, language: Language) -> Iterator[str]:
    for path in sorted({*old.edited, *new.edited}):
        before, after = old.edited.get(path), new.edited.get(path)
        if before != after:
            told = {"before": _shown(before), "after": _shown(after)}
            yield say(language, "workshop.edit_changed", field=printable(path), **told)


def _shown(value: JsonValue) -> str:
    if value is None:
        return "–"
    return printable(value if isinstance(value, str) else canonical(value))
