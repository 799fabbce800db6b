"""The verbs that decide about tools: what is wrong, who may use them, what would break."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from weakref import WeakKeyDictionary

from pipelines.filter import Finder
from pipelines.messages import Language
from pipelines.onboarding.impact import ImpactReport, chain_impact, changed_tools
from pipelines.onboarding.planning import without
from pipelines.onboarding.retirement import Usage, retirement
from pipelines.onboarding.review import Review, reviews
from pipelines.onboarding.texts import (
    impact_text,
    overlap_text,
    retiree_text,
    same_name_text,
)
from services.errors import InvalidRequest, NotFound, Unavailable
from services.overlay import Overlay, with_edits
from services.reading import names_folder
from services.registry import Known, Registry
from services.registry_reports import Report, Told, objections
from services.sentences import sentences
from tool_registry.base.caller import Caller, Scope
from tool_registry.base.redaction import mask_text
from tool_registry.catalogue import Catalogue
from tool_registry.governance.overlap import Verdict
from tool_registry.model import RawTool
from tool_registry.stores.errors import NotThere, Refused
from tool_registry.stores.rows import Edit, ToolState, ToolStatus
from tool_registry.stores.space import Space

SENTENCES = 24
"""So many example sentences are planned anew for one decision."""
_KEPT = 8
_Change: TypeAlias = tuple[int, Caller, frozenset[str], frozenset[str]]
"""Revision, whose pool, and the tools in it before and after."""
_LOOKED: WeakKeyDictionary[Registry, dict[_Change, ImpactReport]] = WeakKeyDictionary()
"""What changes would do, as long as nothing else changes: it takes long to find out."""


class Effects(Report):
    """What a decision does to example sentences, those of the start page among them."""

    changed: tuple[str, ...]
    planned: int
    """Of those that the tools can reach, so many can be done before it or after it."""
    total: int


class Decision(Report):
    """Tools about which somebody decides, and what there is to know before."""

    tools: tuple[Told, ...]
    blocked: tuple[Told, ...]
    """What stands against it, with the fix; nothing happens while there is any."""
    effects: Effects = Effects(changed=(), planned=0, total=0)


class Retirable(Report):
    """A tool that fails or that nobody uses."""

    tool: str
    why: str
    text: str
    breaks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RegistryView:
    """What a person sees of the registry: the tools known, and the catalogue with all of them."""

    registry: Registry
    caller: Caller
    known: tuple[Known, ...]

    @property
    def finder(self) -> Finder:
        """Finds tools as the road does, so that what is explained is what happens."""
        return self.registry.finder

    @property
    def names(self) -> Path:
        """Where the reader keeps the vectors of names."""
        return names_folder(self.registry.settings)

    @classmethod
    async def of(cls, registry: Registry, caller: Caller) -> "RegistryView":
        """As it is now."""
        return cls(registry, caller, tuple(await registry.known(caller)))

    def one(self, name: str) -> Known:
        """The tool of that id or name; NotFound where the caller sees none, InvalidRequest where
        several have the name."""
        found = [one for one in self.known if one.raw.id == name]
        found = found or [one for one in self.known if one.raw.name == name]
        if not found:
            raise NotFound("services.no_tool", name=name)
        if len(found) > 1:
            ids = ", ".join(one.raw.id for one in found)
            raise InvalidRequest("registry.several", name=name, ids=ids)
        return found[0]

    def some(self, names: Sequence[str], source: str | None = None) -> list[Known]:
        """The tools of these ids, names or sources; all of the source, or all, without names."""
        if not names:
            return [one for one in self.known if source in (None, *_names_of(one))]
        found: dict[str, Known] = {}
        for name in names:
            of_source = [one for one in self.known if name in _names_of(one)]
            found |= {one.raw.id: one for one in of_source or [self.one(name)]}
        return list(found.values())

    async def catalogue(self, chosen: Sequence[Known]) -> Catalogue:
        """The pool's catalogue; one that is made anew where a chosen tool is not in the pool."""
        pool = await pool_of(self.registry, self.caller)
        if pool is not None and all(one.raw.id in pool.tools for one in chosen):
            return pool
        wanted = {one.raw.id for one in chosen} | set(pool.tools if pool is not None else ())
        made = self.registry.parsed([one.raw for one in self.known if one.raw.id in wanted])
        return Overlay.of(self.registry.stores, self.caller, ()).laid_on(made)

    async def reviewed(self, chosen: Sequence[Known]) -> tuple[list[Review], Catalogue]:
        """The tools from all sides, each for the pool that it is in."""
        catalogue = await self.catalogue(chosen)
        found: dict[str, Review] = {}
        for each in Scope:
            group = [one.raw for one in chosen if one.state.space.scope is each]
            if group:
                found |= {one.tool: one for one in reviews(group, catalogue, scope=each)}
        return [found[one.raw.id] for one in chosen], catalogue

    def catalogue_for(
        self, space: Space, chosen: Sequence[RawTool], edits: Sequence[Edit] = ()
    ) -> Catalogue:
        """What those to whom the space is open have in common, with the chosen tools, and with
        what people have set; `edits`: what they have set of tools that the caller does not see."""
        made = self.as_read(space, chosen)
        return with_edits(made, (*self.registry.stores.edits.visible(self.caller), *edits))

    def as_read(self, space: Space, chosen: Sequence[RawTool]) -> Catalogue:
        """The same before anybody has set anything."""
        wanted = {one.id for one in chosen}
        others = [
            one.raw
            for one in self.known
            if one.raw.id not in wanted
            and one.state.status is ToolStatus.PUBLISHED
            and one.state.space.rank >= space.rank
        ]
        return self.registry.parsed([*others, *chosen])


async def pool_of(registry: Registry, caller: Caller) -> Catalogue | None:
    """The caller's catalogue; None where there is no tool to use."""
    try:
        return await registry.catalogue(caller)
    except Unavailable:
        return None


async def conflicts_of(
    view: RegistryView, chosen: Sequence[Known], language: Language, *, named: bool
) -> list[Told]:
    """Tools with names or meanings that others have, with what to do.

    `named`: tools that were asked for by name are also compared with those that are close."""
    found, catalogue = await view.reviewed(chosen)
    if not named:
        found = [_settled_left_out(one) for one in found]
    told = [Told(tool=one.tool, says=conflict_texts(one, catalogue, language)) for one in found]
    return [one for one in told if one.says]


async def publication(
    view: RegistryView, chosen: Sequence[Known], space: Space, language: Language
) -> Decision:
    """What publishing the tools to that space would do, and what stands against it."""
    raws = [one.raw for one in chosen]
    catalogue = view.catalogue_for(space, raws)
    found = reviews(raws, catalogue, scope=space.scope)
    before = without(catalogue, frozenset(one.raw.id for one in chosen))
    report = await _impact(view, before, catalogue)
    told = (Told(tool=one.tool, says=conflict_texts(one, catalogue, language)) for one in found)
    return Decision(
        tools=tuple(told),
        blocked=blocked_by(found, catalogue, language),
        effects=_effects(report, catalogue, language),
    )


async def publish(view: RegistryView, chosen: Sequence[Known], space: Space) -> list[ToolState]:
    """Moves the tools into the space; Refused for one that changed since its approval."""
    return await view.registry.change(
        lambda stores: [stores.tools.publish(view.caller, one.raw.id, space) for one in chosen]
    )


async def retirable(view: RegistryView, language: Language) -> list[Retirable]:
    """Public tools that fail or that nobody uses, with the sentences that would break."""
    catalogue = await view.registry.catalogue(view.caller)
    states = {one.raw.id: one.state for one in view.known}
    scoped = {
        id: tool.model_copy(update={"scope": states[id].space.scope})
        for id, tool in catalogue.tools.items()
        if id in states
    }
    usage = [
        Usage(
            tool=one.tool,
            calls=one.succeeded + one.failed,
            failed=one.failed,
            last_used=one.last_used_at,
            since=states[one.tool].changed_at if one.tool in states else None,
        )
        for one in view.registry.stores.usage.visible(view.caller)
    ]
    known = {one.tool for one in usage}
    usage += [
        Usage(tool=id, since=state.changed_at) for id, state in states.items() if id not in known
    ]
    found = await retirement(
        Catalogue(scoped, catalogue.lexicon, catalogue.environments, catalogue.documents),
        usage,
        sentences(),
        now=view.registry.stores.database.clock.now(),
        finder=view.finder,
        names=view.names,
    )
    return [
        Retirable(
            tool=one.tool,
            why=one.why,
            text=retiree_text(one, language),
            breaks=tuple(impact_text(each, catalogue.tools, language) for each in one.breaks),
        )
        for one in found
    ]


async def effects_without(
    view: RegistryView, chosen: Sequence[Known], language: Language
) -> Effects:
    """What example sentences would come to without the tools."""
    catalogue = await pool_of(view.registry, view.caller)
    if catalogue is None:
        return Effects(changed=(), planned=0, total=0)
    rest = without(catalogue, frozenset(one.raw.id for one in chosen))
    report = await _impact(view, catalogue, rest)
    return _effects(report, catalogue, language)


async def _impact(view: RegistryView, before: Catalogue, after: Catalogue) -> ImpactReport:
    """Whoever agrees has seen it: what was just looked at is not looked at again."""
    kept = _LOOKED.setdefault(view.registry, {})
    ids = (frozenset(before.tools), frozenset(after.tools))
    key = (view.registry.stores.revision(), view.caller, *ids)
    if key not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        changed = changed_tools(before, after).values()
        kept[key] = await chain_impact(
            before,
            after,
            sentences({one.name for versions in changed for one in versions}),
            most=SENTENCES,
            finder=view.finder,
            names=view.names,
        )
    return kept[key]


async def retire(view: RegistryView, chosen: Sequence[Known], reason: str = "") -> list[ToolState]:
    """Takes the tools out of use, with all that is known of them kept; their authors read why."""
    why = (mask_text(reason.strip()),) if reason.strip() else ()
    return await view.registry.change(
        lambda stores: [
            stores.tools.decide(view.caller, one.raw.id, ToolStatus.RETIRED, reasons=why)
            for one in chosen
        ]
    )


async def restore(view: RegistryView, chosen: Sequence[Known]) -> list[ToolState]:
    """Takes retired tools back as they were approved; Refused for one that changed since."""
    return await view.registry.change(
        lambda stores: [
            stores.tools.decide(view.caller, one.raw.id, ToolStatus.PUBLISHED)
            for one in chosen
            if one.state.status is ToolStatus.RETIRED
        ]
    )


def registered(registry: Registry, caller: Caller, source: str) -> str:
    """Id of a registered source, by id or name.

    Refused for one of the sources file; NotThere where the caller sees none.
    """
    rows = registry.stores.sources.visible(caller)
    found = [row.id for row in rows if source == row.id] or [
        row.id for row in rows if source == row.name
    ]
    if not found and source in {one.config.id for one in registry.declared}:
        reason = f"'{source}' is declared in {registry.settings.sources}: remove it from that file"
        raise Refused(reason)
    if not found:
        raise NotThere(source)
    return found[0]


async def remove(registry: Registry, caller: Caller, source: str) -> str:
    """Forgets a registered source; what cannot be removed is as in `registered`."""
    id = registered(registry, caller, source)
    await registry.change(lambda stores: stores.sources.remove(caller, id))
    return id


def _names_of(known: Known) -> tuple[str, str]:
    return known.raw.source, known.raw.source.partition("@")[0]


def _settled_left_out(review: Review) -> Review:
    """Without the tools from which something tells it apart."""
    open_ones = tuple(one for one in review.overlaps if one.verdict is not Verdict.TWIN)
    return review.model_copy(update={"overlaps": open_ones})


def conflict_texts(review: Review, catalogue: Catalogue, language: Language) -> tuple[str, ...]:
    """Names and meanings that others have, one sentence each."""
    said = [same_name_text(one, language) for one in review.same_names]
    said += [overlap_text(one, catalogue.tools, language) for one in review.overlaps]
    return tuple(said)


def blocked_by(
    found: Sequence[Review], catalogue: Catalogue, language: Language
) -> tuple[Told, ...]:
    """What keeps tools out, each with the fix."""
    return tuple(
        Told(tool=one.tool, says=objections(one, catalogue, language))
        for one in found
        if one.blocked
    )


def _effects(report: ImpactReport, catalogue: Catalogue, language: Language) -> Effects:
    # What cannot be done either way loses nothing.
    told = [one for one in report.impacts if one.change != "reason"]
    return Effects(
        changed=tuple(impact_text(one, catalogue.tools, language) for one in told),
        planned=report.served,
        total=report.total,
    )
