"""Taking a source of tools into the registry: looked at first, then registered in one step."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipelines.messages import Language, say
from pipelines.onboarding.review import Review, reviews
from pipelines.onboarding.texts import changes_told
from services.errors import InvalidRequest
from services.likeness import alike
from services.observing import content_of, seen_tool
from services.overlay import with_edits
from services.previewing import Preview, Verdict, previews
from services.registry import Registry
from services.registry_reports import Report, Told, objections
from tool_registry.base.caller import Caller, Scope
from tool_registry.base.errors import CallNotSent, ConfigurationError
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.governance.approval import breaks_calls, changes
from tool_registry.governance.findings import Severity, blocks
from tool_registry.governance.lint import lint
from tool_registry.model import RawTool
from tool_registry.sources.config import SourceConfig
from tool_registry.sources.listing import Listing, chosen
from tool_registry.stores.approval import as_reviewed
from tool_registry.stores.errors import NotThere
from tool_registry.stores.rows import Admission, Edit, SeenTool, Sighting, ToolState, ToolStatus
from tool_registry.stores.space import Space

_FIELDS = 6
"""So many changed fields of a tool are told."""
Entry = dict[str, JsonValue]


class Changed(Told):
    """A tool that its source offers otherwise than before."""

    breaking: bool
    """True where calls that were right before may fail, or do something else."""


class ImportReport(Report):
    """What an import brings, and what it leaves out."""

    source: str
    """Id of the source in its space."""
    place: str
    scope: Scope
    environments: tuple[str, ...]
    """Those that its entry names."""
    tools: int
    functions: dict[str, int]
    """How many usable tools create, query, operate, verify, delete."""
    usable: int
    left_out: tuple[str, ...]
    """What of the source became no tool, each with its place."""
    not_chosen: int
    """Tools that `include` and `exclude` leave out."""
    quarantined: tuple[Told, ...]
    """They read like instructions to a model: out of use until a person takes them."""
    kept_back: tuple[Told, ...]
    """They cannot be used as they are."""
    not_public: tuple[Told, ...]
    """Not good enough for the public pool: only whoever imported them has them."""
    waiting: tuple[str, ...]
    """Changed, or new, in the public pool, where the caller may not approve: nobody can use them
    until somebody who may looks at them. Submitting them anew asks for that."""
    nowhere: tuple[str, ...]
    """They name no environment, so that no request can use them."""
    warnings: int
    new: tuple[str, ...]
    changed: tuple[Changed, ...]
    gone: tuple[str, ...]
    again: bool
    """True where the source was there before: this is an update."""
    voided: tuple[str, ...] = ()
    """Tools whose submissions wait for a review, and become void by this."""
    alike: int = 0
    """So many of the tools are like tools of other sources that are in use already."""
    previews: tuple[Preview, ...] = ()
    """The tools one by one, `PREVIEWS` of them; those with errors first."""

    @property
    def changes_what_was_approved(self) -> bool:
        """True where tools in use would become other ones, or go."""
        return self.again and bool(self.changed or self.gone)


@dataclass(frozen=True, slots=True)
class Look:
    """A source that was looked at, ready to be taken in."""

    name: str
    entry: Entry
    space: Space
    config: SourceConfig
    listing: Listing
    admission: Admission
    report: ImportReport


async def look(
    registry: Registry,
    caller: Caller,
    name: str,
    entry: Entry,
    space: Space,
    language: Language,
) -> Look:
    """What importing the source would do; nothing is registered, and none of its tools is called.

    InvalidRequest for an entry that cannot be used, a document that cannot be read, and where
    nobody answers.
    """
    try:
        config, listing = await registry.look(name, entry, space)
    except (ConfigurationError, CallNotSent) as error:
        raise InvalidRequest("registry.bad_source", name=name, detail=str(error)) from error
    tools = list(chosen(listing, config).tools)
    if not tools:
        count = len(listing.tools)
        raise InvalidRequest("registry.nothing_offered", place=config.place, count=count)
    judge = _Judge(registry, caller, config, space)
    verdicts = [judge.verdict(tool, found) for tool, found in await judge.reviewed(tools)]
    mark = Sighting(
        source=config.id,
        content=content_of(config, chosen(listing, config).content_hash),
    )
    admission = Admission(sighting=mark, tools=tuple((one.seen, one.state) for one in verdicts))
    report = _report(judge, listing, verdicts, language)
    report = _beside_others(report, await alike(registry, caller, tools, config.id))
    return Look(name, entry, space, config, listing, admission, report)


def _beside_others(report: ImportReport, alike: Mapping[str, tuple[str, ...]]) -> ImportReport:
    previews = tuple(
        one.model_copy(update={"like": alike.get(one.id, ())}) for one in report.previews
    )
    return report.model_copy(update={"alike": len(alike), "previews": previews})


async def take_in(registry: Registry, caller: Caller, found: Look) -> None:
    """Registers what was looked at, its tools in their states from the first moment on."""
    if found.report.again:
        await registry.replace(caller, found.config.id, found.entry, found.admission)
    else:
        await registry.register(
            caller, found.name, found.entry, found.space, admission=found.admission
        )
    registry.keep(found.listing)


class _Judge:
    """Decides what becomes of each tool of one source."""

    def __init__(
        self, registry: Registry, caller: Caller, config: SourceConfig, space: Space
    ) -> None:
        self.registry, self.caller = registry, caller
        self.config, self.space = config, space
        stores = registry.stores
        self.before = {one.id: one for one in stores.tools.visible(caller, source=config.id)}
        self.approved = stores.tools.approved_forms(caller, config.id)
        self.registered_by = _registered_by(registry, caller, config.id)
        self.again = self.registered_by is not None
        self.catalogue: Catalogue | None = None
        self.edits = [one for one in stores.edits.visible(caller) if one.tool in self.before]

    async def reviewed(self, tools: Sequence[RawTool]) -> list[tuple[RawTool, Review]]:
        """Each tool with its review for the pool that it is meant for."""
        public = any(self._target(tool.id).scope is Scope.PUBLIC for tool in tools)
        others = await self._pool() if public else []
        mine = {tool.id for tool in tools}
        catalogue = self.registry.parsed([*tools, *(t for t in others if t.id not in mine)])
        catalogue = self.catalogue = with_edits(catalogue, self.edits)
        found: dict[str, Review] = {}
        for scope in Scope:
            group = [tool for tool in tools if self._target(tool.id).scope is scope]
            if group:
                found |= {one.tool: one for one in reviews(group, catalogue, scope=scope)}
        return [(tool, found[tool.id]) for tool in tools]

    def verdict(self, raw: RawTool, review: Review) -> Verdict:
        """The tool's state: in use, in quarantine, kept back, or not for the public."""
        seen, space = seen_tool(raw, self.config, review.poisoned), self._target(raw.id)
        before, status = self.before.get(raw.id), ToolStatus.PUBLISHED
        reasons: tuple[str, ...] = ()
        if before is not None and _stays(before, seen):
            return Verdict(raw, review, seen, before)
        if seen.flags:
            status, reasons = ToolStatus.QUARANTINED, seen.flags
        elif review.blocked:
            reasons = _rules(review)
            if space.scope is not Scope.PUBLIC or self._unfit(raw):
                status = ToolStatus.DRAFT
            else:
                space = self._own()
        if before is not None and before.status is ToolStatus.RETIRED:
            status, reasons = before.status, before.reasons
        state = ToolState(
            id=raw.id,
            source=self.config.id,
            status=status,
            space=space,
            seen_hash=seen.hash,
            approved_hash=seen.hash if status is ToolStatus.PUBLISHED else None,
            reasons=reasons,
        )
        state = as_reviewed(self.caller, before, state, self.registered_by)
        return Verdict(raw, review, seen, state)

    def is_changed(self, one: Verdict) -> bool:
        """True for a tool that was there before in another form: the approved one, if any."""
        before = self.before.get(one.raw.id)
        known = (before.approved_hash or before.seen_hash) if before is not None else None
        return known not in (None, one.seen.hash) and not self.is_new(one)

    def is_new(self, one: Verdict) -> bool:
        """True for a tool that was not there, or that nobody has approved yet."""
        before = self.before.get(one.raw.id)
        waits = before is not None and before.status is ToolStatus.AWAITING_APPROVAL
        return before is None or (waits and before.approved_hash is None)

    def voided(self, verdicts: Iterable[Verdict]) -> tuple[str, ...]:
        """The tools whose waiting submissions become void."""
        seen = {one.raw.id: one.seen.hash for one in verdicts}
        return self.registry.stores.submissions.voided(self.caller, self.config.id, seen)

    def change_of(self, one: Verdict, language: Language) -> Changed:
        """What changed in a tool since its approval, as far as that was kept."""
        known = self.approved.get(one.raw.id)
        found = changes(RawTool.model_validate(known), one.raw) if known else ()
        said = changes_told(found, _FIELDS, language)
        return Changed(
            tool=one.raw.id,
            says=said or (say(language, "registry.changed_address"),),
            breaking=any(breaks_calls(change, found) for change in found),
        )

    @property
    def corrected(self) -> dict[str, list[Edit]]:
        """What people have set, by tool."""
        found: dict[str, list[Edit]] = {}
        for one in self.edits:
            found.setdefault(one.tool, []).append(one)
        return found

    def _target(self, id: str) -> Space:
        """Where the tool is to be: what was published further stays there."""
        before = self.before.get(id)
        wider = before is not None and before.space.rank > self.space.rank
        return before.space if before is not None and wider else self.space

    def _unfit(self, raw: RawTool) -> bool:
        """True for a tool that not even its importer can use."""
        assert self.catalogue is not None
        return blocks(lint(raw, self.catalogue, "private"))

    def _own(self) -> Space:
        return Space.of(self.caller, Scope.PERSONAL)

    async def _pool(self) -> list[RawTool]:
        """The tools in use of all to whom this space is open."""
        return [
            one.raw
            for one in await self.registry.known(self.caller)
            if one.state.status is ToolStatus.PUBLISHED and one.state.space.rank >= self.space.rank
        ]


def _stays(before: ToolState, seen: SeenTool) -> bool:
    """True for a tool that is used as it is offered, or that was taken out of use so."""
    in_use = before.status is ToolStatus.PUBLISHED and before.approved_hash == seen.hash
    return before.seen_hash == seen.hash and (in_use or before.status is ToolStatus.RETIRED)


def _registered_by(registry: Registry, caller: Caller, id: str) -> str | None:
    """None where the source is not there."""
    try:
        return registry.stores.sources.get(caller, id).created_by
    except NotThere:
        return None


def _rules(review: Review) -> tuple[str, ...]:
    """Why a tool is kept back, in the words of the rules."""
    found = [one.rule for one in review.findings if one.severity is Severity.ERROR]
    found += [f"same_name_{one.likeness}" for one in review.same_names if one.blocks]
    found += [f"overlap_{one.verdict}" for one in review.overlaps if one.verdict.blocks]
    return tuple(dict.fromkeys(found))


def _report(
    judge: _Judge, listing: Listing, verdicts: Sequence[Verdict], language: Language
) -> ImportReport:
    config = judge.config
    catalogue = judge.catalogue
    assert catalogue is not None
    tools = catalogue.tools
    usable = [one for one in verdicts if one.state.status is ToolStatus.PUBLISHED]

    def told(chosen: Iterable[Verdict]) -> tuple[Told, ...]:
        return tuple(
            Told(tool=one.raw.id, says=objections(one.review, catalogue, language))
            for one in chosen
        )

    return ImportReport(
        source=config.id,
        place=config.place,
        scope=judge.space.scope,
        environments=tuple(config.environments),
        tools=len(verdicts),
        functions=_by_function(tools[one.raw.id].function.value for one in usable),
        usable=len(usable),
        left_out=listing.notes,
        not_chosen=len(listing.tools) - len(verdicts),
        quarantined=told(one for one in verdicts if one.state.status is ToolStatus.QUARANTINED),
        kept_back=told(one for one in verdicts if one.state.status is ToolStatus.DRAFT),
        not_public=told(one for one in usable if one.state.space.rank < judge.space.rank),
        waiting=tuple(
            one.raw.id for one in verdicts if one.state.status is ToolStatus.AWAITING_APPROVAL
        ),
        nowhere=tuple(one.raw.id for one in usable if not tools[one.raw.id].environments),
        warnings=sum(
            finding.severity is Severity.WARNING
            for one in verdicts
            for finding in one.review.findings
        ),
        new=tuple(one.raw.id for one in verdicts if judge.is_new(one)),
        changed=tuple(judge.change_of(one, language) for one in verdicts if judge.is_changed(one)),
        gone=tuple(sorted(judge.before.keys() - {one.raw.id for one in verdicts})),
        voided=judge.voided(verdicts),
        again=judge.again,
        previews=previews(verdicts, catalogue, judge.corrected, language),
    )


def _by_function(functions: Iterable[str]) -> dict[str, int]:
    return dict(Counter(functions).most_common())
