"""The bench of the filter: our engines and the peers, on every set and on all of them together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from evals.filtering.engines import Engine, Prepared, Refusals
from evals.filtering.leaning import Links
from evals.filtering.measure import Figures, Score, figures, score
from evals.filtering.peers import Peer
from evals.filtering.sets import GOAL, ToolSet, pooled
from pipelines.filter.index.ranker import Weights

POOLED = 400
"""So many requests, evenly of all sets, are asked of all catalogues as one."""
OURS = "zhizao"
"""The keys of our engines start so."""


@dataclass(frozen=True)
class BenchResult:
    """What `zhizao bench filter` prints and writes."""

    figures: Mapping[str, Mapping[str, Figures]]
    """Set → engine → figures."""
    scores: Mapping[str, Mapping[str, Sequence[Score]]]
    """Set → engine → each request, in order."""
    refusals: Mapping[str, Mapping[str, Refusals]]
    weights: Mapping[str, Weights]
    """Engine → what it learned on all requests: what the product ships."""
    build_seconds: Mapping[str, Mapping[str, float]]
    tools: Mapping[str, int]
    requests: Mapping[str, Sequence[str]]
    """Set → the ids of its requests, in order."""

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
    pool = pool_of(sets)
    every = [*sets, pool]
    scores: dict[str, dict[str, Sequence[Score]]] = {one.set.name: {} for one in every}
    refusals: dict[str, dict[str, Refusals]] = {one.set.name: {} for one in every}
    built: dict[str, dict[str, float]] = {one.set.name: {} for one in every}
    for name, engine in engines.items():
        tell(f"{name}: learns")
        engine.learn([one for one in sets if one.set.name not in unlearned], pool)
        for one in every:
            tell(f"{name}: {one.set.name}")
            engine.add(one)
            scores[one.set.name][name] = engine.scores(one.set)
            refusals[one.set.name][name] = engine.refusals(one.set)
            built[one.set.name][name] = round(engine.built_in[one.set.name], 3)
    for one in every:
        for way, held in (links or {}).get(one.set.name, {}).items():
            scores[one.set.name][f"{OURS}+{way}"] = engines[OURS].scores(one.set, held)
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
        weights={name: engine.all_weights() for name, engine in engines.items()},
        build_seconds=built,
        tools={one.set.name: len(one.texts) for one in every},
        requests={one.set.name: [request.id for request in one.set.requests] for one in every},
    )


def pool_of(sets: Sequence[Prepared]) -> Prepared:
    """All catalogues as one, with the requests of all sets."""
    texts = {
        f"{one.set.name}.{name}": text
        for one in sets
        if not one.set.name.endswith(GOAL)
        for name, text in one.texts.items()
    }
    pool = pooled([one.set for one in sets])
    step = max(1, len(pool.requests) // POOLED)
    return Prepared(ToolSet(pool.name, pool.tools, pool.requests[::step]), texts)
