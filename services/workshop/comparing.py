"""A tool beside those that are close to it, aspect by aspect."""

from collections.abc import Iterator, Sequence

from pipelines.messages import Language, say
from pipelines.messages.labels import (
    action_label,
    argument_labels,
    attribute_label,
    entity_label,
    role_label,
    tool_title,
    value_label,
)
from pipelines.onboarding.texts import overlap_text, same_name_text
from services.governing import RegistryView
from services.registry import Known
from services.registry_reports import Report
from services.workshop.listing import owners
from tool_registry.catalogue import Catalogue
from tool_registry.governance.nearness import are_environment_twins, is_same_kind, nearest
from tool_registry.governance.overlap import Aspect, Comparison, Verdict, compare
from tool_registry.model import ToolEssentialModel

MOST = 12
"""So many tools are laid beside one, the gravest first."""


class Line(Report):
    """One aspect of both."""

    label: str
    same: bool
    tool: tuple[str, ...]
    other: tuple[str, ...]


class Rival(Report):
    """A tool that is close to the one, or has its name."""

    tool: str
    title: str
    text: str
    """What stands between them, and what to do; empty for one that is only the nearest."""
    blocks: bool
    """True where both cannot be public."""
    settled: bool
    """True where something tells them apart."""
    similarity: float
    """Of titles and descriptions, 0 to 1."""
    lines: tuple[Line, ...]
    """Empty where only the name is the same."""
    near: bool = False
    """True for one that is no conflict, but the nearest there is."""
    same_kind: bool = False
    """True where both do the same kind of thing to the same kind of thing."""
    twins: tuple[str, ...] = ()
    """Ids of the same tool in other environments, for which this one stands."""


async def rivals_of(view: RegistryView, known: Known, language: Language) -> list[Rival]:
    """Same names first, then close meanings, the gravest first, then the nearest of the others."""
    [review], catalogue = await view.reviewed([known])
    beside = Beside(catalogue, language, owners(view))
    names = [
        Rival(
            tool=one.other,
            title=beside.title(one.other),
            text=same_name_text(one, language),
            blocks=one.blocks,
            settled=False,
            similarity=1.0,
            lines=(),
        )
        for one in review.same_names
    ]
    close = [beside.rival(one) for one in review.overlaps[:MOST]]
    told = {one.tool for one in close}
    near = [one for one in beside.nearest(known.raw.id) if one.tool not in told]
    return [*names, *close, *near]


class Beside:
    """Lays tools of one catalogue side by side, in a reader's words."""

    def __init__(self, catalogue: Catalogue, language: Language, owners: dict[str, str]) -> None:
        """`owners`: source → who registered it."""
        self.catalogue, self.lexicon = catalogue, catalogue.lexicon
        self.language: Language = language
        self.owners = owners

    def title(self, id: str) -> str:
        """As the reader can read it."""
        tool = self.catalogue.tools.get(id)
        return tool_title(tool, self.language) if tool is not None else id

    def nearest(self, id: str) -> list[Rival]:
        """The tools that come nearest to it, whether they conflict with it or not."""
        tools = self.catalogue.tools
        found = nearest(tools[id], tools.values())
        told = {id, *(one.id for one in found)}
        rest = [one for one in tools.values() if one.id not in told]
        rivals: list[Rival] = []
        for other in found:
            twins = tuple(one.id for one in rest if are_environment_twins(one, other))
            rival = self.rival(compare(tools[id], other))
            rivals.append(rival.model_copy(update={"twins": twins}))
        return rivals

    def rival(self, one: Comparison) -> Rival:
        """One of the two seen from the other."""
        tool, other = self.catalogue.tools[one.new], self.catalogue.tools[one.other]
        return Rival(
            tool=one.other,
            title=self.title(one.other),
            text=overlap_text(one, self.catalogue.tools, self.language),
            blocks=one.verdict.blocks,
            settled=one.verdict in (Verdict.TWIN, Verdict.SPECIALISES),
            similarity=one.similarity,
            lines=tuple(self._lines(one, tool, other)),
            near=one.verdict is Verdict.UNRELATED,
            same_kind=is_same_kind(tool, other),
        )

    def _lines(
        self, one: Comparison, tool: ToolEssentialModel, other: ToolEssentialModel
    ) -> Iterator[Line]:
        for row in one.rows:
            yield Line(
                label=say(self.language, f"governance.aspect_{row.aspect}"),
                same=row.same,
                tool=tuple(self._spoken(row.aspect, row.new)),
                other=tuple(self._spoken(row.aspect, row.other)),
            )
        yield self._line("arguments", self._arguments(tool), self._arguments(other))
        yield self._line("author", self._author(tool), self._author(other))

    def _line(self, name: str, tool: Sequence[str], other: Sequence[str]) -> Line:
        label = say(self.language, f"workshop.aspect_{name}")
        same = set(tool) == set(other)
        return Line(label=label, same=same, tool=tuple(tool), other=tuple(other))

    def _arguments(self, tool: ToolEssentialModel) -> list[str]:
        """All of them by name, with what they are called."""
        labels = argument_labels(self.lexicon, tool, self.language)
        shown = [slot for slot in tool.needs if not (slot.hidden or slot.environment)]
        named = [(slot.key, labels.get(slot.path, "")) for slot in shown]
        return [self._with(name, label) if label else name for name, label in named]

    def _with(self, name: str, more: str) -> str:
        return say(self.language, "workshop.with", name=name, more=more)

    def _author(self, tool: ToolEssentialModel) -> list[str]:
        return [one for one in (tool.author or self.owners.get(tool.source),) if one]

    def _spoken(self, aspect: Aspect, values: tuple[str, ...]) -> Iterator[str]:
        """Values of closed sets as the reader calls them, the rest as it is."""
        for value in filter(None, values):
            if aspect in ("function", "effect"):
                key = "consult.do" if aspect == "function" else "workshop.effect"
                yield say(self.language, f"{key}_{value}")
            elif aspect == "actions":
                yield action_label(self.lexicon, value, self.language)
            elif aspect == "objects":
                yield entity_label(self.lexicon, value, self.language)
            elif aspect == "environments":
                yield self.catalogue.environments.label(value, self.language)
            else:
                yield self._named(aspect, value)

    def _named(self, aspect: Aspect, value: str) -> str:
        """`thing.attribute (role)` and `attribute=word` in the reader's words."""
        if aspect == "discriminators":
            name, _, word = value.rpartition("=")
            word = value_label(self.lexicon, word, self.language)
            return f"{attribute_label(self.lexicon, name, self.language)}={word}" if name else word
        if aspect not in ("inputs", "outputs"):
            return value
        bare, _, role = value.removesuffix(")").partition(" (")
        entity, _, attribute = bare.rpartition(".")
        name = attribute_label(self.lexicon, attribute, self.language)
        if entity:
            thing = entity_label(self.lexicon, entity, self.language)
            name = say(self.language, "common.of", thing=thing, name=name)
        told = role_label(self.lexicon, role, self.language) if role else ""
        return self._with(name, told) if told else name
