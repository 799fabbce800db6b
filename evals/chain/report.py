"""What the bench of chains found: lines for a terminal, a page, and numbers for programs."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from evals.chain.measures import Figure
from evals.chain.result import ChainResult, Measured, Published

_HEAD = ("set", "measure", "half a", "half b", "all", "95 %", "counts")


def as_lines(result: ChainResult) -> Iterator[str]:
    """A block for each set."""
    for one in result.sets:
        yield f"{one.set}: {one.requests} requests"
        wide = max((len(figure.measure) for figure in one.figures), default=0)
        for figure in _whole(one):
            where = f"{_percent(figure.low)} to {_percent(figure.high)}"
            yield (
                f"  {figure.measure:<{wide}} {_percent(figure.value):>6}  {where}"
                f"  ({figure.right} of {figure.total})"
            )
        yield from (f"  left out: {count} {why}" for why, count in one.left_out.items())
        yield ""


def as_markdown(result: ChainResult) -> str:
    """The same as a Markdown page, with the halves and what others have published."""
    rows = [_row(figure, one) for one in result.sets for figure in _whole(one)]
    names = [one.set for one in result.sets]
    told = [o for o in result.published if any(name.startswith(o.benchmark) for name in names)]
    lines = [
        "# Chains",
        "",
        "Per cent. Half `a` (by a hash of the request's id) may be looked at while the product is",
        "changed, `b` is only scored. Intervals are those of `all`: Wilson's where each request",
        "counts once (and where all or none is right), else by drawing whole requests anew.",
        "",
        "Given, beside the sentence: `tools`, the tools of its calls; `calls`, these with all",
        "values that come of no other call, while the plan for each is made by itself.",
        "",
        *_table(_HEAD, rows),
        "",
        *_left_out(result.sets),
        *_theirs(told),
    ]
    return "\n".join(lines)


def write_chain(result: ChainResult, folder: Path) -> None:
    """chain.json and chain.md."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "chain.json").write_text(result.model_dump_json(indent=2) + "\n", "utf-8")
    (folder / "chain.md").write_text(as_markdown(result), "utf-8")


def _row(figure: Figure, one: Measured) -> tuple[str, ...]:
    halves = {other.half: other.value for other in one.figures if other.measure == figure.measure}
    return (
        f"{one.set} ({one.requests})",
        figure.measure,
        _percent(halves["a"]),
        _percent(halves["b"]),
        _percent(figure.value),
        f"{_percent(figure.low)}–{_percent(figure.high)}",
        f"{figure.right} of {figure.total}",
    )


def _whole(one: Measured) -> Iterator[Figure]:
    return (figure for figure in one.figures if figure.half == "all")


def _left_out(sets: Sequence[Measured]) -> Iterator[str]:
    found = [f"- {one.set}: {n} {why}" for one in sets for why, n in one.left_out.items()]
    if found:
        yield from ("Left out:", "", *found, "")


def _theirs(told: Sequence[Published]) -> Iterator[str]:
    if told:
        head = ("benchmark", "theirs", "measure", "%", "from", "how it differs from ours")
        rows = [
            (o.benchmark, o.system, o.measure, _percent(o.value), o.source, o.differs) for o in told
        ]
        yield from ("Published by others, not measured here:", "", *_table(head, rows), "")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
