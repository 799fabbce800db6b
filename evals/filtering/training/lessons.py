"""What the encoder learns from: catalogues, and requests with the tools that serve them.

Three kinds: `corpus` (invented catalogues and real servers, each with requests that people wrote
for it), the businesses of the reader's corpus (what a request does to what is a tool of theirs),
and public requests with their intents as tools. No set that the bench measures is among them.
"""

import gzip
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, cast

from evals.errors import BenchError
from evals.reader.corpus import Trade, read_corpus

CORPUS = Path(__file__).parent.parent / "corpus"
PUBLIC = (
    "banking77", "clinc150", "crosswoz", "ha_intents", "hwu64", "luis", "multiwoz_en",
    "multiwoz_zh", "snips",
)  # fmt: skip
"""Sets whose licences ask for a credit at most (see the model card)."""
_TOLD = 400
"""Characters of a description, as `model_text` has it."""
_BLANKS = re.compile(r"\s+")
_OF_A_TOOL = 15
"""Public requests of one intent."""
_ARGUMENTS = 4
_FEWEST = 5
"""A business with fewer tools teaches little."""

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A catalogue: the ways in which each tool is told, and requests with the tools they need."""

    name: str
    tools: dict[str, tuple[str, ...]]
    requests: tuple[tuple[str, tuple[str, ...]], ...]


def tool_text(name: str, description: str, arguments: Sequence[str] = ()) -> str:
    """A tool as the product tells it to the encoder."""
    told = f"{name}. {_BLANKS.sub(' ', description)[:_TOLD]}"
    return f"{told} . {' . '.join(arguments)}" if arguments else told


def written(folder: Path = CORPUS) -> list[Lesson]:
    """The catalogues of the corpus, each a file; BenchError where a folder has none."""
    found = [_written(file) for file in sorted(folder.glob("*.json"))]
    if not found:
        raise BenchError(f"no catalogues (*.json) in {folder}")
    return found


def _written(file: Path) -> Lesson:
    held: Json = json.loads(file.read_bytes())
    tools: dict[str, tuple[str, ...]] = {}
    requests: list[tuple[str, tuple[str, ...]]] = []
    for tool in cast("list[Json]", held["tools"]):
        name, arguments = tool["name"], list(tool.get("parameters") or {})
        texts = [tool[language] for language in ("zh", "en") if tool.get(language)]
        tools[name] = tuple(tool_text(name, t, a) for t in texts for a in (arguments, ()))
        asked: dict[str, list[str]] = tool["requests"]
        requests += [(text, (name,)) for texts in asked.values() for text in texts]
    for long in cast("list[Json]", held["long"]):
        gold = tuple(name for name in long["gold"] if name in tools)
        if gold:
            requests += [(long["text"], gold)] * 2
    return Lesson(file.stem, tools, tuple(requests))


def businesses(leave: Sequence[str] = ()) -> Iterator[Lesson]:
    """The businesses of the reader's corpus; an action on a kind of thing is a tool."""
    for trade in read_corpus():
        lesson = _of_business(trade)
        if lesson.name not in leave and len(lesson.tools) >= _FEWEST:
            yield lesson


def _of_business(trade: Trade) -> Lesson:
    business, draw = trade.business, random.Random(trade.business.name)
    actions, things = business.action_by_name, {one.name: one for one in business.entities}
    tools: dict[str, tuple[str, ...]] = {}
    requests: list[tuple[str, tuple[str, ...]]] = []
    for request in (one.request for one in trade.requests):
        gold: dict[str, None] = {}
        for step in request.steps:
            action, thing = actions.get(step.act or ""), things.get(step.obj.kind or "")
            if action is not None and thing is not None:
                name = f"{action.name}_{thing.name}"
                own = [one.name for one in business.attributes if thing.name in one.of]
                shown = draw.sample(own, min(_ARGUMENTS, len(own)))
                zh = draw.choice(action.zh or ("",)), draw.choice(thing.zh or (thing.name,))
                en = draw.choice(action.en or ("",)), draw.choice(thing.en or (thing.name,))
                said = ("".join(zh), " ".join(en))
                texts = tuple(tool_text(name, t, a) for t in said for a in (shown, ()))
                tools.setdefault(name, texts)
                gold[name] = None
        if gold:
            requests.append((request.t, tuple(gold)))
    return Lesson(business.name, tools, tuple(requests))


def public(folder: Path) -> Iterator[Lesson]:
    """Public requests; BenchError where a set is missing from the folder."""
    for name in PUBLIC:
        catalogue, lines = folder / f"{name}.tools.json.gz", folder / f"{name}.jsonl.gz"
        if not (catalogue.is_file() and lines.is_file()):
            raise BenchError(f"{folder} has no {name}.tools.json.gz with {name}.jsonl.gz")
        tools: dict[str, list[str]] = {}
        for tool in cast("list[Json]", json.loads(gzip.decompress(catalogue.read_bytes()))):
            arguments = [one["name"] for one in tool.get("params", ())]
            for shown in (arguments, []):
                text = tool_text(tool["name"], tool["description"], shown)
                tools.setdefault(tool["name"], []).append(text)
        asked = tuple((text, (tool,)) for tool, text in _drawn(name, lines) if tool in tools)
        yield Lesson(name, {tool: tuple(texts) for tool, texts in tools.items()}, asked)


def _drawn(name: str, lines: Path) -> Iterator[tuple[str, str]]:
    by_tool: dict[str, list[str]] = {}
    with gzip.open(lines, "rt", encoding="utf-8") as opened:
        for line in opened:
            one: Json = json.loads(line)
            usable = one.get("tool") and one.get("standalone", True) and one.get("split") != "test"
            if usable:
                by_tool.setdefault(one["tool"]["name"], []).append(one["text"])
    draw = random.Random(name)
    for tool, texts in by_tool.items():
        yield from ((tool, text) for text in draw.sample(texts, min(_OF_A_TOOL, len(texts))))
