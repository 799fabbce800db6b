"""The referee on roles: a value in somebody else's place is doubted, a dropped count a fault."""

from typing import Any

import pytest

from pipelines.agents.intent.check import check, doubts
from pipelines.agents.intent.form import ModelIntent
from pipelines.agents.intent.sentence import read_sentence
from tests.intent.world import ENVIRONMENTS, lexicon_of


def problems(text: str, letter: str, *steps: dict[str, Any], **more: Any) -> list[str]:
    """What the referee says of a form in daily, faults and doubts."""
    sentence = read_sentence(text, lexicon_of("library"), ENVIRONMENTS)
    form = {"intent_type": letter, "environment": "daily", "steps": list(steps), **more}
    filled = ModelIntent.model_validate(form)
    return [*check(sentence, filled), *doubts(sentence, filled)]


def step(words: str, action: str, said: str, object: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"words": words, "action": action, "action_words": said, "object": object, **more}


def thing(type: str | None, words: str, *ids: str, **more: Any) -> dict[str, Any]:
    return {"type": type, "words": words, "identifiers": [{"words": one} for one in ids], **more}


LEND = "把图书 B100 借给读者 R200,日常"


def lend(book: str, reader: str) -> dict[str, Any]:
    to = thing("reader", "读者", reader, role="recipient")
    return step(
        "把图书 B100 借给读者 R200", "lend", "借给", thing("book", "图书", book), related=[to]
    )


def test_a_number_belongs_to_the_noun_before_it() -> None:
    assert problems(LEND, "B", lend("B100", "R200")) == []
    swapped = problems(LEND, "B", lend("R200", "B100"))
    assert any("“R200”紧跟在 reader 后面" in one for one in swapped)
    assert any("“B100”紧跟在 book 后面" in one for one in swapped)


@pytest.mark.parametrize(
    "text", ["create a fine with amount 30 and price 5", "建一笔罚款,金额30元,价格5元"]
)
def test_a_value_belongs_to_the_attribute_before_it(text: str) -> None:
    verb, noun, one = ("create", "fine", "a") if text.isascii() else ("建", "罚款", "一")

    def filled(amount: str, price: str) -> list[str]:
        said = [{"attribute": "amount", "words": amount}, {"attribute": "price", "words": price}]
        fine = thing("fine", noun, quantity_words=one, constraints=said)
        return problems(f"{text}, daily", "A", step(text, "create", verb, fine))

    assert filled("30", "5") == []
    assert [one for one in filled("5", "30") if "“5”是 price,不是 amount" in one]


MOVE = "transfer book B100 from reader R200 to reader R300, daily"


def transfer(source: str, target: str) -> dict[str, Any]:
    whole = MOVE.removesuffix(", daily")
    ends = [
        thing("reader", f"reader {source}", source, role="source"),
        thing("reader", f"reader {target}", target, role="recipient"),
    ]
    book = thing("book", "book B100", "B100")
    return step(whole, "transfer", "transfer", book, related=ends)


def test_from_and_to_are_not_exchanged() -> None:
    assert problems(MOVE, "B", transfer("R200", "R300")) == []
    found = problems(MOVE, "B", transfer("R300", "R200"))
    assert [one for one in found if "与 role source 相反" in one]
    assert [one for one in found if "与 role recipient 相反" in one]


def test_who_gets_it_is_not_what_is_given() -> None:
    text = "给读者借书,日常"
    to, book = thing("reader", "读者"), thing("book", "书")
    right = step("给读者借书", "lend", "借", book, related=[to | {"role": "recipient"}])
    assert problems(text, "B", right) == []
    turned = step("给读者借书", "lend", "借", to, related=[book | {"role": "parent"}])
    assert any("“读者”是接收者,“书”才是 object" in one for one in problems(text, "B", turned))


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
    assert any("“逾期”是用户不要的" in one for one in problems(text, "B", told, **note))
    book = thing("book", "书", constraints=[late | {"operator": "ne"}])
    assert (
        problems(text, "B", step("给读者 R200 借书", "lend", "借", book, related=[to]), **note)
        == []
    )
