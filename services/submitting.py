"""The road into the public pool for those who may not publish: submitted by an author, decided by a
reviewer. What was looked at is kept with the submission, and is what is taken in."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, cast

from pipelines.messages import LANGUAGES, Language, say
from pipelines.messages.labels import title_of
from pipelines.onboarding.planning import Sentence
from pipelines.onboarding.review import Review
from pipelines.onboarding.texts import overlap_text, same_name_text
from pipelines.onboarding.why import Stage
from services.addresses import SubmittedAddress, address_now, address_shown
from services.errors import InvalidRequest
from services.governing import RegistryView
from services.linting import public_reviews
from services.registry import Known, Registry
from services.registry_reports import Finding, Report, Told, findings_of, objections
from services.trials import tried
from services.workshop.comparing import Beside, Rival
from services.workshop.earlier import Earlier, earlier
from services.workshop.listing import owners
from tool_registry.base.caller import Caller, Scope
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.governance.approval import approval_hash
from tool_registry.governance.danger import destroys, is_unsaid
from tool_registry.governance.findings import blocks
from tool_registry.governance.naming import Names
from tool_registry.governance.subject import Subject
from tool_registry.model import RawTool, ToolEssentialModel
from tool_registry.stores.errors import Refused
from tool_registry.stores.permissions import may_review
from tool_registry.stores.rows import (
    OUT_OF_USE,
    Edit,
    Example,
    Offered,
    Submission,
    SubmissionState,
    ToolState,
    ToolStatus,
)
from tool_registry.stores.space import Space
from tool_registry.vocabulary.language import language_of

NOT_OFFERED = frozenset({"pending", Scope.PUBLIC, *OUT_OF_USE})
"""Tools that stand so are not submitted with the others of their source."""


class Conflict(Report):
    """One tool of the public pool with the same name, or with a meaning that is close."""

    text: str
    blocks: bool
    """True where the tool cannot be public beside that one."""


class SubmissionCard(Report):
    """A submission, with what lint and comparison found when it was made."""

    id: str
    tool: str
    title: str
    """As the reader can read it."""
    scope: Scope
    project: str
    hash: str
    """Of all that the approval is for."""
    note: str
    submitted_by: str
    submitted_at: float
    state: SubmissionState
    decided_by: str | None
    decided_at: float | None
    reason: str
    findings: tuple[Finding, ...]
    conflicts: tuple[Conflict, ...]
    does: FunctionType | None = None
    """What a call of it does to data, as the tool is understood with what people have set; in a
    list, of those that wait."""
    destroys: bool = False
    """By its method, name and path, too, whatever its texts say."""
    same_name: tuple[str, ...] = ()
    """Public tools that have its name now, or one that a reader takes for it."""
    unsaid: bool = False
    """True where it destroys, and neither title nor description says so."""
    sentences: int = 0
    """So many of its author's go with it."""


class SubmissionDetail(SubmissionCard):
    """The same with the tool as it was submitted."""

    declared: dict[str, Any]
    edited: dict[str, Any]
    """Fields that a person had set, by path."""
    address: SubmittedAddress | None
    """Where its source is, and how calls get there; None where that was not kept."""
    examples: tuple[Example, ...]
    """Sentences by which its author tried it."""
    objections: tuple[str, ...]
    """What keeps it out of the public pool as that is now, with the fix; for who may decide."""
    nearest: tuple[Rival, ...]
    """The public tools that come nearest to it now, whether they conflict with it or not."""
    earlier: Earlier | None
    """The rejection of the same tool before this, and what changed since."""


class Submitted(Report):
    """What came of submitting tools; nothing is submitted while anything is blocked."""

    blocked: tuple[Told, ...]
    submissions: tuple[SubmissionCard, ...]


class Approved(Report):
    """An approved submission, and the tool's state in the public pool."""

    submission: SubmissionCard
    state: ToolState


def standings(registry: Registry, caller: Caller, chosen: Iterable[Known]) -> dict[str, str]:
    """Tool → how far it has come on the way into the public pool: under review (`pending`), in use
    in a scope, or else its status."""
    states = {one.raw.id: one.state for one in chosen}
    waiting = registry.stores.submissions.under_review(caller, states)
    return {id: "pending" if id in waiting else _stands(state) for id, state in states.items()}


def _stands(state: ToolState) -> str:
    return state.space.scope if state.status is ToolStatus.PUBLISHED else state.status


async def submit(
    view: RegistryView,
    chosen: Sequence[Known],
    note: str,
    language: Language,
    examples: Sequence[Example] = (),
) -> Submitted:
    """Submits the tools for the public pool, all of them or none; of several, those that are
    neither there nor submitted, as long as there are any.

    Refused and Forbidden as `SubmissionRepository.submit` has it; InvalidRequest for sentences
    that nobody knows which of several tools they are for."""
    if examples and len(chosen) > 1:
        raise InvalidRequest("registry.examples_of_one")
    if len(chosen) > 1:
        standing = standings(view.registry, view.caller, chosen)
        chosen = [one for one in chosen if standing[one.raw.id] not in NOT_OFFERED] or chosen
    if waits := [one.raw.id for one in chosen if one.offered is not None]:
        raise InvalidRequest("registry.update_first", tools=", ".join(waits))
    found, catalogue = public_reviews(view, [one.raw for one in chosen])
    blocked = tuple(
        Told(tool=one.tool, says=_faults(one, catalogue, language))
        for one in found
        if one.poisoned or blocks(one.findings)
    )
    if blocked:
        return Submitted(blocked=blocked, submissions=())
    offered = [
        _offered(known, review, catalogue).model_copy(
            update={"address": address_now(view, known), "examples": tuple(examples)}
        )
        for known, review in zip(chosen, found, strict=True)
    ]
    made = view.registry.stores.submissions.submit(view.caller, offered, note)
    return Submitted(blocked=(), submissions=tuple(card(one, language) for one in made))


def card(one: Submission, language: Language) -> SubmissionCard:
    """What is shown of a submission."""
    return SubmissionCard(**_told(one, language))


def cards(
    view: RegistryView, found: Sequence[Submission], language: Language
) -> list[SubmissionCard]:
    """What is shown of several, with what those that wait do to data."""
    waiting = [one for one in found if one.state == "pending"]
    doing: dict[str, dict[str, Any]] = {}
    if waiting:
        raws = [RawTool.model_validate(one.declared) for one in waiting]
        edits = [edit for one in waiting for edit in _edits(one)]
        catalogue = view.catalogue_for(Space.of(view.caller, Scope.PUBLIC), raws, edits)
        waits = {raw.id for raw in raws}
        names = Names(tool for tool in catalogue.tools.values() if tool.id not in waits)
        doing = {
            raw.id: {
                **_doing(raw, catalogue),
                "same_name": tuple(found.other for found in names.like(raw)),
            }
            for raw in raws
        }
    return [
        made.model_copy(update=doing[one.tool] if one.state == "pending" else {})
        for one in found
        for made in [card(one, language)]
    ]


def _doing(raw: RawTool, catalogue: Catalogue) -> dict[str, Any]:
    """What a call of it does to data, and whether its texts say that it destroys."""
    tool = catalogue.tools[raw.id]
    subject = Subject(raw, tool, catalogue.environments, catalogue.lexicon)
    told = {"destroys": destroys(subject), "unsaid": is_unsaid(subject)}
    return {"does": tool.function, **told}


async def detail(view: RegistryView, id: str, language: Language) -> SubmissionDetail:
    """All of one submission; NoSubmission where the caller sees none of that id."""
    one = view.registry.stores.submissions.get(view.caller, id)
    open_one = one.state == "pending" and may_review(view.caller)
    found, catalogue = _judged(view, one)
    against = objections(found, catalogue, language) if open_one and found.blocked else ()
    if one.state == "pending" and view.registry.stores.submissions.is_offered_otherwise(one):
        against = (say(language, "registry.offered_otherwise"), *against)
    # What waits is judged by what is public now: both parts of the page say the same.
    now = _found(found, catalogue, language) if one.state == "pending" else None
    before = view.registry.stores.submissions.rejected_before(view.caller, one)
    told = before and earlier(before, one, catalogue, partial(_as_read, view), language)
    return SubmissionDetail(
        **_told(one, language, now),
        declared=one.declared,
        **_doing(RawTool.model_validate(one.declared), catalogue),
        edited=one.edited,
        address=address_shown(one, view.registry.environments, language),
        examples=one.examples,
        objections=against,
        nearest=tuple(Beside(catalogue, language, owners(view)).nearest(one.tool)),
        earlier=told,
    )


async def try_out(view: RegistryView, id: str, asked: Sentence) -> list[Stage]:
    """Stage by stage, what the sentence would come to with the tool as it was submitted among
    the public ones; nothing is called. NoSubmission where the caller sees none of that id."""
    one = view.registry.stores.submissions.get(view.caller, id)
    told = await tried(view, one.tool, asked, catalogue_of(view, one))
    first = say(language_of(asked.text), "why.as_submitted")
    return [Stage(stage="registry", passed=True, says=(first,)), *told]


def catalogue_of(view: RegistryView, one: Submission) -> Catalogue:
    """The public tools, with the one as it was submitted."""
    public = Space.of(view.caller, Scope.PUBLIC)
    return view.catalogue_for(public, [RawTool.model_validate(one.declared)], _edits(one))


def _as_read(view: RegistryView, one: Submission) -> ToolEssentialModel:
    raw = RawTool.model_validate(one.declared)
    return view.as_read(Space.of(view.caller, Scope.PUBLIC), [raw]).tools[raw.id]


async def approve(view: RegistryView, id: str, reason: str, language: Language) -> Approved:
    """Publishes what was submitted.

    Refused where it is another by now, or cannot stand in the public pool as that is now."""
    stores, caller = view.registry.stores, view.caller
    one = stores.submissions.get(caller, id)
    if one.state == "pending" and may_review(caller):
        await view.registry.looked(_from(one), one.source)
        if told := _objections(view, one, language):
            raise Refused("; ".join(told))
        if stores.submissions.is_offered_otherwise(one):
            await view.registry.change(lambda stores: stores.submissions.outdate(caller, id))
            raise Refused(say(language, "registry.submitted_otherwise", tool=one.tool))
    done, state = await view.registry.change(
        lambda stores: stores.submissions.approve(caller, id, reason)
    )
    return Approved(submission=card(done, language), state=state)


def _from(one: Submission) -> Caller:
    """Who sees where the tool comes from: its source is asked once more before the decision."""
    return Caller(
        tenant=one.space.tenant,
        user=one.space.owner or one.submitted_by,
        projects=(one.space.project,) if one.space.project else (),
    )


def _judged(view: RegistryView, one: Submission) -> tuple[Review, Catalogue]:
    """What was submitted, as it is judged among the public tools now."""
    raw = RawTool.model_validate(one.declared)
    [found], catalogue = public_reviews(view, [raw], _edits(one))
    return found, catalogue


def _objections(view: RegistryView, one: Submission, language: Language) -> tuple[str, ...]:
    found, catalogue = _judged(view, one)
    return objections(found, catalogue, language) if found.blocked else ()


def _edits(one: Submission) -> list[Edit]:
    return [Edit(tool=one.tool, path=path, value=value) for path, value in one.edited.items()]


def _faults(review: Review, catalogue: Catalogue, language: Language) -> tuple[str, ...]:
    """What has to be put right first: the lint's errors and hidden instructions."""
    bare = review.model_copy(update={"same_names": (), "overlaps": ()})
    return objections(bare, catalogue, language)


def _offered(known: Known, review: Review, catalogue: Catalogue) -> Offered:
    return Offered(
        tool=known.raw.id,
        hash=approval_hash(known.raw, known.served.config.fingerprint),
        declared=known.raw.model_dump(mode="json", exclude_defaults=True),
        found={language: _found(review, catalogue, language) for language in LANGUAGES},
    )


def _found(review: Review, catalogue: Catalogue, language: Language) -> JsonValue:
    """As sentences: the tools that they name may be others, or none, when they are read."""
    bare = review.model_copy(update={"poisoned": ()})
    findings = [one.model_dump(mode="json") for one in findings_of(bare, language)]
    names = [(same_name_text(one, language), one.blocks) for one in review.same_names]
    close = [
        (overlap_text(one, catalogue.tools, language), one.verdict.blocks)
        for one in review.overlaps
    ]
    conflicts = [{"text": text, "blocks": grave} for text, grave in (*names, *close) if text]
    return cast("JsonValue", {"findings": findings, "conflicts": conflicts})


def _told(one: Submission, language: Language, now: JsonValue = None) -> dict[str, Any]:
    """`now`: what is found today; else what was found when it was submitted."""
    found = cast("dict[str, Any]", now or one.found.get(language) or {})
    kept = {"found", "declared", "edited", "source", "space", "address", "examples"}
    whole = one.model_dump(exclude=kept)
    return {
        **whole,
        "title": _title(one, language),
        "scope": one.space.scope,
        "project": one.space.project,
        "sentences": len(one.examples),
        "findings": found.get("findings", ()),
        "conflicts": found.get("conflicts", ()),
    }


def _title(one: Submission, language: Language) -> str:
    return title_of(RawTool.model_validate(one.declared), one.edited, language)
