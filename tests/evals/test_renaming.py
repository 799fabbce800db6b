"""Invented words stand for the real ones everywhere alike, and lead back to them."""

from collections.abc import Mapping

import anyio

from evals.renaming import RenamedSource, Renaming, general_words, special_words
from tool_registry.base.types import JsonValue
from tool_registry.model import Document, RawTool
from tool_registry.sources.result import CallResult
from tool_registry.vocabulary.lexicon import Concept, Kind

LOAN = RawTool(
    source="library",
    name="lendBook",
    title="借出图书",
    description="Lends a book to a reader; bookIds is a list. 给读者借出图书。",
    input_schema={
        "type": "object",
        "properties": {
            "readerNo": {"type": "string", "pattern": "^R[0-9]+$"},
            "kind": {"type": "string", "enum": ["SHORT_LOAN", "LONG_LOAN"]},
        },
        "required": ["readerNo"],
    },
)
WORDS = [
    Concept(Kind.ENTITY, "图书", ("书", "图书", "book")),
    Concept(Kind.ENTITY, "读者", ("reader",)),
]
GENERAL = ["借出", "给", "lend", "kind", "no"]
RENAMING = Renaming(special_words([LOAN], WORDS, GENERAL), GENERAL, seed=1)


class Library:
    """Remembers what it was called with, and answers in its own words."""

    def __init__(self) -> None:
        self.called: list[tuple[str, dict[str, JsonValue]]] = []

    async def list_tools(self) -> list[RawTool]:
        return [LOAN]

    async def list_documents(self) -> list[Document]:
        return [Document(source="library", name="loans", text="A book is lent.")]

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> CallResult:
        self.called.append((tool_name, dict(arguments)))
        return CallResult.success({"bookId": "B7", "status": "SHORT_LOAN"})

    async def close(self) -> None:
        raise AssertionError("nobody closes the library here")


def test_a_word_is_the_same_wherever_it_stands_and_in_the_plural() -> None:
    book = RENAMING.text("book")
    assert book not in ("book", RENAMING.text("reader"))
    assert RENAMING.text("two books") == f"two {book}s"
    assert RENAMING.text("bookId") == f"{book}Id"
    assert RENAMING.text("BOOK") == book.upper()


def test_compounds_of_han_words_stay_compounds() -> None:
    assert RENAMING.text("图书")[1] == RENAMING.text("书")
    assert RENAMING.text("给读者借出图书").startswith("给")
    assert "借出" in RENAMING.text("给读者借出图书")
    assert "图书" not in RENAMING.text("给读者借出图书")


def test_everything_comes_back() -> None:
    for text in ("给读者R12借出3本图书", "lend 2 books to reader R12", LOAN.description):
        assert RENAMING.back(RENAMING.text(text)) == text
    assert RENAMING.json_back(RENAMING.tool(LOAN).model_dump()) == LOAN.model_dump()


def test_a_tool_changes_names_and_words_but_not_its_patterns() -> None:
    renamed = RENAMING.tool(LOAN)
    reader = RENAMING.text("reader")
    assert renamed.source == "library"
    assert renamed.name == f"lend{RENAMING.text('Book')}"
    assert list(renamed.input_schema["properties"]) == [f"{reader}No", "kind"]
    assert renamed.input_schema["required"] == [f"{reader}No"]
    assert renamed.input_schema["properties"][f"{reader}No"]["pattern"] == "^R[0-9]+$"


def test_calls_reach_the_real_tool_and_results_come_back_invented() -> None:
    library = Library()

    async def lend() -> CallResult:
        source = RenamedSource(library, RENAMING)
        tool = (await source.list_tools())[0]
        fields: JsonValue = tool.input_schema["properties"]
        reader, kind = fields
        short = fields[kind]["enum"][0]
        return await source.call(tool.name, {reader: "R12", kind: short}, environment="pre")

    result = anyio.run(lend)
    assert library.called == [("lendBook", {"readerNo": "R12", "kind": "SHORT_LOAN"})]
    assert result.body == RENAMING.json({"bookId": "B7", "status": "SHORT_LOAN"})
    assert "bookId" not in result.body


def test_the_words_of_the_product_s_own_data_are_general() -> None:
    words = set(general_words(["commerce"]))
    assert {"创建", "success"} <= words
    assert "优惠券" not in words
