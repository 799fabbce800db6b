"""What the bench found: a table for a terminal or a page, a plot, and numbers for programs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from evals.filtering.bench import OURS, BenchResult
from evals.filtering.drawing import drawing
from evals.filtering.engines import CURVE, Refusals
from evals.filtering.measure import Figures

_COLUMNS = ("recall_at_5", "recall_at_10", "complete_at_5", "ndcg_at_5", "mean_ms", "p99_ms")
_TITLES = ("R@5", "R@10", "C@5", "nDCG@5", "mean ms", "p99 ms")


def as_table(result: BenchResult) -> str:
    """The figures as a table of plain text."""
    return "\n".join(_lines(result))


def gaps_table(result: BenchResult) -> str:
    """A row a set: ours, the best peer, the difference with its interval."""
    rows = [
        f"| {name} ({result.tools[name]:,}, {result.figures[name][OURS].requests}) "
        f"| {result.figures[name][OURS].recall_at_5:.1f} | {peer} "
        f"{result.figures[name][peer].recall_at_5:.1f} "
        f"| {one.mean:+.1f} ({one.low:+.1f} to {one.high:+.1f}) |"
        for name, peer, one in result.gaps()
    ]
    head = ["| set (tools, requests) | Recall@5 | best peer | difference, 95 % |", "|---" * 4 + "|"]
    return "\n".join([*head, *rows])


def as_markdown(result: BenchResult) -> str:
    """The same as a Markdown page."""
    head = "| set | engine | requests | " + " | ".join(_TITLES) + " |"
    rule = "|---" * (3 + len(_TITLES)) + "|"
    rows = [
        f"| {name} | {engine} | {one.requests} | " + " | ".join(_cells(one)) + " |"
        for name, by_engine in result.figures.items()
        for engine, one in by_engine.items()
    ]
    refusals = [
        f"| {name} | {engine} | {one.removed} | {one.intact} | {_curve(one, ' / ')} |"
        for name, by_engine in result.refusals.items()
        for engine, one in by_engine.items()
    ]
    return "\n".join(
        [
            "# Filter",
            "",
            gaps_table(result),
            "",
            head,
            rule,
            *rows,
            "",
            "No tool fits, in per cent of requests: with their tools taken out, and with them in;",
            f"then the first where {_told(' / ')} % of the second are allowed.",
            "",
            "| set | engine | taken out | in | the curve |",
            "|---|---|---|---|---|",
            *refusals,
            "",
        ]
    )


def as_json(result: BenchResult) -> dict[str, dict[str, dict[str, float]]]:
    """{set: {engine: {figure: value}}}."""
    return {
        name: {
            engine: {column: getattr(one, column) for column in _COLUMNS}
            for engine, one in by_engine.items()
        }
        for name, by_engine in result.figures.items()
    }


def write_bench(result: BenchResult, folder: Path) -> None:
    """results.json, filter.md, and filter.png where the plotting library is installed."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(as_json(result), ensure_ascii=False, indent=2)
    (folder / "results.json").write_text(text + "\n", "utf-8")
    (folder / "filter.md").write_text(as_markdown(result), "utf-8")
    plot(result, folder / "filter.png")


def plot(result: BenchResult, file: Path) -> bool:
    """Recall@5 of every engine by set, as bars; False where matplotlib is not installed."""
    pyplot = drawing()
    if pyplot is None:
        return False
    names = list(result.figures)
    engines = list(next(iter(result.figures.values())))
    figure, axes = pyplot.subplots(figsize=(1.2 * len(names) + 3, 4.5), layout="constrained")
    width = 0.85 / len(engines)
    for place, engine in enumerate(engines):
        heights = [
            by[engine].recall_at_5 if engine in by else 0.0 for by in result.figures.values()
        ]
        left = [number - 0.425 + width * (place + 0.5) for number in range(len(names))]
        axes.bar(left, heights, width, label=engine, color=_colour(engine, engines))
    axes.set_xticks(range(len(names)), [name.replace("_", "\n") for name in names], fontsize=7)
    axes.set_ylabel("Recall@5, %")
    axes.set_ylim(0, 100)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=7, ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.2), frameon=False)
    figure.savefig(file, dpi=150)
    pyplot.close(figure)
    return True


def _colour(engine: str, engines: Sequence[str]) -> str:
    """Ours in blues, the others in greys."""
    ours = [name for name in engines if name.startswith(OURS)]
    if engine in ours:
        return ("#1d4ed8", "#60a5fa", "#93c5fd")[ours.index(engine) % 3]
    others = [name for name in engines if name not in ours]
    return ("#9ca3af", "#6b7280", "#d1d5db", "#4b5563", "#e5e7eb")[others.index(engine) % 5]


def _lines(result: BenchResult) -> Iterator[str]:
    wide = max(len(engine) for each in result.figures.values() for engine in each)
    for name, by_engine in result.figures.items():
        yield f"{name}: {result.tools[name]} tools, {_requests(by_engine)} requests"
        yield "  ".join(["", " " * wide, *(f"{title:>8}" for title in _TITLES)])
        for engine, one in by_engine.items():
            yield "  ".join(["", f"{engine:<{wide}}", *(f"{cell:>8}" for cell in _cells(one))])
        for engine, refused in result.refusals[name].items():
            yield f"  {engine}: none fits {refused.removed} % without, {refused.intact} % with"
            yield f"    at {_told()} % with: {_curve(refused)} % without"
        yield ""


def _told(between: str = ", ") -> str:
    return between.join(map(str, CURVE))


def _curve(refused: Refusals, between: str = ", ") -> str:
    return between.join(map(str, refused.curve))


def _requests(by_engine: Mapping[str, Figures]) -> int:
    return next(iter(by_engine.values())).requests


def _cells(one: Figures) -> list[str]:
    quality = [f"{getattr(one, column):.1f}" for column in _COLUMNS[:4]]
    return [*quality, f"{one.mean_ms:.2f}", f"{one.p99_ms:.2f}"]
