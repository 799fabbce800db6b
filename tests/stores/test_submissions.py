"""Submissions for the public pool: what is approved is what was reviewed, once, by who may."""

import threading
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from sqlalchemy import update

from tests.stores.filling import ANN, FAR, OWN, PRESS, PUBLIC, fill
from tests.stores.test_permissions import person
from tool_registry.base.caller import Caller, Role, Scope
from tool_registry.stores.errors import Forbidden, NoSubmission, NotThere, Refused, Settled
from tool_registry.stores.rows import (
    Admission,
    Example,
    Findings,
    Offered,
    SeenTool,
    Sighting,
    Submission,
    ToolStatus,
)
from tool_registry.stores.space import Space
from tool_registry.stores.store import RegistryStore
from tool_registry.stores.tables import submissions

AUTHOR = person("ann", Role.AUTHOR, Scope.PROJECT)
HEAD = person("hana", Role.OWNER, Scope.PROJECT)
"""Owns the project press."""
OWNER = Caller(user="otto", role=Role.OWNER)
"""May publish, and is in no project."""
OTHER = Caller(user="eve", projects=("forge",), role=Role.AUTHOR)
Decision = Callable[[RegistryStore, Caller, str], Any]
DECISIONS: dict[str, Decision] = {
    "approve": lambda s, c, id: s.submissions.approve(c, id),
    "reject": lambda s, c, id: s.submissions.reject(c, id, "say what it returns"),
    "withdraw": lambda s, c, id: s.submissions.withdraw(c, id),
}


def offered(tool: str, hash: str = "h1") -> Offered:
    return Offered(
        tool=tool,
        hash=hash,
        declared={"name": "turn"},
        found={"en": {"findings": [], "conflicts": [{"text": "like drill", "blocks": False}]}},
    )


def submitted(
    store: RegistryStore, space: Space = PRESS, by: Caller = AUTHOR
) -> tuple[str, Submission]:
    """Id of a source in that space, and the submission of its tool."""
    source, tool = fill(store, space, by)
    [made] = store.submissions.submit(by, [offered(tool)], "for every team")
    return source, made


def test_sentences_are_kept_once_and_not_without_end(store: RegistryStore) -> None:
    _, tool = fill(store, PRESS, AUTHOR)
    said = [Example(text="turn it"), Example(text=" turn it ", wanted=False), Example(text=" ")]
    many = [Example(text=str(number)) for number in range(101)]
    for wrong in (many, [Example(text="x" * 2001)]):
        given = offered(tool).model_copy(update={"examples": tuple(wrong)})
        with pytest.raises(Refused):
            store.submissions.submit(AUTHOR, [given], "")
    given = offered(tool).model_copy(update={"examples": tuple(said), "address": {"kind": "mcp"}})
    [made] = store.submissions.submit(AUTHOR, [given], "")
    read = store.submissions.get(OWNER, made.id)
    assert read.examples == (Example(text="turn it", wanted=False),)
    assert (read.address, read) == ({"kind": "mcp"}, made)


def test_of_older_submissions_neither_address_nor_sentences_are_there(
    store: RegistryStore,
) -> None:
    _, made = submitted(store)
    with store.database.engine.begin() as connection:
        connection.execute(update(submissions).values(address=None, examples=None))
    read = store.submissions.get(OWNER, made.id)
    assert (read.address, read.examples) == (None, ())


def see(store: RegistryStore, source: str, hash: str, **more: Any) -> None:
    seen = [SeenTool(id=f"{source}/turn", hash=hash, declared={"name": "turn"}, **more)]
    store.tools.observe(Sighting(source=source, content=hash), seen, "pinned", PRESS)


def test_what_an_author_submits_is_published_by_a_reviewer_who_does_not_see_its_project(
    store: RegistryStore,
) -> None:
    source, made = submitted(store)
    assert store.submissions.visible(OWNER) == [made]
    assert (made.edited, made.state) == ({"title": "Turn a part"}, "pending")
    with pytest.raises(NotThere):
        store.tools.get(OWNER, made.tool)
    done, state = store.submissions.approve(OWNER, made.id, "thank you")
    assert (done.state, done.decided_by, done.reason) == ("approved", "otto", "thank you")
    assert (state.space, state.status, state.approved_hash) == (
        PUBLIC,
        ToolStatus.PUBLISHED,
        "h1",
    )
    assert store.tools.get(OTHER, made.tool) == store.tools.get(OWNER, made.tool)
    assert store.submissions.visible(OWNER) == []
    assert store.submissions.visible(AUTHOR, settled=True) == [done]
    with pytest.raises(NotThere):
        store.sources.get(OTHER, source)


def test_each_step_is_in_the_audit_of_where_it_belongs(store: RegistryStore) -> None:
    _, first = submitted(store)
    store.submissions.reject(OWNER, first.id, "say what it returns")
    [second] = store.submissions.submit(AUTHOR, [offered(first.tool)], "")
    store.submissions.withdraw(AUTHOR, second.id)
    [third] = store.submissions.submit(AUTHOR, [offered(first.tool)], "")
    store.submissions.approve(OWNER, third.id)
    told = [(row.what, row.who) for row in store.audit.visible(AUTHOR, subject=first.tool)]
    assert told[:7] == [
        ("publish", "otto"),
        ("submission_approved", "otto"),
        ("submit", "ann"),
        ("submission_withdrawn", "ann"),
        ("submit", "ann"),
        ("submission_rejected", "otto"),
        ("submit", "ann"),
    ]
    assert [row.what for row in store.audit.visible(OTHER, subject=first.tool)] == ["publish"]
    assert store.audit.verify().is_whole


@pytest.mark.parametrize("decision", DECISIONS)
def test_somebody_outside_learns_nothing_of_a_submission(
    store: RegistryStore, decision: str
) -> None:
    _, made = submitted(store)
    for outside in (OTHER, FAR, person("tess", Role.TESTER, Scope.PROJECT)):
        assert store.submissions.visible(outside, settled=True) == []
        told: list[str] = []
        for id in (made.id, "submission-0"):
            with pytest.raises(NoSubmission) as refused:
                DECISIONS[decision](store, outside, id)
            told.append(str(refused.value).replace(id, "…"))
            with pytest.raises(NoSubmission):
                store.submissions.get(outside, id)
        assert len(set(told)) == 1
    assert store.submissions.get(AUTHOR, made.id) == made


def test_of_a_personal_tool_only_its_owner_and_reviewers_see_the_submission(
    store: RegistryStore,
) -> None:
    tess = person("tess", Role.TESTER)
    _, made = submitted(store, Space.of(tess, Scope.PERSONAL), tess)
    assert store.submissions.visible(HEAD) == []
    assert store.submissions.visible(OWNER) == store.submissions.visible(tess) == [made]


# Rows: what is done to a submission. Columns: tester, author, owner, admin, of the project and of
# the deployment. `y` may, `o` may do it to the own one only, `-` may not.
GRID = {
    Scope.PROJECT: {
        "submit": "- o y y",
        "withdraw": "- o y y",
        "approve": "- - - y",
        "reject": "- - - y",
    },
    Scope.PUBLIC: {"approve": "- - y y", "reject": "- - y y"},
}
CELLS = [
    (scope, verb, role, mine)
    for scope, rows in GRID.items()
    for verb, role, mine in product(rows, Role, (True, False))
]


@pytest.mark.parametrize(("scope", "verb", "role", "mine"), CELLS)
def test_a_role_may_do_what_the_grid_says_and_nothing_else(
    store: RegistryStore, scope: Scope, verb: str, role: Role, mine: bool
) -> None:
    """A role in the project for a tool of the project; or one in the deployment, for one that is
    the person's own or somebody else's."""
    asking = person("ann" if mine else "bob", role, scope)
    by = AUTHOR if scope is Scope.PROJECT else person("ann", Role.TESTER)
    space = PRESS if scope is Scope.PROJECT else Space.of(by, Scope.PERSONAL)
    source, made = submitted(store, space, by)
    may = GRID[scope][verb].split()[list(Role).index(role)] in ("y", *("o" if mine else ""))
    if verb == "submit":
        store.submissions.withdraw(by, made.id)
        if may:
            store.submissions.submit(asking, [offered(f"{source}/turn")], "")
        else:
            with pytest.raises(Forbidden):
                store.submissions.submit(asking, [offered(f"{source}/turn")], "")
        return
    if may:
        DECISIONS[verb](store, asking, made.id)
        return
    with pytest.raises((Forbidden, NoSubmission)):
        DECISIONS[verb](store, asking, made.id)
    assert store.submissions.get(by, made.id).state == "pending"


def test_who_may_publish_alone_may_approve_the_own_tool_and_nobody_else_may(
    store: RegistryStore,
) -> None:
    alone = Caller(projects=("press",))
    _, made = submitted(store, PRESS, alone)
    assert store.submissions.approve(alone, made.id)[0].state == "approved"
    [row] = [row for row in store.audit.visible(alone) if row.what == "submission_approved"]
    assert row.detail["own"] is True


def test_a_reviewer_who_lost_the_project_leaves_the_own_submission_to_others(
    store: RegistryStore,
) -> None:
    was = person("ann", Role.AUTHOR, Scope.PROJECT).model_copy(update={"role": Role.OWNER})
    now = was.model_copy(update={"project_roles": (("press", Role.TESTER),)})
    _, made = submitted(store, PRESS, was)
    with pytest.raises(Forbidden):
        store.submissions.approve(now, made.id)
    assert store.submissions.approve(OWNER, made.id)[0].decided_by == "otto"


CHANGES: dict[str, Callable[[RegistryStore, str, str], Any]] = {
    "address": lambda s, source, tool: s.sources.change(
        AUTHOR,
        source,
        {"url": "http://127.0.0.1:8/"},
        Admission(
            sighting=Sighting(source=source, content="c"),
            tools=((SeenTool(id=tool, hash="h2"), _as("h2", s, tool)),),
        ),
    ),
    "edit": lambda s, source, tool: s.edits.put(AUTHOR, tool, "effect", "none"),
    "unedit": lambda s, source, tool: s.edits.remove(AUTHOR, tool, "title"),
    "fill": lambda s, source, tool: s.findings.keep(
        AUTHOR, [Findings(tool=tool, kind="model_fills", hash="h1")]
    ),
    "retire": lambda s, source, tool: s.tools.decide(AUTHOR, tool, ToolStatus.RETIRED),
    "quarantine": lambda s, source, tool: see(s, source, "h2", flags=("reads like a prompt",)),
}


def _as(hash: str, store: RegistryStore, tool: str) -> Any:
    state = store.tools.get(AUTHOR, tool)
    return state.model_copy(update={"seen_hash": hash, "approved_hash": hash})


@pytest.mark.parametrize("change", CHANGES)
def test_a_tool_that_changes_after_its_submission_has_to_be_submitted_anew(
    store: RegistryStore, change: str
) -> None:
    source, made = submitted(store)
    CHANGES[change](store, source, made.tool)
    assert store.submissions.get(AUTHOR, made.id).state == "outdated"
    with pytest.raises(Settled, match="not what was submitted"):
        store.submissions.approve(OWNER, made.id)
    assert store.tools.get(AUTHOR, made.tool).space == PRESS
    assert store.submissions.visible(OWNER) == []


def test_that_a_source_is_looked_at_makes_no_submission_void(store: RegistryStore) -> None:
    source, made = submitted(store)
    see(store, source, "h2")
    assert store.submissions.get(AUTHOR, made.id) == made
    assert store.submissions.is_offered_otherwise(made)
    with pytest.raises(Refused, match="changed after it was submitted"):
        store.submissions.approve(OWNER, made.id)
    with pytest.raises(Forbidden):
        store.submissions.outdate(AUTHOR, made.id)
    see(store, source, "h1")
    assert not store.submissions.outdate(OWNER, made.id)
    see(store, source, "h2")
    assert store.submissions.outdate(OWNER, made.id)
    assert store.submissions.get(AUTHOR, made.id).state == "outdated"


def test_another_form_of_a_tool_is_submitted_in_place_of_the_one_that_waits(
    store: RegistryStore,
) -> None:
    source, made = submitted(store)
    see(store, source, "h2")
    [again] = store.submissions.submit(AUTHOR, [offered(made.tool, "h2")], "")
    assert store.submissions.get(AUTHOR, made.id).state == "outdated"
    assert store.submissions.visible(OWNER) == [again]


def test_what_has_not_changed_stays_submitted(store: RegistryStore) -> None:
    source, made = submitted(store)
    store.tools.observe(
        Sighting(source=source, content="more"),
        [SeenTool(id=made.tool, hash="h1"), SeenTool(id=f"{source}/drill", hash="h7")],
        "pinned",
        PRESS,
    )
    assert store.submissions.visible(OWNER) == [made]


def test_what_changed_while_it_was_looked_at_is_not_submitted(store: RegistryStore) -> None:
    _, tool = fill(store, PRESS, AUTHOR)
    with pytest.raises(Refused, match="changed while it was being looked at"):
        store.submissions.submit(AUTHOR, [offered(tool, "h0")], "")
    store.tools.decide(AUTHOR, tool, ToolStatus.RETIRED)
    with pytest.raises(Refused, match="retired"):
        store.submissions.submit(AUTHOR, [offered(tool)], "")


def test_tools_are_submitted_together_or_not_at_all(store: RegistryStore) -> None:
    source, tool = fill(store, PRESS, AUTHOR)
    with pytest.raises(NotThere):
        store.submissions.submit(AUTHOR, [offered(tool), offered(f"{source}/none")], "")
    assert store.submissions.visible(OWNER, settled=True) == []


def test_a_tool_is_submitted_once_and_decided_once(store: RegistryStore) -> None:
    _, made = submitted(store)
    with pytest.raises(Refused, match="submitted already"):
        store.submissions.submit(HEAD, [offered(made.tool)], "")
    store.submissions.reject(OWNER, made.id, "say what it returns")
    for decide in DECISIONS.values():
        with pytest.raises(Settled, match="rejected by otto"):
            decide(store, person("ada", Role.ADMIN), made.id)
    [again] = store.submissions.submit(AUTHOR, [offered(made.tool)], "")
    with pytest.raises(Refused, match="needs a reason"):
        store.submissions.reject(OWNER, again.id, "  ")


def test_two_who_decide_at_once_make_one_decision(store: RegistryStore) -> None:
    _, made = submitted(store)
    starts, told = threading.Barrier(8), list[str]()

    def decide(number: int) -> None:
        reviewer = person(f"r{number}", Role.OWNER)
        starts.wait()
        try:
            DECISIONS[("approve", "reject")[number % 2]](store, reviewer, made.id)
            told.append("done")
        except Settled:
            told.append("settled")

    threads = [threading.Thread(target=decide, args=(number,)) for number in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(told) == ["done", *["settled"] * 7]
    rows = store.audit.visible(AUTHOR, subject=made.tool)
    assert (
        len([row for row in rows if row.what in ("submission_approved", "submission_rejected")])
        == 1
    )


def test_a_published_tool_that_changes_waits_and_is_submitted_again(store: RegistryStore) -> None:
    source, made = submitted(store)
    store.submissions.approve(OWNER, made.id)
    with pytest.raises(Refused, match="in the public pool already"):
        store.submissions.submit(AUTHOR, [offered(made.tool)], "")
    see(store, source, "h2")
    assert store.tools.get(OTHER, made.tool).status is ToolStatus.AWAITING_APPROVAL
    [again] = store.submissions.submit(AUTHOR, [offered(made.tool, "h2")], "")
    assert store.submissions.visible(OTHER, settled=True) == []
    assert store.submissions.approve(OWNER, again.id)[1].approved_hash == "h2"


def test_an_author_cannot_change_what_is_public_past_the_reviewers(store: RegistryStore) -> None:
    source, made = submitted(store)
    store.submissions.approve(OWNER, made.id)
    CHANGES["address"](store, source, made.tool)
    state = store.tools.get(OTHER, made.tool)
    assert (state.status, state.approved_hash) == (ToolStatus.AWAITING_APPROVAL, "h1")
    for forbidden in ("edit", "unedit", "fill"):
        with pytest.raises(Forbidden):
            CHANGES[forbidden](store, source, made.tool)
    with pytest.raises(Forbidden):
        store.tools.approve(AUTHOR, made.tool)


def test_that_a_source_is_trusted_counts_in_its_own_space(store: RegistryStore) -> None:
    source, made = submitted(store)
    store.submissions.approve(OWNER, made.id)
    seen = [SeenTool(id=made.tool, hash="h2"), SeenTool(id=f"{source}/drill", hash="h3")]
    store.tools.observe(Sighting(source=source, content="c2"), seen, "trusted", PRESS)
    states = {one.id: one.status for one in store.tools.visible(AUTHOR, source=source)}
    assert states[made.tool] is ToolStatus.AWAITING_APPROVAL
    assert states[f"{source}/drill"] is ToolStatus.PUBLISHED


def test_secrets_in_a_note_are_masked_and_nothing_is_left_of_a_source_that_is_removed(
    store: RegistryStore,
) -> None:
    source, tool = fill(store, OWN)
    key = "sk-" + "a1B2" * 12
    [made] = store.submissions.submit(ANN, [offered(tool)], f"use {key}")
    assert key not in made.note
    store.sources.remove(ANN, source)
    assert store.submissions.visible(ANN, settled=True) == []
