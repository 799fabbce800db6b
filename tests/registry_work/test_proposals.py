"""A source to be registered, read from a sentence: address, environments, name and space."""

import pytest

from pipelines.onboarding.commands.gateway import Card
from pipelines.onboarding.commands.proposal import Proposal, proposal_of
from pipelines.onboarding.commands.tool_lookup import exactly, meant, near
from tool_registry.base.caller import Scope
from tool_registry.base.environment import Environment, Environments

ENVIRONMENTS = Environments(
    configured=(
        Environment(name="daily", words=("日常", "线下")),
        Environment(name="pre", words=("预发", "pre-release")),
    )
)


def read(text: str, chosen: str | None = None) -> Proposal:
    found = proposal_of(text, ENVIRONMENTS, chosen)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "text",
    [
        "接入这个 MCP 服务 http://127.0.0.1:9000/mcp",
        "帮我接入http://127.0.0.1:9000/mcp。",
        "register the MCP server http://127.0.0.1:9000/mcp.",
        "Please connect the MCP server at http://127.0.0.1:9000/mcp, thanks",
    ],
)
def test_the_address_of_a_server_is_taken_letter_by_letter(text: str) -> None:
    found = read(text)
    assert found.entry == {"url": "http://127.0.0.1:9000/mcp"}
    assert (found.name, found.scope, found.gap) == ("127.0.0.1-9000", Scope.PERSONAL, "")


def test_a_document_goes_with_the_address_of_each_environment() -> None:
    found = read(
        "接入这个接口文档 https://api.example.com/v2/openapi.json?x=1&y=2,"
        "预发地址 http://pre.example.com:8080/api,日常 http://daily.example.com"
    )
    assert found.entry == {
        "type": "openapi",
        "document": "https://api.example.com/v2/openapi.json?x=1&y=2",
        "environments": {
            "pre": {"url": "http://pre.example.com:8080/api"},
            "daily": {"url": "http://daily.example.com"},
        },
    }
    english = read("import the API document ./petstore.yaml, pre-release at http://pre.example.com")
    assert english.entry["document"] == "./petstore.yaml"
    assert english.entry["environments"] == {"pre": {"url": "http://pre.example.com"}}
    assert (english.name, english.runs_here) == ("petstore", True)


def test_what_a_document_lacks_is_noticed() -> None:
    document = "接入接口文档 https://api.example.com/openapi.json"
    assert read(document).gap == "base"
    assert read(f"{document},地址 http://x.example.com").gap == "environment"
    assert read(f"{document},地址 http://x.example.com", "pre").gap == ""
    assert read("接入接口文档,预发地址 http://x.example.com").gap == "document"


def test_an_environment_without_an_address_of_its_own_is_the_servers() -> None:
    found = read("register the MCP server http://127.0.0.1:9000/mcp for pre-release")
    assert found.entry["environments"] == {"pre": {}}
    two = read("接入 MCP 服务,日常 http://d.example/mcp,预发 http://p.example/mcp")
    assert two.entry == {
        "environments": {
            "daily": {"url": "http://d.example/mcp"},
            "pre": {"url": "http://p.example/mcp"},
        }
    }


def test_a_command_keeps_its_words_and_quotes() -> None:
    found = read("接入这个 MCP 服务,命令是 npx -y @scope/server-things --root '/tmp/a b'")
    assert found.entry["command"] == "npx"
    assert found.entry["args"] == ["-y", "@scope/server-things", "--root", "/tmp/a b"]
    assert (found.name, found.runs_here) == ("server-things", True)
    quoted = read("register the MCP server `python -m my.server; --port 3` for pre")
    assert quoted.entry["args"] == ["-m", "my.server;", "--port", "3"]
    assert quoted.entry["environments"] == {"pre": {}}


def test_a_python_module_is_a_source_too() -> None:
    found = read("接入 Python 模块 lab.tools,预发")
    assert found.entry == {"type": "python", "module": "lab.tools", "environments": {"pre": {}}}


def test_name_and_space_are_the_users_to_say() -> None:
    found = read("register the MCP server http://127.0.0.1:9000/mcp as bench in the public pool")
    assert (found.name, found.scope) == ("bench", Scope.PUBLIC)
    found = read("接入 MCP 服务 http://127.0.0.1:9000/mcp,叫 bench-2,项目 press")
    assert (found.name, found.scope, found.project) == ("bench-2", Scope.PROJECT, "press")


@pytest.mark.parametrize(
    "text",
    [
        "我想接入一个工具",
        "怎么接入 MCP 服务 http://127.0.0.1:9000/mcp",
        "不要接入 MCP 服务 http://127.0.0.1:9000/mcp",
        "don't register the MCP server http://127.0.0.1:9000/mcp",
        "add an image https://shop.example/a.png to item 2001",
        "create an order with the callback https://shop.example/hook",
        "http://127.0.0.1:9000/mcp",
        "",
    ],
)
def test_nothing_is_proposed_without_being_asked_for(text: str) -> None:
    assert proposal_of(text, ENVIRONMENTS, None) is None


def card(id: str, title: str) -> Card:
    source, _, name = id.partition("/")
    return Card(id, name, title, source, "published", Scope.PUBLIC)


CARDS = [
    card("bench/make_part", "做零件"),
    card("bench/makePartList", "批量做零件"),
    card("forge/make_part", "锻造零件"),
    card("forge/cool", "冷却"),
]


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("forge/make_part", ["forge/make_part"]),
        ("做零件", ["bench/make_part"]),
        ("MAKE-PART", ["bench/make_part", "forge/make_part"]),
        ("part list", ["bench/makePartList"]),
        ("零件", ["bench/make_part", "bench/makePartList", "forge/make_part"]),
        ("makePartLsit", ["bench/makePartList"]),
        ("zeppelin", []),
        ("", []),
    ],
)
def test_a_tool_is_found_by_id_name_title_and_parts_of_them(words: str, ids: list[str]) -> None:
    assert [one.id for one in meant(words, CARDS)] == ids


def test_near_and_exact_names_are_told_apart() -> None:
    assert exactly("cool", CARDS) == [CARDS[3]]
    assert exactly("coo", CARDS) == []
    assert near("coal", CARDS)[0] is CARDS[3]


def test_words_within_an_address_say_nothing_about_it() -> None:
    found = read(
        "register the API document /srv/test_as_public_project_x/press.json, pre http://p.example"
    )
    assert (found.name, found.scope) == ("press", Scope.PERSONAL)
