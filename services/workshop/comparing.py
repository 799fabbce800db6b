"""A tool beside those that are close to it, aspect by aspect."""

from collections.abc import Iterator

from pipelines.messages import Language, say
from pipelines.messages.labels import action_label, entity_label, tool_title
from pipelines.onboarding.texts import overlap_text, same_name_text
from services.governing import RegistryView
from services.registry import Known
from services.registry_reports import Report
from tool_registry.catalogue import Catalogue
from tool_registry.governance.overlap import Aspect, Comparison, Verdict

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
    """What stands between them, and what to do."""
    blocks: bool
    """True where both cannot be public."""
    settled: bool
    """True where something tells them apart."""
    similarity: float
    """Of titles and descriptions, 0 to 1."""
    lines: tuple[Line, ...]
    """Empty where only the name is the same."""


async def rivals_of(view: RegistryView, known: Known, language: Language) -> list[Rival]:
    """Same names first, then close meanings, the gravest first."""
    [review], catalogue = await view.reviewed([known])
    names = [
        Rival(
            tool=one.other,
            title=_title(one.other, catalogue, language),
            text=same_name_text(one, language),
            blocks=one.blocks,
            settled=False,
            similarity=1.0,
            lines=(),
        )
        for one in review.same_names
    ]
    close = [_rival(one, catalogue, language) for one in review.overlaps[:MOST]]
    return [*names, *close]


def _title(id: str, catalogue: Catalogue, language: Language) -> str:
    tool = catalogue.tools.get(id)
    return tool_title(tool, language) if tool is not None else id


def _rival(one: Comparison, catalogue: Catalogue, language: Language) -> Rival:
    return Rival(
        tool=one.other,
        title=_title(one.other, catalogue, language),
        text=overlap_text(one, catalogue.tools, language),
        blocks=one.verdict.blocks,
        settled=one.verdict in (Verdict.TWIN, Verdict.SPECIALISES),
        similarity=one.similarity,
        lines=tuple(
            Line(
                label=say(language, f"governance.aspect_{row.aspect}"),
                same=row.same,
                tool=tuple(_spoken(row.aspect, row.new, catalogue, language)),
                other=tuple(_spoken(row.aspect, row.other, catalogue, language)),
            )
            for row in one.rows
        ),
    )


def _spoken(
    aspect: Aspect, values: tuple[str, ...], catalogue: Catalogue, language: Language
) -> Iterator[str]:
    """Values of closed sets as the reader calls them, the rest as it is."""
    for value in filter(None, values):
        if aspect == "function":
            yield say(language, f"consult.do_{value}")
        elif aspect == "effect":
            yield say(language, f"workshop.effect_{value}")
        elif aspect == "actions":
            yield action_label(catalogue.lexicon, value, language)
        elif aspect == "objects":
            yield entity_label(catalogue.lexicon, value, language)
        elif aspect == "environments":
            yield catalogue.environments.label(value, language)
        else:
            yield value
