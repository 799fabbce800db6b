"""The referee on counts and what is ruled out: the one a fault, the other a doubt."""

from typing import Any

from pipelines.intent.model.check import check, doubts
from pipelines.intent.model.form import ModelIntent
from pipelines.intent.model.sentence import read_sentence
from tests.intent.world import ENVIRONMENTS, lexicon_of
from tests.models.heard import heard


def problems(
    text: str, letter: str, *steps: dict[str, Any], denied: str = "", **more: Any
) -> list[str]:
    """What the referee says of a form in daily, faults and doubts; `denied`: what the local reader
    takes for ruled out."""
    own = heard(text, denied=denied)
    sentence = read_sentence(own, lexicon_of("library"), ENVIRONMENTS)
    form = {"intent_type": letter, "environment": "daily", "steps": list(steps), **more}
    filled = ModelIntent.model_validate(form)
    return [*check(sentence, filled), *doubts(sentence, filled)]


def step(words: str, action: str, said: str, object: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"words": words, "action": action, "action_words": said, "object": object, **more}


def thing(type: str | None, words: str, *ids: str, **more: Any) -> dict[str, Any]:
    return {"type": type, "words": words, "identifiers": [{"words": one} for one in ids], **more}


def test_a_count_may_not_be_dropped() -> None:
    text = "create 3 books, daily"
    whole = text.removesuffix(", daily")
    counted = thing("book", "3 books", quantity_words="3")
    assert problems(text, "A", step(whole, "create", "create", counted)) == []
    [found] = problems(text, "A", step(whole, "create", "create", thing("book", "books")))
    assert "“3”" in found


def test_a_total_is_told_by_its_parts() -> None:
    text = "issue two books to reader R200, one for him and one for reader R300, daily"
    whole = text.removesuffix(", daily")
    one = step(whole, "issue", "issue", thing("book", "books", quantity_words="one"))
    to = [thing("reader", "reader", "R200"), thing("reader", "reader R300", "R300")]
    found = problems(text, "A", one | {"related": to}, one)
    assert not any("“two”" in said for said in found)


def test_what_is_ruled_out_is_not_asked_for() -> None:
    text = "给读者 R200 借书,不要借逾期的,日常"
    to = thing("reader", "读者 R200", "R200", role="recipient")
    late = {"attribute": "status", "words": "逾期"}
    book = thing("book", "书", constraints=[late])
    told = step("给读者 R200 借书", "lend", "借", book, related=[to])
    note = {"negative": [{"kind": "forbid", "words": "不要借逾期的"}]}
    ruled = "不要借逾期的"
    found = problems(text, "B", told, denied=ruled, **note)
    assert any("“逾期”是用户不要的" in one for one in found)
    book = thing("book", "书", constraints=[late | {"operator": "ne"}])
    told = step("给读者 R200 借书", "lend", "借", book, related=[to])
    assert problems(text, "B", told, denied=ruled, **note) == []
