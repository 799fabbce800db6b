"""What is remembered of a parse never changes what the next one finds, only what it costs."""

import pytest

from tests.parsing.catalogues import ENVIRONMENTS, GLOSSARY, WORDS, raw, text
from tool_registry.base.environment import Environments
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool
from tool_registry.parsing import memory as memory_module
from tool_registry.parsing.memory import ParseMemory
from tool_registry.parsing.reading import Reading, read_tool

STATUS = text("借阅状态:OPEN-借出中 CLOSED-已归还")
TOOLS = (
    raw("queryBook", "查询图书", {"bookId": text("图书id")}, title="查询图书"),
    raw("lendBook", "把图书借给读者", {"bookId": text("图书id"), "readerId": text("读者id")}),
    raw("queryLoan", "查询借阅单", {"loanNo": text("借阅单号")}, results={"status": STATUS}),
    raw("list_rooms", "Lists rooms", {"room_id": text("")}, results={"room_name": text("")}),
)


def build(*tools: RawTool, memory: ParseMemory | None = None) -> Catalogue:
    """A catalogue of these tools and one glossary."""
    return build_catalogue(tools, (GLOSSARY,), ENVIRONMENTS, WORDS, memory=memory)


def same(one: Catalogue, other: Catalogue) -> bool:
    """True where tools and words are equal."""
    return dict(one.tools) == dict(other.tools) and one.lexicon.concepts == other.lexicon.concepts


CHANGES: dict[str, tuple[RawTool, ...]] = {
    "a text": (TOOLS[0].model_copy(update={"description": "查询一本图书,仅预发"}), *TOOLS[1:]),
    "a new thing": (*TOOLS, raw("create_shelf", "Creates a shelf", {"shelf_id": text("shelf id")})),
    "a new name of a thing": (*TOOLS, raw("scrapVolume", "报废图书", {"volumeNo": text("图书id")})),
    "a new state": (
        *TOOLS[:2],
        TOOLS[2].model_copy(
            update={
                "output_schema": {
                    "type": "object",
                    "properties": {"status": text("状态:OPEN-外借 LOST-已遗失")},
                }
            }
        ),
        TOOLS[3],
    ),
    "a tool less": TOOLS[1:],
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_gives_what_a_first_parse_gives(change: str) -> None:
    memory = ParseMemory()
    build(*TOOLS, memory=memory)
    assert same(build(*CHANGES[change], memory=memory), build(*CHANGES[change]))
    assert same(build(*TOOLS, memory=memory), build(*TOOLS))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the tools that are read, in order; a third one is as far as it gets at first."""
    names: list[str] = []

    def counted(tool: RawTool, environments: Environments) -> Reading:
        names.append(tool.name)
        if len(names) == 3:
            raise KeyboardInterrupt
        return read_tool(tool, environments)

    monkeypatch.setattr(memory_module, "read_tool", counted)
    return names


def test_only_what_changed_is_read_again(read: list[str]) -> None:
    memory = ParseMemory()
    build(*TOOLS[:2], memory=memory)
    read.clear()
    build(CHANGES["a text"][0], TOOLS[1], memory=memory)
    assert read == ["queryBook"]


def test_an_interrupted_parse_goes_on_where_it_stopped(read: list[str]) -> None:
    memory = ParseMemory()
    with pytest.raises(KeyboardInterrupt):
        build(*TOOLS, memory=memory)
    again = build(*TOOLS, memory=memory)
    assert read == ["lendBook", "list_rooms", "queryBook", "queryBook", "queryLoan"]
    assert same(again, build(*TOOLS))
