"""How time and memory of the filter's index grow with the catalogue: generated tools."""

import json
import math
import random
import resource
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from evals.filtering.drawing import drawing
from pipelines.filter.finder import IndexedCatalogue
from pipelines.filter.index.encoder import load_encoder
from pipelines.filter.index.features import Model, features
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.ranker import rank, shipped
from pipelines.filter.index.segment import Texts
from pipelines.filter.index.snapshot import load_index, save_index
from pipelines.filter.index.static import load_static
from tool_registry.vocabulary.bilingual import Group, groups
from tool_registry.vocabulary.lexicon import Lexicon

SIZES = (1_000, 10_000, 100_000)
_STEPS = 400
_KEPT = 5
_APART = 1.5
_MB = 1024 * 1024


class Scale(BaseModel):
    """One size of catalogue."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tools: int
    p50_ms: float
    """A step: text, table of words, fusion, the words that speak for the first five; half of the
    steps Chinese."""
    p99_ms: float
    cpu_p50_ms: float
    cpu_p99_ms: float
    """The same in processor time, which other work on the machine changes less; so are the rest."""
    encoder_p50_ms: float
    encoder_p99_ms: float
    """A step with the encoder beside text and table, its vectors of the tools at hand."""
    change_ms: float
    """One tool added, until the next step can be asked."""
    build_s: float
    save_s: float
    load_s: float
    """From a snapshot."""
    index_mb: float
    """What the index holds of memory."""


def run_scale(size: int, tell: Callable[[str], None]) -> Scale:
    """Measures a catalogue of so many tools; equal sizes are measured on equal tools."""
    tell(f"{size} tools")
    draw = random.Random(size)
    words = list(groups())
    tools = {f"t{number}": _tool(draw, words, number) for number in range(size)}
    embedder = load_static()
    built, build_s = _timed(lambda: ToolIndex.of(tools, embedder))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "index.npz"
        _, save_s = _timed(lambda: save_index(built, file))
        loaded, load_s = _timed(lambda: load_index(file, embedder))
    index = loaded or built
    asked = IndexedCatalogue({}, Lexicon(()), lambda: index)
    _step(asked, "")
    steps = [_step(asked, text) for text in _requests(draw, words, tools.values())]
    wall, cpu = (sorted(times) for times in zip(*steps, strict=True))
    encoded = sorted(_with_encoder(index, _requests(draw, words, tools.values())))
    fresh = {"new": _tool(draw, words, size)}
    more = {**tools, **fresh}
    index.changed(more, fresh, _only(fresh))
    _, change_s = _timed(lambda: index.changed(more, fresh, _only(fresh)).ids)
    return Scale(
        tools=size,
        p50_ms=_at(wall, 0.5),
        p99_ms=_at(wall, 0.99),
        cpu_p50_ms=_at(cpu, 0.5),
        cpu_p99_ms=_at(cpu, 0.99),
        encoder_p50_ms=_at(encoded, 0.5),
        encoder_p99_ms=_at(encoded, 0.99),
        change_ms=round(change_s * 1000, 1),
        build_s=round(build_s, 2),
        save_s=round(save_s, 2),
        load_s=round(load_s, 3),
        index_mb=round(_held(index) / _MB, 1),
    )


def as_lines(found: Sequence[Scale]) -> Iterator[str]:
    """The figures as a table of plain text."""
    yield "".join(f"{name:>13}" for name in Scale.model_fields)
    for one in found:
        yield "".join(f"{value:>13}" for value in one.model_dump().values())
    yield f"largest memory of the process: {_peak():.0f} MB"


def write_scale(found: Sequence[Scale], folder: Path) -> None:
    """scale.json, and scale.png where the plotting library is installed."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps([one.model_dump() for one in found], indent=2)
    (folder / "scale.json").write_text(text + "\n", "utf-8")
    plot(found, folder / "scale.png")


def plot(found: Sequence[Scale], file: Path) -> bool:
    """Times by size, both on logarithmic axes; False where matplotlib is not installed."""
    pyplot = drawing()
    if pyplot is None:
        return False
    figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
    sizes = [one.tools for one in found]
    lines = {
        "a step, p50": [one.cpu_p50_ms for one in found],
        "a step, p99": [one.cpu_p99_ms for one in found],
        "with the encoder, p99": [one.encoder_p99_ms for one in found],
        "one tool changed": [one.change_ms for one in found],
        "snapshot loaded": [one.load_s * 1000 for one in found],
        "index built": [one.build_s * 1000 for one in found],
    }
    for values, colour in zip(
        lines.values(),
        ("#1d4ed8", "#60a5fa", "#7c3aed", "#059669", "#d97706", "#6b7280"),
        strict=True,
    ):
        axes.plot(sizes, values, marker="o", color=colour)
    for name, height in _apart({name: values[-1] for name, values in lines.items()}):
        axes.annotate(name, (sizes[-1], height), (6, -3), textcoords="offset points", size=8)
    axes.set(xscale="log", yscale="log", xlabel="tools", ylabel="milliseconds of a processor")
    axes.set_xlim(sizes[0] / 1.5, sizes[-1] * 8)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.2)
    figure.savefig(file, dpi=150)
    pyplot.close(figure)
    return True


def _apart(ends: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Where the names of the lines stand: beside their ends, but not on each other."""
    last = 0.0
    for name, value in sorted(ends.items(), key=lambda pair: pair[1]):
        last = max(value, last * _APART)
        yield name, last


def _tool(draw: random.Random, words: Sequence[Group], number: int) -> dict[str, str]:
    """A tool of some words of the lexicon, every other one Chinese, as long as real ones are."""
    chinese = bool(number % 2)
    name = [draw.choice(group.en) for group in draw.sample(words, 3)]
    return {
        "name": "".join(part.title().replace(" ", "") for part in name),
        "text": _said(draw, words, 14, chinese),
        "arguments": " . ".join(draw.choice(one.en) for one in draw.sample(words, 4)),
        "meanings": _said(draw, words, 16, chinese),
        "results": _said(draw, words, 8, chinese),
    }


def _requests(
    draw: random.Random, words: Sequence[Group], tools: Iterable[dict[str, str]]
) -> Iterator[str]:
    """Half of what some tool says, and as much besides: a step of a plan."""
    every = list(tools)
    for number in range(_STEPS):
        told = draw.choice(every)["text"]
        yield f"{told[: len(told) // 2]} {_said(draw, words, 3, bool(number % 2))}"


def _said(draw: random.Random, words: Sequence[Group], count: int, chinese: bool) -> str:
    chosen = draw.sample(words, count)
    if chinese:
        return "".join(draw.choice(one.zh) for one in chosen)
    return " ".join(draw.choice(one.en) for one in chosen)


def _step(asked: IndexedCatalogue, text: str) -> tuple[float, float]:
    """Milliseconds on the clock and of the processor."""
    begun = time.perf_counter(), time.process_time()
    for tool in asked.search(text).near[:_KEPT]:
        asked.places(text, tool)
    wall, cpu = time.perf_counter() - begun[0], time.process_time() - begun[1]
    return wall * 1000, cpu * 1000


def _with_encoder(index: ToolIndex, texts: Iterable[str]) -> Iterator[float]:
    """Milliseconds of the processor; what the vectors of the tools say does not matter here."""
    encoder = load_encoder()
    width = encoder.embed(["a step"]).vectors.shape[1]
    drawn = np.random.default_rng(1).standard_normal((len(index.ids), width), np.float32)
    model = Model(encoder, drawn / np.linalg.norm(drawn, axis=1, keepdims=True))
    for text in texts:
        begun = time.process_time()
        rank(features(index, text, model=model), shipped("model"))
        yield (time.process_time() - begun) * 1000


def _at(times: Sequence[float], share: float) -> float:
    """The time that this share of the steps does not exceed."""
    return round(times[math.ceil(len(times) * share) - 1], 2)


def _only(fresh: Mapping[str, Texts]) -> Callable[[Iterable[str]], Mapping[str, Texts]]:
    return lambda ids: {name: fresh[name] for name in ids}


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    begun = time.process_time()
    found = work()
    return found, time.process_time() - begun


def _held(index: ToolIndex) -> int:
    """Bytes of a copy of the index, its words included."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "index.npz"
        save_index(index, file)
        tracemalloc.start()
        copy = load_index(file, index.embedder)
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return held if copy else 0


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
