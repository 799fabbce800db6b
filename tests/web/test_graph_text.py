"""Text of tools in pictures is only text, and each reader is told in the own language."""

from collections.abc import Generator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.services.commands import Zhizao
from tests.web.browsing import ORDER, Visitor, part, say, serving_only
from tests.web.test_graphs import lines, nodes
from tests.web.test_looks import HOSTILE
from tests.workshop.api import Asked, Reply, serving

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

OWNER = {
    "name": "owner_id",
    "in": "query",
    "required": True,
    "schema": {"type": "string", "description": "Id of the owner"},
}


def operation(name: str, text: str, entity: str, *parameters: Any) -> dict[str, Any]:
    told = {
        f"{entity}_id": {"type": "string", "description": f"Id of the {entity}"},
        "name": {"type": "string"},
    }
    content = {"application/json": {"schema": {"type": "object", "properties": told}}}
    answer = {"200": {"description": "ok", "content": content}}
    return {"operationId": name, "summary": text, "parameters": parameters, "responses": answer}


PATHS = {
    "/owners": {"post": operation("create_owner", "Create an owner.", "owner")},
    "/dogs": {"post": operation("create_dog", "Create a dog of an owner.", "dog", OWNER)},
}


def breeder(asked: Asked) -> Reply:
    """An API whose ids and names want to be more than text."""
    if asked.path == "/openapi.json":
        about = {"title": "Breeder", "version": "1"}
        return Reply(body={"openapi": "3.0.3", "info": about, "paths": PATHS})
    kind = asked.path.strip("/").removesuffix("s")
    return Reply(body={f"{kind}_id": f"{kind} 1 {HOSTILE}", "name": HOSTILE})


@pytest.fixture
def hostile(chromium: Browser, zhizao: Zhizao) -> Generator[Visitor]:
    with serving(breeder) as api, serving_only(zhizao, api.url, "breeder") as url:
        yield Visitor(chromium, url, "hostile-graph")


def test_text_of_tools_is_only_text_in_graphs(hostile: Visitor) -> None:
    page = hostile.open(language="en-US", width=320)
    alerts: list[str] = []
    page.on("dialog", lambda shown: alerts.append(shown.message))
    say(page, "create a dog, create whatever is missing, daily")
    part(page, "plan").get_by_role("button", name="Graph", exact=True).click()
    expect(nodes(page, "plan")).to_have_count(2)
    part(page, "plan").get_by_role("button", name="Run", exact=True).click()
    part(page, "result").get_by_role("button", name="Graph", exact=True).click()
    expect(nodes(page, "result").first).to_contain_text("owner 1 <img src=x")
    [line] = lines(page, "result")
    assert line.startswith("owner owner 1 <img src=x onerror=alert(1)>")
    assert "‹U+202E›txt → dog dog 1 <img" in line
    nodes(page, "result").last.click()
    expect(part(page, "result").locator(".opened")).to_contain_text("‹U+202E›txt")
    hostile.shoot(page)
    assert page.locator("main img, main a").count() == 0
    assert (alerts, hostile.errors) == ([], [])


def test_a_reader_of_english_reads_english_in_graphs(visitor: Visitor) -> None:
    page = visitor.open(language="en-US", width=400)
    say(page, ORDER)
    part(page, "plan").get_by_role("button", name="Graph", exact=True).click()
    expect(nodes(page, "plan").first).to_contain_text("only reads")
    visitor.shoot(page, "plan")
    part(page, "plan").get_by_role("button", name="Run", exact=True).click()
    part(page, "result").get_by_role("button", name="Graph", exact=True).click()
    told = lines(page, "result")
    assert "user 1234 → order" in told[0]
    assert "given as “user id”" in told[0]
    expect(nodes(page, "result").first).to_contain_text("created")
    visitor.shoot(page, "result")
