"""All evidence weighed: which tools a request may mean that its reading is not sure of.

The words are looked for as they stand and as plain ones (`Spelling`), as a whole and need by
need. Where the evidence is clear a tool or two are offered, else up to ten for each goal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.filter.concepts import Said
from pipelines.filter.evidence import Witnesses, rows
from pipelines.filter.finding import Indexed
from pipelines.filter.index.clauses import clauses
from pipelines.filter.sifting import Rated, Sifted, View
from pipelines.filter.steps import in_environment, visible
from pipelines.filter.weights import EvidenceWeights, Row, chances, shipped, standing
from tool_registry.model import ToolEssentialModel

MOST = 10
"""So many tools at most are offered for a goal."""
_FEW_NEEDS = 2
_NEED_TOOLS = 5
"""So many at most are offered for a need beside those for the whole sentence."""


@dataclass(frozen=True)
class SiftedIntent:
    """What a sentence means, and what action and object find for each goal."""

    intent: IntentResult
    sifted: Sequence[Sifted]


@dataclass(frozen=True)
class Weighing:
    """The evidence on a request: rows of numbers for the tools in question."""

    view: View
    indexed: Indexed
    reading: SiftedIntent
    plain: str
    """The sentence in plain words."""

    @cached_property
    def tools(self) -> Sequence[ToolEssentialModel]:
        """The tools in question that the caller may use in the environment of the request."""
        known, witnesses = self.view.catalogue.tools, self._whole
        ids = dict.fromkeys((*witnesses.whole.near, *witnesses.own.near))
        for answer in witnesses.parts:
            ids.update(dict.fromkeys(answer.near))
        for each in witnesses.sifted:
            ids.update(dict.fromkeys(rated.tool.id for rated in each.kept))
        for entity in sorted(witnesses.said.entities):
            ids.update(dict.fromkeys(t.id for t in self.indexed.by_object().get(entity, ())))
        found = Sifted(tuple(Rated(known[name]) for name in sorted(ids)))
        kept = found.then(visible(self.view)).then(in_environment(self.view)).kept
        return [rated.tool for rated in kept]

    @cached_property
    def whole(self) -> Sequence[Row]:
        """A row for each tool, by the whole sentence."""
        return self._rows(self._whole)

    @cached_property
    def needs(self) -> Sequence[Sequence[Row]]:
        """The same by each need, where there are several."""
        said = [(part, Said.of(part, self.view.catalogue)) for part in clauses(self.plain)]
        found = [(part, what) for part, what in said if what.is_wish]
        if len(found) < _FEW_NEEDS:
            return []
        return [self._rows(self._wish(part, what)) for part, what in found]

    def standing(self, weights: EvidenceWeights) -> Row:
        """What tells whether any tool serves the request; there are tools in question."""
        words = self.indexed.strangers(self.plain, self.view.catalogue)
        scores = [weights.score(row) for row in self.whole]
        return standing(self.whole, scores, words, self._whole.whole.likelihood)

    def is_served(self, weights: EvidenceWeights | None = None) -> bool:
        """False where no tool is likely enough to serve the request."""
        held = weights or shipped()
        return bool(self.tools) and held.likelihood(self.standing(held)) >= held.threshold

    def offered(self, weights: EvidenceWeights | None = None) -> list[Rated]:
        """The tools that may be meant, with how likely each is; best first."""
        held = weights or shipped()
        if not self.tools:
            return []
        limit = MOST * max(1, len(self.view.intent.goals))
        found = dict(_likeliest(self.whole, held, held.mass, limit))
        for need in self.needs:
            for place, chance in _likeliest(need, held, held.wish_mass, _NEED_TOOLS):
                if len(found) < limit:
                    found.setdefault(place, chance)
        return [Rated(self.tools[place], chance) for place, chance in found.items()]

    @cached_property
    def _whole(self) -> Witnesses:
        intent = self.reading.intent
        texts = dict.fromkeys(goal.text or intent.text for goal in intent.goals)
        plain, whole, *parts = self.indexed.search_all([self.plain, intent.text, *texts])
        return Witnesses(
            intent,
            self.reading.sifted,
            plain,
            whole,
            parts,
            Said.of(self.plain, self.view.catalogue),
            self.plain,
        )

    def _wish(self, part: str, said: Said) -> Witnesses:
        """Who speaks of one need: the goals that are said in it, and the index."""
        answer = self.indexed.search(part)
        own = _within(self.reading, part)
        return Witnesses(
            own.intent,
            own.sifted,
            answer,
            answer,
            [answer],
            said,
            part,
        )

    def _rows(self, witnesses: Witnesses) -> list[Row]:
        return list(rows(self.tools, witnesses))


def _within(reading: SiftedIntent, part: str) -> SiftedIntent:
    pairs = list(zip(reading.intent.goals, reading.sifted, strict=True))
    own = [(goal, each) for goal, each in pairs if _is_in(goal, part)]
    intent = reading.intent.model_copy(update={"goals": tuple(goal for goal, _ in own)})
    return SiftedIntent(intent, [each for _, each in own])


def _is_in(goal: Goal, part: str) -> bool:
    return bool(goal.text) and (goal.text in part or part in goal.text)


def _likeliest(
    rows: Sequence[Row], weights: EvidenceWeights, mass: float, limit: int
) -> Iterator[tuple[int, float]]:
    """(place, chance) of the likeliest tools, until they have the mass together."""
    chance = chances([weights.score(row) for row in rows])
    together = 0.0
    for place in sorted(range(len(chance)), key=lambda place: (-chance[place], place))[:limit]:
        yield place, chance[place]
        together += chance[place]
        if together >= mass:
            return
