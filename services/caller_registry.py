"""The registry as one caller works on it by sentence; the verbs are those of the command line."""

from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from pipelines.contracts.answer import Status
from pipelines.messages import Language, say
from pipelines.messages.labels import is_given
from pipelines.onboarding.commands.gateway import Card, Offer, SourceCard, Told
from pipelines.onboarding.commands.proposal import Proposal
from pipelines.onboarding.commands.texts import breaks_text
from pipelines.onboarding.impact import chain_impact
from pipelines.onboarding.planning import Sentence
from pipelines.onboarding.retirement import Usage
from pipelines.onboarding.review import Review, reviews
from pipelines.onboarding.texts import overlap_text, same_name_text
from pipelines.runs.store import RunStore
from services import approving, governing, onboarding
from services.entries import check_remote
from services.errors import InvalidRequest, ServiceError, sentence
from services.governing import RegistryView
from services.onboarding import Look
from services.reading import names_folder
from services.registry import Known, Registry
from services.showing import asked_in_vain
from services.trials import why_of
from tool_registry.base.caller import Caller, Scope
from tool_registry.base.ids import digest
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.graph.matrix import Place
from tool_registry.stores.errors import NotThere, Refused
from tool_registry.stores.rows import ToolStatus
from tool_registry.stores.space import Space

_RUNS, _ASKED = 300, 40
"""So many runs are looked through for so many requests that a change could break."""
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class _Looked(Offer):
    """An offer, with what is needed to take it in."""

    look: Look


class CallerRegistry:
    """See `pipelines.onboarding.commands.gateway.RegistryGateway`."""

    def __init__(
        self,
        registry: Registry,
        runs: RunStore,
        caller: Caller,
        catalogue: Catalogue,
        *,
        runs_commands: bool,
        folder: Path | None = None,
    ) -> None:
        self._registry, self._runs = registry, runs
        self._caller, self._catalogue = caller, catalogue
        self.runs_commands = runs_commands
        self._folder = folder or Path.cwd()

    @property
    def names(self) -> Path:
        """Where the reader keeps the vectors of names."""
        return names_folder(self._registry.settings)

    async def tools(self) -> Sequence[Card]:
        """All tools that the caller sees, by id."""
        known = await self._registry.known(self._caller)
        return sorted(map(self._card, known), key=lambda card: card.id)

    def sources(self) -> Sequence[SourceCard]:
        """All sources that the caller sees, registered ones first."""
        mine = {row.id for row in self._registry.stores.sources.visible(self._caller)}
        cards = [
            SourceCard(
                id=one.config.id,
                name=one.config.id.partition("@")[0],
                place=one.config.place,
                fixed=one.config.id not in mine,
            )
            for one in self._registry.served(self._caller)
            if one.config.id in mine or not one.revision
        ]
        return sorted(cards, key=lambda card: card.fixed)

    async def look(self, proposal: Proposal, language: Language) -> Offer:
        """What registering would bring; nothing is registered, and no tool is called."""
        space, entry = (
            self._space(proposal.scope, proposal.project),
            _located(proposal, self._folder),
        )
        self._check_reach(entry, language)
        self._check_name(space.name_of(proposal.name), entry)
        looked = await _plainly(
            onboarding.look(self._registry, self._caller, proposal.name, entry, space, language),
            language,
        )
        report, raws = looked.report, looked.listing.tools
        fresh = self._registry.parsed([raw for raw in raws if looked.config.tools.allows(raw.name)])
        after = _together(self._catalogue, fresh)
        own = [raw for raw in raws if raw.id in fresh.tools]
        impact = await chain_impact(self._catalogue, after, self.asked(), names=self.names)
        return _Looked(
            source=report.source,
            place=report.place,
            form=digest([[one.id, one.hash] for one, _ in looked.admission.tools]),
            tools=report.tools,
            usable=report.usable,
            functions=report.functions,
            quarantined=_told(report.quarantined),
            kept_back=_told(report.kept_back),
            not_public=_told(report.not_public),
            waiting=report.waiting,
            changed=_told(report.changed),
            gone=report.gone,
            conflicts=_conflicts(reviews(own, after, scope=proposal.scope), after, language),
            nowhere=tuple(fresh.tools[id].title for id in report.nowhere),
            left_out=report.left_out,
            breaks=tuple(breaks_text(impact, after.tools, language)),
            again=report.again,
            look=looked,
        )

    def _check_reach(self, entry: dict[str, JsonValue], language: Language) -> None:
        """Who does not sit at this machine takes neither its programs nor its variables."""
        if self.runs_commands:
            return
        try:
            check_remote(entry, self._registry.settings.open_variables)
        except InvalidRequest as error:
            raise Refused(sentence(error, language)) from error

    async def register(self, offer: Offer) -> None:
        """Registers what was looked at by the same gateway."""
        assert isinstance(offer, _Looked)
        await onboarding.take_in(self._registry, self._caller, offer.look)

    async def objections(self, tool: str, scope: Scope, language: Language) -> Sequence[str]:
        """What keeps a tool out of that scope's pool, one sentence each, with the fix."""
        gateway, one = await self._one(tool)
        catalogue = await gateway.catalogue([one])
        [found] = reviews([one.raw], catalogue, scope=scope)
        return onboarding.objections(found, catalogue, language) if found.blocked else ()

    async def differences(self, tool: str, language: Language) -> Sequence[str]:
        """What changed in a tool since its approval, and what is suspicious about it."""
        gateway, one = await self._one(tool)
        decision = await approving.approval(gateway, [one], language)
        return [says for told in (*decision.tools, *decision.blocked) for says in told.says]

    async def conflicts(self, language: Language) -> Sequence[Told]:
        """Tools of the pool that cannot be told from others."""
        gateway = await self._desk()
        pool = [one for one in gateway.known if one.raw.id in self._catalogue.tools]
        found = await governing.conflicts_of(gateway, pool, language, named=False)
        return [Told(self._catalogue.tools[one.tool].title, one.says) for one in found]

    async def why(self, tool: str, text: str, language: Language) -> Sequence[str]:
        """Stage by stage, why the tool serves the sentence or not; nothing is called."""
        gateway, one = await self._one(tool)
        stages = await why_of(gateway, one, Sentence(id="why", text=text), language)
        return [
            say(
                language,
                "registry_work.why_passed" if stage.passed else "registry_work.why_fell",
                stage=say(language, f"why.stage_{stage.stage}"),
                told=say(language, "common.clause_separator").join(stage.says),
            )
            for stage in stages
        ]

    async def retire(self, tool: str) -> None:
        """Takes a tool out of every pool."""
        gateway, one = await self._one(tool)
        await governing.retire(gateway, [one])

    async def restore(self, tool: str) -> None:
        """Takes a retired tool back, as it was approved."""
        await self._registry.change(
            lambda stores: stores.tools.decide(self._caller, tool, ToolStatus.PUBLISHED)
        )

    async def approve(self, tool: str, form: str) -> None:
        """Takes a tool into the pool in the form that was looked at."""
        gateway, one = await self._one(tool)
        if one.state.seen_hash != form:
            raise Refused(f"tool '{tool}' changed while it was being looked at: look again")
        await approving.approve(gateway, [one])

    async def publish(self, tool: str, scope: Scope, project: str) -> None:
        """Moves a tool into another space."""
        gateway, one = await self._one(tool)
        await governing.publish(gateway, [one], self._space(scope, project))

    async def edit(self, tool: str, path: str, value: JsonValue) -> None:
        """Sets a field of a tool, over what its source says."""
        await self._registry.edit(self._caller, tool, path, value)

    async def remove(self, source: str) -> None:
        """Forgets a registered source and its tools."""
        await governing.remove(self._registry, self._caller, source)

    def usage(self) -> Sequence[Usage]:
        """What runs did with the tools that the caller sees."""
        return [
            Usage(
                tool=row.tool,
                calls=row.succeeded + row.failed,
                failed=row.failed,
                last_used=row.last_used_at,
            )
            for row in self._registry.stores.usage.visible(self._caller)
        ]

    def unmet(self) -> Mapping[Place, int]:
        """How often the caller's team asked for what no tool can do."""
        found = asked_in_vain(RegistryView(self._registry, self._caller, ()), self._catalogue)
        return {place: times for place, times in found.items() if place[2]}

    def asked(self) -> Sequence[Sentence]:
        """Sentences of the caller that came to a chain before, the latest first."""
        found: dict[str, Sentence] = {}
        for run in self._runs.recent(self._caller, _RUNS):
            answer = run.answer
            if run.chain is None or answer is None:
                continue
            if answer.status is Status.SUCCEEDED and answer.intent and len(found) < _ASKED:
                text, place = answer.intent.text, run.chain.environment
                found.setdefault(text, Sentence(id=run.id, text=text, environment=place))
        return list(found.values())

    async def _desk(self) -> RegistryView:
        return await RegistryView.of(self._registry, self._caller)

    async def _one(self, tool: str) -> tuple[RegistryView, Known]:
        """The tool of that id, with all others; NotThere where the caller sees none."""
        gateway = await self._desk()
        found = next((one for one in gateway.known if one.raw.id == tool), None)
        if found is None:
            raise NotThere(tool)
        return gateway, found

    def _card(self, known: Known) -> Card:
        raw, state = known.raw, known.state
        parsed = self._catalogue.tools.get(raw.id)
        return Card(
            id=raw.id,
            name=raw.name,
            title=parsed.title if parsed else raw.title or raw.name,
            other_title=parsed.other_title if parsed else "",
            given=parsed is not None and is_given(parsed),
            source=raw.source,
            status=state.status.value,
            scope=state.space.scope,
            project=state.space.project,
            reasons=state.reasons,
            form=state.seen_hash,
        )

    def _space(self, scope: Scope, project: str) -> Space:
        try:
            return Space.of(self._caller, scope, project)
        except ValueError as error:
            raise Refused(str(error)) from error

    def _check_name(self, id: str, entry: Mapping[str, JsonValue]) -> None:
        """A name that another source has is refused: a sentence does not replace that one."""
        if id in {one.config.id for one in self._registry.declared}:
            raise Refused(f"there is a source '{id}' in the sources file: use another name")
        for row in self._registry.stores.sources.visible(self._caller):
            if row.id == id and _address(row.entry) != _address(entry):
                raise Refused(f"there is another source '{id}': use another name")


async def _plainly(work: Awaitable[T], language: Language) -> T:
    """What the work gives; errors of this layer as one that the road knows."""
    try:
        return await work
    except ServiceError as error:
        raise Refused(str(error.values.get("detail") or sentence(error, language))) from error


def _located(proposal: Proposal, folder: Path) -> dict[str, JsonValue]:
    """The entry with files of this machine by their whole paths, which begin in that folder."""
    entry = dict(proposal.entry)
    if "module" in entry:
        entry["path"] = str(folder)
    document = entry.get("document")
    if isinstance(document, str) and "://" not in document:
        entry["document"] = str((folder / Path(document).expanduser()).resolve())
    return entry


def _address(entry: Mapping[str, JsonValue]) -> list[JsonValue]:
    """What makes two entries the same source."""
    return [entry.get(key) for key in ("url", "command", "args", "document", "module")]


def _together(before: Catalogue, fresh: Catalogue) -> Catalogue:
    """The pool with new tools in it, in the words of the pool."""
    return replace(before, tools=MappingProxyType({**before.tools, **fresh.tools}))


def _told(reported: Iterable[onboarding.Told]) -> tuple[Told, ...]:
    return tuple(Told(one.tool, one.says) for one in reported)


def _conflicts(found: Iterable[Review], after: Catalogue, language: Language) -> tuple[str, ...]:
    """Same names and overlaps that block, each said of the new tool."""
    said = list[str]()
    for one in found:
        title = after.tools[one.tool].title
        alike = [same_name_text(same, language) for same in one.same_names if same.blocks]
        alike += [
            overlap_text(other, after.tools, language)
            for other in one.overlaps
            if other.verdict.blocks
        ]
        said += [say(language, "registry_work.told", title=title, says=text) for text in alike]
    return tuple(said)
