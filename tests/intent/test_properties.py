"""What holds for every text, however odd."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from pipelines.contracts.intent import IntentResult, Span
from pipelines.intent import understand
from pipelines.intent.goals import MOST_GOALS
from tests.intent.world import ENVIRONMENTS, lexicon_of

_SENTENCES = [
    case["say"]
    for file in sorted((Path(__file__).parent / "cases").glob("*.yaml"))
    for case in yaml.safe_load(file.read_text("utf-8"))["cases"]
]
_SIGNS = (
    "给发张券一二三的了在预发线下 1234,.;:'\"()满减-不要"
    " create order to of and 🙂\n\t再先把被é％50《》"
)
_REPEATED = [
    "用户的",
    "3不对,",
    "发券,",
    "给用户1234",
    "创建",
    "order of ",
    "预发",
    "not 3 but ",
    "1",
    "万",
    "(",
    "《",
    "'",
]


def _spans(result: IntentResult) -> Iterator[Span]:
    yield from result.spans.values()
    yield from result.unread
    yield from (item.span for item in (*result.negative, *result.supplements))
    for goal in result.goals:
        if goal.span is not None:
            yield goal.span
        for ref in (goal.object, *goal.related):
            if ref.span is not None:
                yield ref.span
            yield from (item.span for item in (*ref.identifiers, *ref.constraints))


def _damaged(sentence: str, draw: random.Random) -> str:
    """The sentence with a few characters lost, added or moved."""
    chars = list(sentence)
    for _ in range(draw.randint(1, 6)):
        place = draw.randrange(len(chars) + 1)
        change = draw.random()
        if change < 0.3 and chars:
            del chars[min(place, len(chars) - 1)]
        elif change < 0.8:
            chars.insert(place, draw.choice(_SIGNS))
        else:
            chars[place:place] = draw.choice(_SENTENCES)[:8]
    return "".join(chars)


@pytest.mark.parametrize("seed", range(8))
def test_damaged_sentences_are_understood_somehow_and_every_span_is_the_text(seed: int) -> None:
    draw = random.Random(seed)
    for sentence in _SENTENCES:
        text = _damaged(sentence, draw)
        result = understand(text, lexicon_of("commerce"), ENVIRONMENTS)
        assert [s for s in _spans(result) if text[s.start : s.end] != s.text] == []


@pytest.mark.parametrize("piece", _REPEATED)
def test_endless_repetition_ends(piece: str) -> None:
    text = (piece * 4000)[:4000]
    result = understand(text, lexicon_of("commerce"), ENVIRONMENTS)
    assert len(result.goals) <= MOST_GOALS + 1


@pytest.mark.parametrize("sentence", _SENTENCES[::5])
def test_the_same_sentence_means_the_same_again(sentence: str) -> None:
    first = understand(sentence, lexicon_of("commerce"), ENVIRONMENTS)
    assert understand(sentence, lexicon_of("commerce"), ENVIRONMENTS) == first


def test_no_text_is_no_request() -> None:
    assert understand("", lexicon_of("commerce"), ENVIRONMENTS).goals == ()
