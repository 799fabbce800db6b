"""What a model thinks of tools that the rules cannot tell apart: asked once for each two texts."""

from dataclasses import dataclass, field

from pipelines.messages import Language, say
from pipelines.models.steady import Budget
from pipelines.models.typed_answers import AskOptions, Untyped
from pipelines.onboarding.model.conflicts import ModelConflict, is_unsure, judge_by_model
from services.governing import RegistryView
from services.models import Models
from services.registry import Known
from services.registry_reports import Report
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.parsing.filling import text_hash
from tool_registry.stores.rows import Findings

MOST = 20
"""Pairs about which a model is asked in one go."""
Pair = tuple[str, str]
Held = dict[Pair, dict[str, JsonValue]]


class Opinions(Report):
    """What came of it, one sentence a pair."""

    pairs: int
    says: tuple[str, ...]
    asked: int = 0
    left: int = 0
    calls: int = 0
    tokens: int = 0
    model: bool = True


@dataclass(slots=True)
class _Asking:
    catalogue: Catalogue
    models: Models
    language: Language
    held: Held
    asked: int = 0
    calls: int = 0
    tokens: int = 0
    fresh: set[str] = field(default_factory=set[str])
    """Tools of which there is something new to keep."""

    async def opinion(self, pair: Pair) -> str:
        """The sentence on a pair, asked for where nobody was asked before."""
        if pair not in self.held:
            await self._ask(pair)
        told = self.held.get(pair)
        if not told or not told.get("verdict"):
            return say(self.language, "conflicts.none", new=pair[0], other=pair[1])
        form = ModelConflict.model_validate(told)
        words = {"new": form.new_words, "other": form.other_words}
        quotes = say(self.language, "conflicts.quotes", **words) if any(words.values()) else ""
        verdict = say(self.language, f"conflicts.verdict_{form.verdict}")
        values = {"new": pair[0], "other": pair[1], "verdict": verdict, "reason": form.reason}
        return say(self.language, "conflicts.opinion", **values, quotes=quotes)

    async def _ask(self, pair: Pair) -> None:
        chosen = self.models.options("parsing")
        budget = Budget(calls=chosen.calls)
        found = await judge_by_model(
            self.catalogue.tools[pair[0]],
            self.catalogue.tools[pair[1]],
            self.models.steady("parsing", budget),
            language=self.language,
            options=AskOptions(temperature=chosen.temperature, seconds=chosen.seconds),
        )
        self.asked += 1
        self.calls += budget.asked
        self.tokens += budget.usage.total
        if isinstance(found, Untyped) and found.error is not None:
            return
        self.held[pair] = {} if isinstance(found, Untyped) else found.model_dump(mode="json")
        self.fresh.add(pair[0])


async def opinions(
    registry_view: RegistryView,
    chosen: list[Known],
    models: Models,
    language: Language,
    *,
    most: int = MOST,
) -> Opinions:
    """On the chosen tools and those from which nothing seems to tell them, `most` asked anew."""
    found, catalogue = await registry_view.reviewed(chosen)
    unsure = [one for review in found for one in review.overlaps if is_unsure(one)]
    pairs = sorted({(min(one.new, one.other), max(one.new, one.other)) for one in unsure})
    if models.options("parsing").mode == "rules":
        return Opinions(pairs=len(pairs), says=(), left=len(pairs), model=False)
    held = _held(registry_view, catalogue)
    asking = _Asking(catalogue, models, language, held)
    unknown = [pair for pair in pairs if pair not in held]
    shown = [pair for pair in pairs if pair in held or pair in unknown[:most]]
    says = [await asking.opinion(pair) for pair in shown]
    for tool in sorted(asking.fresh):
        _keep(registry_view, catalogue, tool, held)
    return Opinions(
        pairs=len(pairs),
        says=tuple(says),
        asked=asking.asked,
        left=len(unknown) - asking.asked,
        calls=asking.calls,
        tokens=asking.tokens,
    )


def total_text(found: Opinions, language: Language) -> str:
    """One sentence over all of it."""
    if not found.model:
        return say(language, "conflicts.no_model")
    counts = found.model_dump(exclude={"says", "model"})
    return say(language, "conflicts.asked", **counts)


def _held(registry_view: RegistryView, catalogue: Catalogue) -> Held:
    """Opinions on texts as they are now."""
    held: Held = {}
    for one in registry_view.registry.stores.findings.visible(registry_view.caller):
        tool = catalogue.tools.get(one.tool)
        if one.kind != "model_conflicts" or tool is None or text_hash(tool) != one.hash:
            continue
        for told in one.found:
            other = catalogue.tools.get(str(told["other"]))
            if other is not None and text_hash(other) == told["other_hash"]:
                kept = {k: v for k, v in told.items() if k not in ("other", "other_hash")}
                held[one.tool, other.id] = kept
    return held


def _keep(registry_view: RegistryView, catalogue: Catalogue, tool: str, held: Held) -> None:
    tools = catalogue.tools
    found = tuple(
        {**told, "other": other, "other_hash": text_hash(tools[other])}
        for (new, other), told in held.items()
        if new == tool
    )
    kept = Findings(tool=tool, kind="model_conflicts", hash=text_hash(tools[tool]), found=found)
    registry_view.registry.stores.findings.put(registry_view.caller, kept)
