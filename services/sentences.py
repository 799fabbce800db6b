"""Sentences for which somebody asks what a change of the tools would do to them."""

import json
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path

from evals.case import SHIPPED, Case, load_suite
from evals.draw import draw_variables, fill
from pipelines.onboarding.planning import Sentence

START = Path(__file__).parent / "start_examples.json"
"""Language → name → sentence: what the start page of the web offers, which reads this file too."""
_LONGEST = 300
"""Characters of a sentence; longer ones are tests of limits."""
_SPECIMEN = "1001"
"""An id of something that a running business would have: nothing is read while planning."""


def sentences(names: AbstractSet[str] = frozenset()) -> list[Sentence]:
    """What the start page offers, then the own wording of every single-turn case that is to come
    to calls; first those that are to call a tool of one of these names."""
    cases = sorted(_cases(), key=lambda one: names.isdisjoint(one[1]))
    return [*_offered(), *(one for one, _ in cases)]


def _offered() -> Iterator[Sentence]:
    loaded: dict[str, dict[str, str]] = json.loads(START.read_text("utf-8"))
    for language, texts in loaded.items():
        for name, text in texts.items():
            yield Sentence(id=f"start/{language}/{name}", text=text)


@cache
def _cases() -> tuple[tuple[Sentence, frozenset[str]], ...]:
    """Each with the tools that it is to call."""
    found: list[tuple[Sentence, frozenset[str]]] = []
    for file in sorted(SHIPPED.glob("*.yaml")):
        for case in load_suite(file.stem).cases:
            called = _called(case)
            text = _text(case) if len(case.turns) == 1 and called else ""
            if 0 < len(text) <= _LONGEST:
                id = f"{file.stem}/{case.id}"
                one = Sentence(id=id, text=text, environment=case.environment)
                found.append((one, called))
    return tuple(found)


def _called(case: Case) -> frozenset[str]:
    """Names of tools, of which a case that is to be refused or asked about has none, nor one of
    those whose failures nobody is to have read."""
    expected = case.expect[0]
    runs = expected.chain is None or expected.chain.executed is not False
    if case.unseen or not runs or not expected.tools:
        return frozenset()
    told = (*expected.tools, *case.without)
    return frozenset(name for one in told for name in one.split("|"))


def _text(case: Case) -> str:
    """With specimens for what would be taken from a running business."""
    draw = {
        name: one.model_copy(update={"fixture": None, "text": _SPECIMEN}) if one.fixture else one
        for name, one in case.draw.items()
    }
    return fill(case.turns[0], draw_variables(case.model_copy(update={"draw": draw}), {}, 0))
