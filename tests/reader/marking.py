"""Marks as a reader would give them, written by hand: words, role, what they belong to."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.reader import FollowUp, Turn
from pipelines.intent.lexical import setting
from pipelines.intent.reader.following import follow_up
from pipelines.intent.reader.marks import Mark, Marks, Stretch
from pipelines.intent.reader.result import Place, result_of
from tests.intent.world import ENVIRONMENTS, lexicon_of
from tool_registry.base.types import FunctionType, IntentType


def mark(text: str, words: str, role: Any, head: int = -1, tie: Any = "root", **told: Any) -> Mark:
    """`words@2`: their second occurrence; `does`: the function; the rest are links."""
    said, _, nth = words.partition("@")
    at = -1
    for _ in range(int(nth or 1)):
        at = text.index(said, at + 1)
    function = FunctionType(told.pop("does", "query"))
    operator = told.pop("operator", "eq")
    links = {kind: ((name, 1.0),) for kind, name in told.items()}
    return Mark(at, at + len(said), said, role, head, tie, function, operator, links)


def aside(text: str, words: str, kind: Any) -> Stretch:
    """A stretch that is no step."""
    at = text.index(words)
    return Stretch(at, at + len(words), kind)


def read(
    text: str,
    kind: IntentType,
    marks: list[Mark],
    asides: tuple[Stretch, ...] = (),
    **known: Any,
) -> IntentResult:
    """What these marks say, in the commerce trade; `known`: parts of the place."""
    place = replace(place_of(text), **known)
    return result_of(Marks(text, kind, 1.0, "new", tuple(marks), asides), place)


def follow(
    text: str,
    turn: Turn,
    marks: Sequence[Mark] = (),
    asides: tuple[Stretch, ...] = (),
    sure: float = 1.0,
) -> FollowUp:
    """What these marks of a follow-up say, in the commerce trade."""
    kind = IntentType.QUERY_DATA if turn == "ask" else IntentType.OPERATE_DATA
    return follow_up(Marks(text, kind, 1.0, turn, tuple(marks), asides, sure), place_of(text))


def place_of(text: str) -> Place:
    """What is known beside the marks of a text."""
    lexicon = lexicon_of("commerce")
    exact = setting.of_text(text, ENVIRONMENTS, lexicon)
    return Place(lexicon, ENVIRONMENTS, exact, None, "en")
