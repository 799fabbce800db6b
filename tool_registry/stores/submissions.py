"""Tools that their authors submit for the public pool, and what its reviewers decide."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, func, insert, or_, select, update

from tool_registry.base.caller import Caller, Role, Scope
from tool_registry.base.ids import new_id
from tool_registry.base.redaction import mask_text
from tool_registry.stores.database import Repository, Writing, space_of, visible_to
from tool_registry.stores.errors import NoSubmission, Refused, Settled
from tool_registry.stores.outdating import outdate_other
from tool_registry.stores.permissions import check, may_review
from tool_registry.stores.rows import (
    OUT_OF_USE,
    Edit,
    Example,
    Offered,
    SeenTool,
    Submission,
    SubmissionState,
    ToolState,
    ToolStatus,
)
from tool_registry.stores.space import Space
from tool_registry.stores.tables import edits, sources, submissions, tools
from tool_registry.stores.tools import publish_reviewed

LONGEST = 2000
"""Characters of a note, and of a reason."""
MOST = 500
"""So many submissions are listed, the latest."""
MOST_EXAMPLES = 100
"""Sentences that go with one submission."""


class SubmissionRepository(Repository):
    """Submissions. Who submitted one sees it, the owners of the project, and reviewers; nobody
    else learns that it is there."""

    def visible(self, caller: Caller, *, settled: bool = False) -> list[Submission]:
        """Those that the caller sees and that are to be decided, the oldest first.

        `settled`: all, the newest first, `MOST` of them."""
        query = select(submissions).where(_shown_to(caller))
        if settled:
            query = query.order_by(submissions.c.submitted_at.desc(), submissions.c.id)
        else:
            query = query.where(submissions.c.state == "pending")
            query = query.order_by(submissions.c.submitted_at, submissions.c.id)
        return [_submission(row) for row in self.database.rows(query.limit(MOST))]

    def waiting(self, caller: Caller) -> int:
        """So many wait for the caller's decision; none for who decides about none."""
        if not may_review(caller):
            return 0
        query = select(func.count()).select_from(submissions)
        query = query.where(_shown_to(caller), submissions.c.state == "pending")
        return int(self.database.rows(query)[0][0])

    def under_review(self, caller: Caller, ids: Collection[str]) -> set[str]:
        """Those of these tools of the caller's that wait for a decision, whoever submitted them:
        who submits one is told so."""
        query = select(submissions.c.tool).where(
            submissions.c.tenant == caller.tenant, submissions.c.state == "pending"
        )
        return {row.tool for row in self.database.rows(query)} & set(ids)

    def voided(self, caller: Caller, source: str, seen: Mapping[str, str]) -> tuple[str, ...]:
        """The tools of the source whose pending submissions, whoever made them, become void where
        it offers `seen`: tool id → hash."""
        query = select(submissions.c.tool, submissions.c.hash).where(
            submissions.c.tenant == caller.tenant,
            submissions.c.source == source,
            submissions.c.state == "pending",
        )
        rows = self.database.rows(query.order_by(submissions.c.tool))
        return tuple(row.tool for row in rows if seen.get(row.tool) != row.hash)

    def decided(self, caller: Caller) -> list[str]:
        """Ids of the caller's own that were decided by somebody else, the latest first."""
        own = (submissions.c.submitted_by == caller.user, submissions.c.decided_by != caller.user)
        query = select(submissions.c.id).where(_shown_to(caller), *own)
        query = query.order_by(submissions.c.decided_at.desc(), submissions.c.id).limit(MOST)
        return [row.id for row in self.database.rows(query)]

    def get(self, caller: Caller, id: str) -> Submission:
        """One of them; NoSubmission where the caller sees none of that id."""
        query = select(submissions).where(submissions.c.id == id, _shown_to(caller))
        found = self.database.rows(query)
        if not found:
            raise NoSubmission(id)
        return _submission(found[0])

    def rejected_before(self, caller: Caller, one: Submission) -> Submission | None:
        """The last one of the same tool that was rejected before this one was made; None where the
        caller sees none."""
        c = submissions.c
        rejected = (c.tool == one.tool, c.state == "rejected", c.decided_at <= one.submitted_at)
        query = select(submissions).where(_shown_to(caller), *rejected, c.id != one.id)
        rows = self.database.rows(query.order_by(c.decided_at.desc(), c.id).limit(1))
        return _submission(rows[0]) if rows else None

    def examples_beside(self, caller: Caller, ids: Collection[str]) -> list[str]:
        """Sentences that should use the other tools of pending and approved submissions, whoever
        made them, the latest first. Not to be shown."""
        c = submissions.c
        query = select(c.examples).where(c.tenant == caller.tenant, c.tool.not_in(ids))
        query = query.where(c.state.in_(("pending", "approved"))).order_by(c.submitted_at.desc())
        given = [Example.model_validate(one) for (all,) in self.database.rows(query) for one in all]
        return list(dict.fromkeys(one.text for one in given if one.wanted))

    def edits_of(self, caller: Caller, id: str) -> list[Edit]:
        """The fields that people had set when it was submitted, with who did as far as that still
        stands; NoSubmission where the caller sees none of that id."""
        one = self.get(caller, id)
        rows = self.database.rows(select(edits).where(edits.c.tool == one.tool))
        standing = {row.path: row for row in rows if one.edited.get(row.path) == row.value}
        return [
            Edit(tool=one.tool, path=path, value=value, who=row.who, at=row.at)
            if (row := standing.get(path)) is not None
            else Edit(tool=one.tool, path=path, value=value)
            for path, value in one.edited.items()
        ]

    def submit(self, caller: Caller, offered: Sequence[Offered], note: str) -> list[Submission]:
        """Submits all these tools, or none.

        NotThere where the caller sees one not, Forbidden where the caller may not submit it;
        Refused for one that changed while it was looked at, is out of use, in the public pool or
        submitted already, and for texts that are too long or too many."""
        note = _worded(note, "note")
        with self.database.recording(caller) as writing:
            return [self._submitted(writing, one, note) for one in offered]

    def withdraw(self, caller: Caller, id: str) -> Submission:
        """Takes a submission back; Settled where it was decided."""
        with self.database.recording(caller) as writing:
            row = _locked(writing, id)
            check(caller, "withdraw", space_of(row), row.submitted_by)
            return _settled(writing, row, "withdrawn")

    def reject(self, caller: Caller, id: str, reason: str) -> Submission:
        """Decides against it; Settled where it was decided, Refused without a reason."""
        reason = _worded(reason, "reason")
        with self.database.recording(caller) as writing:
            row = _locked(writing, id)
            check(caller, "review", _public(caller), None)
            if not reason:
                raise Refused("a rejection needs a reason")
            return _settled(writing, row, "rejected", reason)

    def approve(self, caller: Caller, id: str, reason: str = "") -> tuple[Submission, ToolState]:
        """Takes the tool into the public pool as it was submitted.

        Settled where it was decided; Forbidden for who may not publish, the own tools included;
        Refused where the tool is another by now."""
        reason = _worded(reason, "reason")
        with self.database.changing(caller) as writing:
            row = _locked(writing, id)
            public = _public(caller)
            check(caller, "review", public, None)
            check(caller, "publish", public, None)
            if row.submitted_by == caller.user:  # nobody gets by a review what takes two
                check(caller, "publish", space_of(row), _registered_by(writing, row.source))
            done = _settled(writing, row, "approved", reason)
            seen = SeenTool(id=row.tool, hash=row.hash, declared=row.declared)
            return done, publish_reviewed(writing, seen, public)

    def is_offered_otherwise(self, one: Submission) -> bool:
        """True where the tool's source offers another form by now than what was submitted."""
        query = select(tools.c.id).where(tools.c.id == one.tool, tools.c.seen_hash != one.hash)
        return bool(self.database.rows(query))

    def outdate(self, caller: Caller, id: str) -> bool:
        """Makes a submission void whose tool is another by now; False where it is what it was.

        Forbidden for who may not decide about it."""
        with self.database.changing(caller) as writing:
            row = _locked(writing, id)
            check(caller, "review", _public(caller), None)
            seen = select(tools.c.seen_hash).where(tools.c.id == row.tool)
            now = writing.connection.execute(seen).scalar()
            return outdate_other(writing, row.tool, str(now))

    def _submitted(self, writing: Writing, one: Offered, note: str) -> Submission:
        row = writing.changed("submit", tools, one.tool)
        _check_ready(row, one)
        outdate_other(writing, one.tool, one.hash)
        pending = and_(submissions.c.tool == one.tool, submissions.c.state == "pending")
        if writing.connection.execute(select(submissions.c.id).where(pending)).first():
            raise Refused(f"tool '{one.tool}' is submitted already, and waits for its review")
        set_by_people = select(edits.c.path, edits.c.value).where(edits.c.tool == one.tool)
        made = Submission(
            **one.model_dump(exclude={"examples"}),
            examples=_examples(one.examples),
            id=new_id("submission"),
            source=row.source,
            space=space_of(row).model_copy(update={"tenant": writing.caller.tenant}),
            edited={each.path: each.value for each in writing.connection.execute(set_by_people)},
            note=note,
            submitted_by=writing.caller.user,
            submitted_at=writing.at,
        )
        values = made.model_dump(mode="json", exclude={"space"})
        values |= made.space.model_dump(mode="json")
        writing.connection.execute(insert(submissions).values(**values))
        writing.note("submit", one.tool, made.space, submission=made.id, hash=one.hash, note=note)
        return made


def _public(caller: Caller) -> Space:
    return Space.of(caller, Scope.PUBLIC)


def _shown_to(caller: Caller) -> ColumnElement[bool]:
    c = submissions.c
    if may_review(caller):
        return c.tenant == caller.tenant
    owned = [name for name, role in caller.project_roles if role.includes(Role.OWNER)]
    of_project = and_(c.scope == Scope.PROJECT.value, c.project.in_(owned))
    mine = or_(c.submitted_by == caller.user, of_project)
    return and_(visible_to(caller, submissions), mine)


def _locked(writing: Writing, id: str) -> Row[Any]:
    """The submission of that id, locked until the end, and its tool before it, as everywhere."""
    shown = select(submissions).where(submissions.c.id == id, _shown_to(writing.caller))
    found = writing.connection.execute(shown).first()
    if found is None:
        raise NoSubmission(id)
    tool = select(tools.c.id).where(tools.c.id == found.tool)
    writing.connection.execute(tool.with_for_update())
    row = writing.connection.execute(shown.with_for_update()).first()
    if row is None:
        raise NoSubmission(id)
    return row


def _settled(
    writing: Writing, row: Row[Any], state: SubmissionState, reason: str = ""
) -> Submission:
    if row.state != "pending":
        raise Settled(row.id, row.state, row.decided_by)
    values = {"state": state, "reason": reason, "decided_by": writing.caller.user}
    values |= {"decided_at": writing.at}
    writing.connection.execute(
        update(submissions).where(submissions.c.id == row.id).values(**values)
    )
    own = row.submitted_by == writing.caller.user
    told = {"submission": row.id, "hash": row.hash, "reason": reason, "own": own}
    writing.note(f"submission_{state}", row.tool, space_of(row), **told)
    return _submission(row).model_copy(update=values)


def _check_ready(row: Row[Any], one: Offered) -> None:
    if row.seen_hash != one.hash:
        raise Refused(f"tool '{one.tool}' changed while it was being looked at: look again")
    if row.status in [state.value for state in OUT_OF_USE]:
        raise Refused(f"tool '{one.tool}' is {row.status}: it has to be usable before it is public")
    if row.scope == Scope.PUBLIC.value and row.status == ToolStatus.PUBLISHED.value:
        raise Refused(f"tool '{one.tool}' is in the public pool already")


def _registered_by(writing: Writing, source: str) -> str | None:
    query = select(sources.c.created_by).where(sources.c.id == source)
    return writing.connection.execute(query).scalar()


def _worded(text: str, what: str) -> str:
    """The text without secrets; Refused for one that is too long."""
    if len(text) > LONGEST:
        raise Refused(f"a {what} has at most {LONGEST} characters")
    return mask_text(text.strip())


def _examples(given: Sequence[Example]) -> tuple[Example, ...]:
    """Without secrets, each text once; Refused for too many."""
    if len(given) > MOST_EXAMPLES:
        raise Refused(f"at most {MOST_EXAMPLES} examples go with a submission")
    found = {_worded(one.text, "sentence"): one.wanted for one in given}
    return tuple(Example(text=text, wanted=wanted) for text, wanted in found.items() if text)


def _submission(row: Row[Any]) -> Submission:
    return Submission(
        tool=row.tool,
        hash=row.hash,
        declared=row.declared,
        found=row.found,
        address=row.address,
        examples=row.examples or (),
        id=row.id,
        source=row.source,
        space=space_of(row),
        edited=row.edited,
        note=row.note,
        submitted_by=row.submitted_by,
        submitted_at=row.submitted_at,
        state=row.state,
        decided_by=row.decided_by,
        decided_at=row.decided_at,
        reason=row.reason,
    )
