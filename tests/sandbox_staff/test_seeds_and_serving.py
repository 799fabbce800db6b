"""The seeded company, other seeds, knowledge pages, and the trade as a process of its own."""

import sys
from pathlib import Path
from typing import Any, cast

import anyio
import pytest
from mcp import Client, StdioServerParameters

from services.sandbox.server import build_server
from services.sandbox.store import Store
from services.sandbox.trade import load_trade
from tests.sandbox_staff.driver import Clock, Office, said

IDS = ("employee", "laptop", "draft_request", "expense_claim", "ticket", "leave", "booking")


@pytest.mark.parametrize("seed", [0, 1, 42])
def test_seeded_things_are_found_by_the_tools(office: Office, seed: int) -> None:
    office.store.reset(seed)
    for env, environment, stage in (("daily", "daily", "DAILY"), ("pre", "pre-release", "PRE")):
        things = office.things(env)
        owner, email = things["employee"]["id"], things["employee"]["work_email"]
        where: dict[str, Any] = {"environment": environment}
        found = office.call("find_employee_by_email", **where, email=email)
        assert found["badge_id"] == owner
        held = office.call("find_assets", stage=stage, holder_badge_id=owner)["assets"]
        assert things["laptop"]["id"] in {asset["asset_tag"] for asset in held}
        checks = {
            name: office.call("check_employee_equipment", stage=stage, badge_id=things[name]["id"])
            for name in ("employee", "mismatched_employee")
        }
        assert [check["all_passed"] for check in checks.values()] == [True, False]
        claim = things["expense_claim"]
        stored = office.call("get_expense_claims", stage=stage, claim_no=claim["id"])["claims"][0]
        assert stored["amount_cents"] == claim["amount_cents"]


def test_the_knowledge_pages_have_a_glossary_of_the_trade(office: Office) -> None:
    async def read() -> dict[str, str]:
        async with Client(build_server(office.store)) as client:
            pages = (await client.list_resources()).resources
            texts = {page.name: await client.read_resource(page.uri) for page in pages}
            return {name: cast("Any", page.contents[0]).text for name, page in texts.items()}

    pages = anyio.run(read)
    assert len(pages) == 6
    assert "| laptop | notebook |" in pages["06_glossary"]
    assert all(text.startswith("# ") for text in pages.values())


def test_it_runs_as_a_process_of_its_own(tmp_path: Path) -> None:
    command = ["-m", "services.sandbox", "serve", "--trade", "staff", "--transport", "stdio"]
    root = str(Path(__file__).parents[2])
    env = {"ZHIZAO_SANDBOX_HOME": str(tmp_path), "PYTHONPATH": root}
    server = StdioServerParameters(command=sys.executable, args=command, env=env, cwd=root)

    async def call() -> Any:
        async with Client(server) as client:
            where = {"environment": "daily", "badge_id": "E-10042"}
            return await client.call_tool("get_employee", where)

    assert said(anyio.run(call))["full_name"] == "Dana Whitfield"
    store = Store(load_trade("staff"), tmp_path / "staff", Clock())
    assert store.effects() == []
