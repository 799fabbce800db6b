"""`zhizao bench tokens`, put together: the same requests through each pipeline, over a real wire.

The model service runs inside this process, so that every question and answer is counted in full.
"""

import asyncio
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from evals.distractors import read_distractors
from evals.ideal import Move, moves_of, next_move
from evals.runner import Result, Runner
from evals.tokens import (
    Comparison,
    Meter,
    Spent,
    chosen_requests,
    counted_only,
    tool_tokens,
)
from pipelines.single.toolbox import Toolbox
from services.bench_wiring import sandbox_offer
from services.eval_wiring import open_bench
from services.fake_model.cli import BUILT_IN
from services.fake_model.question import Answer, Call, Question, Script
from services.fake_model.server import running
from services.registry import read_environments
from services.settings import AgentChoice, Settings, model_variables
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool
from tool_registry.vocabulary.packs import load_packs

Tell = Callable[[str], None]
MANY = 7_000
"""Tools of the catalogue over which a single agent is only counted."""


@dataclass(frozen=True, slots=True)
class IdealScript:
    """A single agent that makes the moves that are known to be right, by the sentence."""

    moves: Mapping[str, Sequence[Move]]

    def __call__(self, question: Question) -> Answer | None:
        offered = {str(tool["function"]["name"]) for tool in question.tools}
        if "terminate" not in offered:
            return None
        sentence, made = _so_far(question)
        told = max((one for one in self.moves if sentence.endswith(one)), key=len, default="")
        move = next_move(
            self.moves.get(told) or [Move("terminate", {"outcome": "impossible"})], made
        )
        if move.tool not in offered and "search_tools" in offered:
            return Answer(calls=(Call("search_tools", {"query": self._query(question, move)}),))
        return Answer(calls=(Call(move.tool, move.arguments),))

    def _query(self, question: Question, move: Move) -> str:
        """The sentence at first; where that did not bring the tool, the tool's own name."""
        searched = any("search_tools" in _names(one) for one in question.messages)
        return move.tool if searched else _so_far(question)[0]


def _so_far(question: Question) -> tuple[str, int]:
    """The user's last sentence, and how many moves were made since; searches are none."""
    sentence, made = "", 0
    for message in question.messages:
        text = str(message.get("content") or "")
        if message.get("role") == "user" and not text.startswith("<"):
            sentence, made = text, 0
        made += sum(name != "search_tools" for name in _names(message))
    return sentence, made


def _names(message: Mapping[str, Any]) -> list[str]:
    calls = cast("list[dict[str, Any]]", message.get("tool_calls") or [])
    return [str(one["function"]["name"]) for one in calls]


@dataclass(slots=True)
class Listener:
    """A script that answers by other ones, and counts."""

    scripts: Sequence[Script]
    meter: Meter = field(default_factory=Meter)

    def __call__(self, question: Question) -> Answer | None:
        for script in self.scripts:
            if (said := script(question)) is not None:
                calls = (f"{one.name} {one.arguments}" for one in said.calls)
                answer = "\n".join([said.text, *calls])
                self.meter.add(question.messages, question.tools, answer)
                return said
        return None


@dataclass(frozen=True, slots=True)
class Pipeline:
    """One way to serve requests."""

    name: str
    settings: Settings


def compare(settings: Settings, data: Path | None, tell: Tell) -> Comparison:
    """Runs all pipelines; with a folder of public catalogues, thousands of tools are counted."""
    chosen = chosen_requests()
    sentences = sum(len(one.case.variants()[one.wording]) for one in chosen)
    found = Comparison(len(chosen), sentences)
    offer = sandbox_offer(settings, "commerce").tools
    moves: dict[str, Sequence[Move]] = {}
    for one in pipelines(settings):
        tell(one.name)
        with (
            _listened((IdealScript(moves), *BUILT_IN)) as listener,
            tempfile.TemporaryDirectory(prefix="zhizao-bench-") as folder,
            open_bench(one.settings, "commerce", Path(folder)) as bench,
        ):
            results = asyncio.run(Runner(bench, 0).run(chosen, lambda result: None))
        found.spent.append(_spent(one.name, len(offer), listener.meter, results))
        if one.settings.mode == "auto":
            turns = [turn for result in results for turn in result.turns]
            moves.update({turn.text: moves_of(turn.answer) for turn in turns})
    if data is not None:
        tell(f"counting {MANY} tools")
        found.spent.append(_many(settings, data, offer, found.spent))
    return found


def pipelines(settings: Settings) -> list[Pipeline]:
    """Ours first. The agents make the calls of the road's chains, so `auto` comes before them."""
    alone = {"mode": "model", "pipeline": "single"}
    search = AgentChoice(search=True)
    return [
        Pipeline("the road, `model`", settings.model_copy(update={"mode": "model"})),
        Pipeline("the road, `auto`", settings.model_copy(update={"mode": "auto"})),
        Pipeline("single agent, all tools", settings.model_copy(update=alone)),
        Pipeline("single agent, search", settings.model_copy(update={**alone, "single": search})),
    ]


@contextmanager
def _listened(scripts: Sequence[Script]) -> Generator[Listener]:
    """A model service that counts; this process asks it and no other."""
    listener = Listener(scripts)
    with running([listener]) as service, model_variables(f"{service.url}/api/v1", "sk-of-a-bench"):
        yield listener


def _spent(name: str, tools: int, meter: Meter, results: Sequence[Result]) -> Spent:
    right = sum(one.passed for one in results)
    return Spent(name, tools, meter.tokens, meter.questions, right)


def _many(settings: Settings, data: Path, offer: Sequence[RawTool], spent: list[Spent]) -> Spent:
    """The single agent's questions with thousands of tools in each."""
    environments = read_environments(settings)
    foreign = read_distractors(data, environments)[: MANY - len(offer)]
    packs = load_packs(settings.packs)
    few = build_catalogue(offer, (), environments, packs)
    many = build_catalogue((*offer, *foreign), (), environments, packs)
    run = next(one for one in spent if one.name == "single agent, all tools")
    place = environments.names[0]
    added = _shown(many, place) - _shown(few, place)
    return counted_only("single agent, all tools", run, len(many.tools), added)


def _shown(catalogue: Catalogue, place: str) -> int:
    """Tokens of all tools of an environment, as the single agent is shown them."""
    box = Toolbox.of(catalogue.in_environment(place))
    return sum(
        tool_tokens(
            {"name": one.name, "description": one.description, "parameters": one.parameters}
        )
        for one in box.shown.values()
    )
