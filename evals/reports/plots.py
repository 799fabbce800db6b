"""Plots as inline SVG: no script, no network; colours are those of the page's style sheet."""

from collections.abc import Mapping, Sequence
from html import escape

from evals.score import STAGES, Stage
from evals.statistics import Count

_WIDTH, _LABEL, _ROW, _BAR = 640, 170, 28, 16
_PLOT = _WIDTH - _LABEL - 110


def funnel(total: int, lost: Mapping[Stage, int]) -> str:
    """How many conversations are still right behind each stage, and how many it lost."""
    left, rows = total, [_bar(0, "all", total, total, "")]
    for place, stage in enumerate(STAGES, 1):
        here = lost.get(stage, 0)
        rows.append(_bar(place, stage, left - here, total, f"−{here}" if here else "", here))
        left -= here
    return _svg(len(rows) * _ROW, "".join(rows), "Conversations that are right behind each stage")


def _bar(place: int, name: str, kept: int, total: int, told: str, lost: int = 0) -> str:
    y, scale = place * _ROW + 6, _PLOT / max(1, total)
    parts = [_text(_LABEL - 8, y + 12, name, "end"), _rect("good", _LABEL, y, kept * scale)]
    if lost:
        parts.append(_rect("bad", _LABEL + kept * scale, y, max(1.5, lost * scale)))
    end = _LABEL + (kept + lost) * scale + 8
    parts.append(_text(end, y + 12, f"{kept} {told}".strip(), "start"))
    return "".join(parts)


def _rect(kind: str, x: float, y: float, width: float) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{_BAR}"'
    return f'<rect class="{kind}" {place} rx="2"/>'


def intervals(counts: Mapping[str, Count]) -> str:
    """A rate a row with its 95 % interval, from 0 to 100 %."""
    rows = [_interval(place, name, one) for place, (name, one) in enumerate(counts.items())]
    height = len(rows) * _ROW
    marks = "".join(
        f'<line class="grid" x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{height}"/>'
        + _text(x, height + 14, f"{share} %", "middle")
        for share in (0, 25, 50, 75, 100)
        for x in (_LABEL + _PLOT * share / 100,)
    )
    return _svg(height + 20, marks + "".join(rows), "Pass rates with 95 % intervals")


def _interval(place: int, name: str, one: Count) -> str:
    y = place * _ROW + 14
    low, high, rate = (_LABEL + _PLOT * share for share in (one.low, one.high, one.rate))
    return (
        _text(_LABEL - 8, y + 4, name, "end")
        + f'<line class="whisker" x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}"/>'
        + f'<circle class="dot" cx="{rate:.1f}" cy="{y}" r="5"/>'
        + _text(_LABEL + _PLOT + 12, y + 4, f"{one.passed} of {one.total}", "start")
    )


def histogram(values: Sequence[float], unit: str, bins: int = 24) -> str:
    """How the values are spread; the highest fiftieth stands in the last bar."""
    if not values:
        return ""
    ordered = sorted(values)
    top = max(ordered[int(len(ordered) * 0.98)], 1e-9)
    counts = [0] * bins
    for value in ordered:
        counts[min(bins - 1, int(value / top * bins))] += 1
    height, wide = 110, (_WIDTH - 40) / bins
    most = max(counts)
    bars = "".join(
        f'<rect class="dot" x="{20 + place * wide:.1f}" y="{height - size:.1f}" '
        f'width="{wide - 2:.1f}" height="{size:.1f}" rx="1"><title>{count}</title></rect>'
        for place, count in enumerate(counts)
        for size in (100 * count / most,)
    )
    ends = _text(20, height + 16, f"0 {unit}", "start")
    ends += _text(_WIDTH - 20, height + 16, f"{top:.0f} {unit} and more", "end")
    return _svg(height + 24, bars + ends, "How long turns took")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(height: float, body: str, title: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"{body}</svg>"
    )
