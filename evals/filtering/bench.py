"""The bench of the filter: our engines and the peers, each set judged by weights of the others."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evals.filtering.engines import Engine, Prepared, Refusals
from evals.filtering.leaning import Links
from evals.filtering.measure import Figures, Gap, Score, figures, gap, score
from evals.filtering.peers import Peer
from evals.filtering.sets import GOAL, ToolSet, pooled
from pipelines.filter.index.ranker import Paths, Weights
from tool_registry.vocabulary.language import language_of

POOLED = 400
"""So many requests, evenly of all sets, are asked of all catalogues as one."""
OURS = "zhizao"
"""The keys of our engines start so; this one has all paths."""


@dataclass(frozen=True)
class BenchResult:
    """What `zhizao bench filter` prints and writes."""

    figures: Mapping[str, Mapping[str, Figures]]
    """Set → engine → figures."""
    scores: Mapping[str, Mapping[str, Sequence[Score]]]
    """Set → engine → each request, in order."""
    refusals: Mapping[str, Mapping[str, Refusals]]
    weights: Mapping[Paths, Weights]
    """Paths → what is learned with them on all requests: what the product ships."""
    tools: Mapping[str, int]
    requests: Mapping[str, Sequence[str]]
    """Set → the ids of its requests, in order."""
    peers: Sequence[str] = ()

    def missed(self, engine: str) -> dict[str, list[str]]:
        """Set → the requests of which an engine has not all gold among its first five tools."""
        return {
            name: [
                id
                for id, one in zip(self.requests[name], by_engine[engine], strict=True)
                if not one.complete_at_5
            ]
            for name, by_engine in self.scores.items()
        }

    def gaps(self) -> Iterator[tuple[str, str, Gap]]:
        """For each set its best peer, and how far our engine is ahead of it."""
        for name, by_engine in self.scores.items():
            told = self.figures[name]
            best = max(self.peers, key=lambda peer: told[peer].recall_at_5, default=None)
            if best is not None:
                yield name, best, gap(by_engine[OURS], by_engine[best])

    def behind(self) -> list[str]:
        """The sets of which a peer certainly finds more than we do, each as a sentence."""
        return [
            f"{name}: {-one.mean:.1f} points behind {peer} ({one.low:.1f} to {one.high:.1f})"
            for name, peer, one in self.gaps()
            if one.high < 0
        ]


def run_bench(
    sets: Sequence[Prepared],
    engines: Mapping[str, Engine],
    peers: Mapping[str, Peer],
    tell: Callable[[str], None],
    *,
    unlearned: Sequence[str] = (),
    links: Mapping[str, Mapping[str, Links]] | None = None,
) -> BenchResult:
    """Measures all engines on all sets and on all catalogues as one; `tell` hears how it goes.

    Nothing is learned from the sets named in `unlearned`. `links`: set → way → what leans on what,
    which `zhizao` is measured with too.
    """
    every = [*sets, *pools_of(sets)]
    scores: dict[str, dict[str, Sequence[Score]]] = {one.set.name: {} for one in every}
    refusals: dict[str, dict[str, Refusals]] = {one.set.name: {} for one in every}
    for name, engine in engines.items():
        if not engine.fixed:
            tell(f"{name}: learns")
            engine.learn([one for one in sets if one.set.name not in unlearned])
        for one in every:
            tell(f"{name}: {one.set.name}")
            scores[one.set.name][name] = engine.scores(one)
            refusals[one.set.name][name] = engine.refusals(one)
    for one in every:
        for way, held in (links or {}).get(one.set.name, {}).items():
            scores[one.set.name][f"{OURS}+{way}"] = engines[OURS].scores(one, held)
    for name, peer in peers.items():
        for one in every:
            tell(f"{name}: {one.set.name}")
            search = peer(one.texts)
            scores[one.set.name][name] = [score(r, search) for r in one.set.requests]
    return BenchResult(
        figures={
            name: {engine: figures(each) for engine, each in by_engine.items()}
            for name, by_engine in scores.items()
        },
        scores=scores,
        refusals=refusals,
        weights={engine.paths: engine.all_weights() for engine in engines.values()},
        tools={one.set.name: len(one.texts) for one in every},
        requests={one.set.name: [request.id for request in one.set.requests] for one in every},
        peers=tuple(peers),
    )


def pools_of(sets: Sequence[Prepared]) -> list[Prepared]:
    """All catalogues as one, once with requests in Chinese and once with those in English."""
    if len(sets) < 2:
        return []
    texts = {
        f"{one.set.catalogue}.{name}": text
        for one in sets
        if not one.set.name.endswith(GOAL)
        for name, text in one.texts.items()
    }
    pool = pooled([one.set for one in sets])
    found: list[Prepared] = []
    for language in ("zh", "en"):
        own = tuple(one for one in pool.requests if language_of(one.text) == language)
        if own:
            step = max(1, len(own) // POOLED)
            one = ToolSet(f"{pool.name}_{language}", pool.tools, own[::step])
            found.append(Prepared(one, texts))
    return found
