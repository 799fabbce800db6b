"""What holds for every text, however odd, with the weights that are shipped."""

import random
from collections.abc import Iterator

import pytest

from pipelines.contracts.intent import IntentResult, Span
from pipelines.intent.goals import MOST_GOALS
from pipelines.intent.reader import read_alone
from tests.trades.library import library

_SENTENCES = (
    "create 3 readers in daily and give each a card",
    "给读者R0001借三本书,预发,别动罚款",
    "transfer loan L1 from reader R0001 to reader R0002, daily",
    "查一下读者13800001111的罚款,线下",
    "lend two books, no, three books to reader R0001 in pre",
    "如果没有读者R0009就建一个,然后开一张30元的罚单,预发",
    "有哪些工具可以造读者",
)
_SIGNS = (
    "给发张券一二三的了在预发线下 1234,.;:'\"()满减-不要"
    " create order to of and 🙂\n\t再先把被é％50《》"
)
_REPEATED = (
    "读者的",
    "3不对,",
    "借书,",
    "给读者R0001",
    "order of ",
    "not 3 but ",
    "1",
    "万",
    "(",
    "'",
)


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
        result = read_alone(text, library())
        assert [s for s in _spans(result) if text[s.start : s.end] != s.text] == []


@pytest.mark.parametrize("piece", _REPEATED)
def test_endless_repetition_ends(piece: str) -> None:
    result = read_alone((piece * 4000)[:4000], library())
    assert len(result.goals) <= MOST_GOALS + 1


@pytest.mark.parametrize("sentence", _SENTENCES)
def test_the_same_sentence_means_the_same_again(sentence: str) -> None:
    assert read_alone(sentence, library()) == read_alone(sentence, library())


def test_no_text_is_no_request() -> None:
    assert read_alone("", library()).goals == ()
