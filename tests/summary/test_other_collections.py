"""Several collections of an application hold things of one name: each is read back in its own."""

import asyncio
from collections.abc import Mapping

import pytest

from pipelines.contracts.answer import Verdict
from pipelines.contracts.execution import Execution, StepRecord
from pipelines.summary import judge
from tests.parsing.operations import INTEGER, STRING, catalogue, operation
from tests.trades.requests import chain, check, constraint, ref, request, step
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.graph.places import in_one_place
from tool_registry.model import RawTool, ToolEssentialModel
from tool_registry.sources.result import CallResult, Failure

ARTICLE: dict[str, JsonValue] = {"id": INTEGER, "title": STRING}
MAKE = operation("create_article", "POST /api/articles", {"title": STRING}, ARTICLE, ("title",))
OTHERS = (
    operation("plugin_article", "GET /api/plugins/articles/{id}", {"id": INTEGER}, ARTICLE),
    operation("archived_article", "GET /archive/articles/{id}", {"id": INTEGER}, ARTICLE),
)
OWN = operation("read_article", "GET /api/articles/{id}", {"id": INTEGER}, ARTICLE)
SAID = request("create an article", object=ref("article", constraint("title", "Tides")))


def application(*tools: RawTool) -> Catalogue:
    return catalogue(MAKE, *OTHERS, *tools)


def verdicts(whole: Catalogue, holding: str | None) -> tuple[list[Verdict], list[str]]:
    """What is said of a new article that only one tool shows, and which tools were asked."""
    asked: list[str] = []

    async def read(
        tool: ToolEssentialModel, environment: str, arguments: Mapping[str, JsonValue]
    ) -> CallResult:
        asked.append(tool.name)
        if tool.name == holding:
            return CallResult(ok=True, body={"id": 7, "title": "Tides"})
        nothing = Failure(kind="business", code="404", message="not found")
        return CallResult(ok=False, failure=nothing)

    made = step(whole, 1, "app/create_article", "article", title="Tides")
    plan = chain([made], check("exists", "the article exists", "article"))
    record = StepRecord(
        step="s1",
        tool=made.tool,
        status="done",
        body={"id": 7, "title": "Tides"},
        arguments={"title": "Tides"},
    )
    told = asyncio.run(judge(SAID, plan, Execution(records=(record,)), whole, read))
    return [one.verdict for one in told.requirements], asked


def test_what_only_another_collection_could_show_is_reported_and_not_called_missing() -> None:
    assert verdicts(application(), None) == ([Verdict.REPORTED], [])


def test_its_own_collection_is_asked_and_no_other() -> None:
    assert verdicts(application(OWN), "read_article") == ([Verdict.CONFIRMED], ["read_article"])
    assert verdicts(application(OWN), None)[0] == [Verdict.CONTRADICTED]


@pytest.mark.parametrize(
    ("call", "reading"),
    [
        ("POST /api/v2/articles", "GET /api/v2/articles/{id}"),
        ("POST /articles/create", "GET /articles"),
        ("POST /createArticle", "GET /getArticle"),
        ("POST /shelves/{shelf}/articles", "GET /articles/{id}"),
        ("POST /articles/{id}/publish", "GET /articles/{id}"),
        ("POST /articles", "GET /authors/{author}/articles"),
        ("POST /rest/2/issue", "GET /rest/2/issue/{key}"),
    ],
)
def test_paths_of_one_collection_are_known_in_every_style(call: str, reading: str) -> None:
    tools = catalogue(operation("a", call), operation("b", reading)).tools
    assert in_one_place(tools["app/a"], tools["app/b"])


@pytest.mark.parametrize(
    ("call", "reading"),
    [
        ("POST /articles", "GET /plugins/articles/{id}"),
        ("POST /wiki/pages", "GET /help/pages/{id}"),
        ("POST /hosts/{id}/items", "GET /templates/items/{id}"),
    ],
)
def test_another_prefix_is_another_collection(call: str, reading: str) -> None:
    tools = catalogue(operation("a", call), operation("b", reading)).tools
    assert not in_one_place(tools["app/a"], tools["app/b"])


def test_the_same_path_of_another_application_is_another_collection() -> None:
    away = OWN.model_copy(update={"source": "elsewhere"})
    tools = catalogue(MAKE, away).tools
    assert not in_one_place(tools["app/create_article"], tools["elsewhere/read_article"])


def test_a_field_of_another_attribute_confirms_nothing() -> None:
    whole = application(OWN)
    made = step(whole, 1, "app/create_article", "article", title="ann@example.com")
    wanted = constraint(None, "ann@example.com")
    plan = chain([made], check("attribute", "ann@example.com", "article", wanted=wanted))
    body: JsonValue = {"id": 7, "title": "ann@example.com"}
    record = StepRecord(step="s1", tool=made.tool, status="done", body=body)

    async def read(*_: object) -> CallResult:
        return CallResult(ok=True, body=body)

    told = asyncio.run(judge(SAID, plan, Execution(records=(record,)), whole, read))
    assert [one.verdict for one in told.requirements] == [Verdict.UNVERIFIED]
