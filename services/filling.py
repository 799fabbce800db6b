"""Fields of tools that the rules left open, filled by a model: once for each text of a tool."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipelines.messages import Language, say
from pipelines.models.steady import Budget
from pipelines.models.typed_answers import AskOptions, Untyped
from pipelines.onboarding.model.parsing import fill_by_model
from services.models import Models
from services.registry import Registry
from services.registry_reports import Report
from tool_registry.base.caller import Caller
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.parsing.filling import CERTAIN, GUESSED, Gap, gaps, text_hash
from tool_registry.stores.rows import Findings

MOST = 50
"""Tools about which a model is asked in one go."""


class Filling(Report):
    """What came of it."""

    tools: int
    """Tools with open fields."""
    gaps: int
    says: tuple[str, ...]
    """One sentence for each field that was filled, or, without a model, for each tool."""
    asked: int = 0
    filled: int = 0
    refused: int = 0
    """Tools about which no answer could be used."""
    left: int = 0
    """Tools about which nobody has been asked yet."""
    calls: int = 0
    tokens: int = 0
    model: bool = True
    """False where no model is configured for the stage."""


@dataclass(slots=True)
class _Tally:
    says: list[str] = field(default_factory=list[str])
    kept: list[Findings] = field(default_factory=list[Findings])
    asked: int = 0
    filled: int = 0
    refused: int = 0
    calls: int = 0
    tokens: int = 0


async def fill_open(
    registry: Registry,
    caller: Caller,
    models: Models,
    chosen: Iterable[str],
    language: Language,
    *,
    most: int = MOST,
) -> Filling:
    """Asks about the chosen tools that are in use, at most `most` of them, and keeps the answers.

    A text that a model was asked about is not asked about again, wherever its tool comes from.
    """
    catalogue = await registry.catalogue(caller)
    sure = _sure(models)
    tools = [catalogue.tools[id] for id in sorted(set(chosen)) if id in catalogue.tools]
    found = {tool.id: gaps(tool, sure) for tool in tools}
    open_ones = [tool for tool in tools if found[tool.id]]
    count = sum(map(len, found.values()))
    if models.options("parsing").mode == "rules":
        says = tuple(_open_text(tool, found[tool.id], language) for tool in open_ones[:most])
        return Filling(
            tools=len(open_ones), gaps=count, says=says, left=len(open_ones), model=False
        )
    known = {
        one.hash: one
        for one in registry.stores.findings.visible(caller)
        if one.kind == "model_fills"
    }
    fresh = [tool for tool in open_ones if known.get(text_hash(tool)) is None]
    tally = _Tally()
    for tool in open_ones:
        held = known.get(text_hash(tool))
        if held is not None and held.tool != tool.id:
            tally.kept.append(held.model_copy(update={"tool": tool.id}))
    for tool in fresh[:most]:
        await _ask(tally, models, catalogue, tool, found[tool.id], language)
    if tally.kept:
        await registry.change(lambda stores: stores.findings.keep(caller, tally.kept))
    return Filling(
        tools=len(open_ones),
        gaps=count,
        says=tuple(tally.says),
        asked=tally.asked,
        filled=tally.filled,
        refused=tally.refused,
        left=len(fresh) - tally.asked,
        calls=tally.calls,
        tokens=tally.tokens,
    )


async def _ask(
    tally: _Tally,
    models: Models,
    catalogue: Catalogue,
    tool: ToolEssentialModel,
    open_fields: Sequence[Gap],
    language: Language,
) -> None:
    chosen = models.options("parsing")
    budget = Budget(calls=chosen.calls)
    options = AskOptions(temperature=chosen.temperature, seconds=chosen.seconds)
    model = models.steady("parsing", budget)
    told = await fill_by_model(tool, open_fields, catalogue.lexicon, model, options)
    tally.asked += 1
    tally.calls += budget.asked
    tally.tokens += budget.usage.total
    if isinstance(told, Untyped):
        tally.refused += 1
        if told.error is not None:
            return
        told = ()
    found = tuple(one.model_dump(mode="json") for one in told)
    kept = Findings(tool=tool.id, kind="model_fills", hash=text_hash(tool), found=found)
    tally.kept.append(kept)
    tally.filled += len(told)
    for one in told:
        values = {"field": one.field, "value": one.value, "words": one.words}
        percent = round(one.confidence * 100)
        said = say(language, "filling.filled", tool=tool.id, percent=percent, **values)
        tally.says.append(said)


def _sure(models: Models) -> float:
    """`auto`: what the rules only guess; `model`: all of which they are not certain."""
    mode = models.options("parsing").mode
    return CERTAIN if mode == "model" else GUESSED


def _open_text(tool: ToolEssentialModel, open_fields: Sequence[Gap], language: Language) -> str:
    fields = ", ".join(gap.field for gap in open_fields[:6])
    more = ", …" if len(open_fields) > 6 else ""
    return say(language, "filling.open", tool=tool.id, fields=f"{fields}{more}")


def total_text(found: Filling, language: Language) -> str:
    """One sentence over all of it."""
    if not found.model:
        return say(language, "filling.no_model")
    counts = found.model_dump(exclude={"says", "model"})
    return say(language, "filling.total", **counts)
