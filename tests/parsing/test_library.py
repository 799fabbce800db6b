"""A Chinese catalogue in the standard's template, with a glossary."""

import pytest

from tests.parsing.catalogues import library
from tool_registry.base.types import Effect, FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, StateChange, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return library()


def tool(catalogue: Catalogue, name: str) -> ToolEssentialModel:
    return catalogue.tools[f"s/{name}"]


def slot(catalogue: Catalogue, name: str, path: str) -> Slot:
    return next(s for s in tool(catalogue, name).needs if s.path == path)


def test_titles_tell_function_and_object(catalogue: Catalogue) -> None:
    told = {t.name: (t.function.value, t.objects[0]) for t in catalogue.tools.values()}
    del told["quickLend"]
    assert told == {
        "createReader": ("create", "读者"),
        "queryReaderByMobile": ("query", "读者"),
        "createKidsBook": ("create", "图书"),
        "createAdultBook": ("create", "图书"),
        "lendBook": ("create", "借阅单"),
        "returnBook": ("operate", "借阅单"),
        "getLoan": ("query", "借阅单"),
        "listReaderLoans": ("query", "借阅单"),
    }


def test_sections_are_read(catalogue: Catalogue) -> None:
    lend = tool(catalogue, "lendBook")
    assert (lend.platform, lend.author) == ("libra", "阿岚")
    assert lend.summary == "把图书借给读者,生成借阅单。"
    assert lend.troubleshooting == "getLoan"
    assert lend.replacements == ("s/quickLend",)
    assert tool(catalogue, "getLoan").troubleshooting is None


def test_environments_follow_what_the_author_states(catalogue: Catalogue) -> None:
    assert tool(catalogue, "createReader").environments == ("daily", "pre")
    assert tool(catalogue, "createKidsBook").environments == ("daily",)
    argument = tool(catalogue, "createReader").environment_slot
    assert argument is not None
    assert argument.environment == {"daily": "daily", "pre": "pre"}
    assert argument.entity is None


def test_identifiers_belong_to_the_things_they_identify(catalogue: Catalogue) -> None:
    reader = slot(catalogue, "lendBook", "readerId")
    assert (reader.entity, reader.attribute, reader.required) == ("读者", "id", True)
    loan = slot(catalogue, "returnBook", "loanNo")
    assert (loan.entity, loan.attribute) == ("借阅单", "id")


def test_a_word_for_required_in_the_description_counts(catalogue: Catalogue) -> None:
    assert slot(catalogue, "createReader", "mobile").required
    assert not slot(catalogue, "createReader", "readerName").required


def test_an_idempotency_key_is_no_attribute(catalogue: Catalogue) -> None:
    key = slot(catalogue, "createReader", "requestNo")
    assert key.idempotency_key
    assert key.attribute is None
    assert tool(catalogue, "createReader").effect is Effect.IDEMPOTENT
    assert tool(catalogue, "lendBook").effect is Effect.ONCE
    assert tool(catalogue, "getLoan").effect is Effect.NONE


def test_near_twins_are_told_apart_by_their_titles(catalogue: Catalogue) -> None:
    words = {
        name: {d.value for d in tool(catalogue, name).discriminators}
        for name in ("createKidsBook", "createAdultBook")
    }
    assert words["createKidsBook"] != words["createAdultBook"]
    assert any("少儿" in word for word in words["createKidsBook"])


def test_states_before_and_after(catalogue: Catalogue) -> None:
    assert tool(catalogue, "returnBook").states == (
        StateChange(entity="借阅单", attribute="status", before=("借出中",), after="已归还"),
    )
    assert tool(catalogue, "lendBook").states == (
        StateChange(entity="借阅单", attribute="status", after="借出中"),
    )
    assert tool(catalogue, "getLoan").states == ()


def test_closed_sets_have_human_words(catalogue: Catalogue) -> None:
    status = next(y for y in tool(catalogue, "getLoan").yields if y.key == "status")
    assert status.values == {"OPEN": ("借出中",), "CLOSED": ("已归还",), "LOST": ("已遗失",)}
    value = catalogue.lexicon.concept(Kind.VALUE, "已遗失")
    assert value is not None
    assert value.attribute == "status"
    assert catalogue.lexicon.canonical(Kind.VALUE, "lost") == "已遗失"


def test_amounts_carry_their_unit(catalogue: Catalogue) -> None:
    fine = next(y for y in tool(catalogue, "getLoan").yields if y.key == "fineAmount")
    assert fine.unit == "fen"
    assert slot(catalogue, "createKidsBook", "price").unit == "fen"


def test_lists_yield_many_and_paging_is_no_attribute(catalogue: Catalogue) -> None:
    many = {y.path: (y.entity, y.many) for y in tool(catalogue, "listReaderLoans").yields}
    assert many["data.list[].loanNo"] == ("借阅单", True)
    assert many["data.list[].readerId"] == ("读者", True)
    total = next(y for y in tool(catalogue, "listReaderLoans").yields if y.key == "total")
    assert total.attribute == "count"
    assert slot(catalogue, "listReaderLoans", "pageNo").attribute is None


def test_the_glossary_names_things(catalogue: Catalogue) -> None:
    for word in ("借书人", "patron", "reader", "持证人", "readerId"):
        assert catalogue.lexicon.canonical(Kind.ENTITY, word) == "读者", word
    assert catalogue.lexicon.canonical(Kind.ENTITY, "书") == "图书"


def test_reads_write_nothing(catalogue: Catalogue) -> None:
    reads = [t for t in catalogue.tools.values() if t.function is FunctionType.QUERY]
    assert {t.effect for t in reads} == {Effect.NONE}
