"""What the referee says of a form, to the letter: each finding has its place, its words, its names.

All that it finds is compared, so that nothing is said that is not meant to be.
"""

from typing import Any

import pytest

from pipelines.intent.model.check import check, doubts
from pipelines.intent.model.form import ModelIntent
from pipelines.intent.model.sentence import read_sentence
from pipelines.messages import say
from tests.intent.world import ENVIRONMENTS, lexicon_of
from tests.models.heard import heard
from tests.models.test_counts import step, thing
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.packs import load_packs

READER = thing("reader", "读者 R200", "R200")
LOOK = step("查读者 R200", "query", "查", READER)
BOOKS = thing("book", "三本书", quantity_words="三")


def judged(
    text: str,
    letter: str,
    *steps: dict[str, Any],
    gone: str = "",
    environment: str | None = "pre",
) -> tuple[list[str], list[str]]:
    """Faults and doubts; `gone`: what the local reader takes for taken back."""
    sentence = read_sentence(heard(text, gone=gone), lexicon_of("library"), ENVIRONMENTS)
    told = {"intent_type": letter, "environment": environment, "steps": list(steps)}
    form = ModelIntent.model_validate(told)
    return check(sentence, form), doubts(sentence, form)


def told(key: str, **values: str | None) -> str:
    return say("zh", f"referee.{key}", **values)


def said(attribute: str | None, words: str) -> dict[str, Any]:
    return {"attribute": attribute, "words": words}


def book(words: str, *constraints: dict[str, Any]) -> dict[str, Any]:
    return thing("book", words, constraints=list(constraints))


def lending(words: str, object: dict[str, Any], **more: Any) -> dict[str, Any]:
    return step(words, "lend", "借给", object, related=[READER]) | more


# A sentence, a letter, one step, and the only fault.
UNKNOWN: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "an action": ("C", LOOK | {"action": "teleport"}, "steps.0.action", "teleport"),
    "a type": ("C", LOOK | {"object": READER | {"type": "moon"}}, "steps.0.type", "moon"),
    "an action as a type": (
        "C",
        LOOK | {"object": READER | {"type": "lend"}},
        "steps.0.type",
        "lend",
    ),
    "what is asked": ("C", LOOK | {"asked": ["height"]}, "steps.0.asked", "height"),
    "an attribute": (
        "C",
        LOOK | {"object": READER | {"identifiers": [said("altitude", "R200")]}},
        "steps.0.attribute",
        "altitude",
    ),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_no_candidate_is_named_with_its_place(name: str) -> None:
    letter, one, place, given = UNKNOWN[name]
    faults, doubted = judged("预发查读者 R200", letter, one)
    assert faults == [told("unknown", place=place, name=given)]
    assert doubted == []


@pytest.mark.parametrize("state", ["预发", "预发环境"])
def test_an_environment_is_no_state_of_a_thing(state: str) -> None:
    text = f"把读者 R200 改到{state}"
    moved = step(text, "update", "改到", READER, target_state_words=state)
    place = "steps.0.target_state_words"
    assert judged(text, "B", moved) == ([told("unknown", place=place, name=state)], [])
    text = "预发把读者 R200 改到冻结"
    moved = step("把读者 R200 改到冻结", "update", "改到", READER, target_state_words="冻结")
    assert judged(text, "B", moved) == ([], [])


def test_words_that_the_user_never_said_are_named_with_their_place() -> None:
    made_up = lending("借给读者 R200 三本书", thing("book", "五本书", quantity_words="三"))
    faults, doubted = judged("预发借给读者 R200 三本书", "B", made_up)
    assert faults == [told("made_up", place="steps.0.object.words", words="五本书")]
    assert doubted == [told("loose", words="书")]
    value = lending("借给读者 R200 三本书", BOOKS | {"constraints": [said("status", "逾期")]})
    faults, doubted = judged("预发借给读者 R200 三本书", "B", value)
    place = "steps.0.object.constraints.0.words"
    assert (faults, doubted) == ([told("made_up", place=place, words="逾期")], [])


def test_the_environment_is_the_one_that_is_said() -> None:
    text = "借给读者 R200 三本书"
    one = lending(text, BOOKS)

    def found(said: str, environment: str | None) -> tuple[list[str], list[str]]:
        return judged(said, "B", one, environment=environment)

    assert found(text, "moon") == ([told("environment", given="moon", said="null")], [])
    both = told("environment", given="moon", said="pre, daily")
    assert found(f"预发日常{text}", "moon") == ([both], [])
    assert found(f"预发{text}", None) == ([told("no_environment", said="pre")], [])
    assert found(f"预发{text}", "pre") == ([], [])
    assert found(text, None) == ([], [])


def test_a_type_that_changes_data_has_steps() -> None:
    for letter in ("A", "B", "C", "D"):
        assert judged("预发查一下", letter)[0] == [told("no_steps", letter=letter)]


def test_a_query_writes_nothing_unless_its_words_plainly_do() -> None:
    text = "预发查读者 R200,再{}三本书"

    def found(words: str, action: str) -> list[str]:
        more = step(f"{words}三本书", action, words, BOOKS)
        return judged(text.format(words), "C", LOOK, more)[0]

    assert found("借出", "lend") == []
    assert found("查", "query") == []
    assert found("查", "lend") == [told("writes", letter="C", action="lend")]
    assert found("捣鼓", "lend") == [told("writes", letter="C", action="lend")]
    first = step("借出三本书", "lend", "借出", BOOKS)
    faults = judged("预发借出三本书", "D", first)[0]
    assert faults == [told("writes", letter="D", action="lend")]


def test_a_creation_begins_with_something_new() -> None:
    text = "预发创建一本书,再查读者 R200"
    new = step("创建一本书", "create", "创建", thing("book", "书"))
    assert judged(text, "A", new, LOOK) == ([], [])
    faults, doubted = judged(text, "A", new | {"action": "query"}, LOOK)
    assert faults == [told("no_creation", action="query")]
    assert doubted == [told("other_action", words="创建", given="query", known="create")]
    faults, doubted = judged(text, "A", new | {"action": "cancel"})
    assert faults == [
        told("no_creation", action="cancel"),
        told("dropped", words="R200"),
    ]
    assert doubted == [told("loose", words="读者")]


def test_a_number_is_a_number() -> None:
    object = thing("book", "三本逾期的书", quantity_words="逾期")
    faults, _ = judged("预发借给读者 R200 三本逾期的书", "B", lending("借给读者 R200", object))
    assert faults == [
        told("no_number", place="steps.0", words="逾期"),
        told("dropped", words="三"),
    ]


def test_a_total_of_counted_things_is_told_by_them() -> None:
    text = "预发创建两本书和三个读者,一共五个"
    books = step("创建两本书", "create", "创建", thing("book", "书", quantity_words="两"))
    readers = step("三个读者", "create", "创建", thing("reader", "读者", quantity_words="三"))
    assert judged(text, "A", books, readers)[0] == []
    text = text.replace("五", "六")
    assert judged(text, "A", books, readers)[0] == [told("dropped", words="六")]


def test_a_value_with_a_number_in_it_may_not_be_dropped() -> None:
    text = "预发借给读者 R200 满50减20的书"
    faults, doubted = judged(text, "B", lending("借给读者 R200", thing("book", "书")))
    assert faults == [told("dropped", words="满50减20")]
    assert doubted == []


@pytest.mark.parametrize(
    ("more", "loose"),
    [
        (",上周的", "上周"),  # a moment
        (",有罚款", "罚款"),  # a thing
        (",纸质的", "纸质"),  # a value
        (",有合同", None),  # a thing that is a word of grammar, too
    ],
)
def test_known_words_that_nothing_holds_are_doubted(more: str, loose: str | None) -> None:
    faults, doubted = judged(f"预发查读者 R200{more}", "C", LOOK)
    assert faults == []
    assert doubted == ([told("loose", words=loose)] if loose else [])


def test_a_word_of_two_letters_counts_and_a_letter_does_not() -> None:
    rooms = [Concept(Kind.ENTITY, word, (), source="rooms") for word in ("tv", "x")]
    lexicon = Lexicon([*load_packs(("general",)), *rooms])
    one = step("query R200", "query", "query", thing(None, "R200", "R200"))
    form = ModelIntent.model_validate(
        {"intent_type": "C", "environment": "pre", "steps": [one]},
    )

    def found(word: str) -> list[str]:
        sentence = read_sentence(heard(f"query R200 {word}, pre"), lexicon, ENVIRONMENTS)
        return [*check(sentence, form), *doubts(sentence, form)]

    assert found("tv") == [told("loose", words="tv")]
    assert found("x") == []


def test_a_verb_that_is_a_state_too_is_held_as_a_verb() -> None:
    text = "预发停用读者 R200"
    one = step("停用读者 R200", "disable", "停用", READER)
    assert judged(text, "B", one) == ([], [])


def test_a_verb_inside_a_value_is_no_action() -> None:
    text = "预发借给读者 R200 “归还” 这本书"
    one = lending("借给读者 R200 “归还” 这本书", book("书", said("title", "“归还”")))
    assert judged(text, "B", one) == ([], [])
    faults, doubted = judged(text, "B", one | {"action_words": "归还"})
    assert faults == []
    assert doubted == [told("no_action", place="steps.0", words="归还")]


def test_a_noun_that_names_something_else_is_doubted() -> None:
    text = "预发查读者 R200 的罚款单、借书单"
    object = thing("book", "罚款单、借书单")
    asked = step("查读者 R200 的罚款单、借书单", "query", "查", object, related=[READER])
    doubt = told("other_type", words="罚款单、借书单", given="book", known="fine, loan")
    assert judged(text, "C", asked) == ([], [doubt])


def test_an_action_has_words_that_mean_it() -> None:
    text = "预发借给读者 R200 三本书"
    mute = lending("借给读者 R200 三本书", BOOKS) | {"action_words": None}
    assert judged(text, "B", mute)[1] == [told("no_verb", place="steps.0", action="lend")]
    text = "预发查询借给读者 R200 三本书"
    both = lending("借给读者 R200 三本书", BOOKS) | {"action": "query"}
    doubt = told("other_action", words="借给", given="query", known="borrow, lend")
    assert judged(text, "C", both)[1] == [doubt]


def test_a_value_is_of_the_attribute_that_it_shows() -> None:
    text = "预发借给读者 R200 逾期的书"

    def found(attribute: str | None, words: str = "逾期") -> list[str]:
        return judged(text, "B", lending("借给读者 R200", book("书", said(attribute, words))))[1]

    assert found("medium") == [
        told("other_attribute", words="逾期", given="medium", known="status")
    ]
    loose = told("loose", words="逾期")
    for same in ("status", "状态", None, "type", "altitude"):
        assert found(same) == [], same
    assert found("status", "超期") == found("type", "超期") == [loose]


def test_what_was_taken_back_is_not_asked_for() -> None:
    text = "预发借给读者 R200 逾期的书,不对,三本书"
    late = lending("借给读者 R200", BOOKS | {"constraints": [said("status", "逾期")]})
    faults, doubted = judged(text, "B", late, gone="逾期的书,不对,")
    assert faults == []
    assert doubted == [told("retracted", words="逾期")]


def test_findings_stand_at_their_step() -> None:
    text = "预发查读者 R200,再查读者 R300"
    other = step("查读者 R300", "query", "查", thing("reader", "读者 R300", "R300"))
    faults, _ = judged(text, "C", LOOK, other | {"action": "fly", "asked": ["height"]})
    assert faults == [
        told("unknown", place="steps.1.action", name="fly"),
        told("unknown", place="steps.1.asked", name="height"),
    ]


def test_the_same_is_said_once() -> None:
    text = "预发查读者 R200,再查读者 R200 的罚款"
    sentence = read_sentence(heard(text), lexicon_of("library"), ENVIRONMENTS)
    wrong = LOOK | {"asked": ["height", "height"]}
    told_form = {"intent_type": "C", "environment": "pre", "steps": [wrong]}
    form = ModelIntent.model_validate(told_form)
    assert check(sentence, form) == [told("unknown", place="steps.0.asked", name="height")]


def test_a_word_for_a_value_has_to_stand_where_values_stand() -> None:
    text, words = "预发查逾期的书", "查逾期的书"
    bare = judged(text, "C", step(words, "query", "查", book("逾期的书")))
    held = judged(text, "C", step(words, "query", "查", book("逾期的书", said("status", "逾期"))))
    assert (len(bare[1]), held) == (1, ([], []))
    assert "逾期" in bare[1][0]
