"""Submissions that a change of the tool makes void: what is approved is what was reviewed."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, select, update

from tool_registry.stores.database import Writing, space_of
from tool_registry.stores.tables import submissions


def outdate(writing: Writing, tool: str) -> None:
    """The tool's pending submission, if there is one, has to be submitted anew."""
    for row in _pending(writing, submissions.c.tool == tool):
        _mark(writing, row)


def outdate_other(writing: Writing, tool: str, hash: str) -> bool:
    """The same for a submission of another form of the tool than the one of that hash."""
    found = _pending(writing, and_(submissions.c.tool == tool, submissions.c.hash != hash))
    for row in found:
        _mark(writing, row)
    return bool(found)


def outdate_changed(writing: Writing, source: str, seen: Mapping[str, str]) -> None:
    """The same for all tools of a source that are not as they were submitted.

    `seen`: tool id → hash of what the source offers now."""
    for row in _pending(writing, submissions.c.source == source):
        if seen.get(row.tool) != row.hash:
            _mark(writing, row)


def _pending(writing: Writing, which: ColumnElement[bool]) -> list[Row[Any]]:
    query = select(submissions).where(submissions.c.state == "pending", which)
    return list(writing.connection.execute(query.with_for_update()))


def _mark(writing: Writing, row: Row[Any]) -> None:
    own = update(submissions).where(submissions.c.id == row.id)
    writing.connection.execute(own.values(state="outdated", decided_at=writing.at))
    writing.note("outdate", row.tool, space_of(row), submission=row.id)
