"""What runs did with tools is there to be read afterwards, and counts for later ones."""

import pytest

from pipelines.contracts.answer import BindingView
from pipelines.contracts.events import StepCorrected
from services.cli.printing import Printer
from services.registry import read_environments
from services.settings import read_settings
from tests.services.commands import Zhizao
from tool_registry.base.caller import Caller
from tool_registry.stores.store import RegistryStore

ISSUE = "给用户1234发放一张满50减20的优惠券,预发环境"
ANYBODY = Caller()


def test_a_run_is_counted_once_however_often_it_is_delivered(zhizao: Zhizao) -> None:
    for _ in range(2):
        assert zhizao.run("ask", ISSUE, "--request-id", "r-1").code == 0
    stores = RegistryStore(zhizao.home / "registry.db")
    used = {one.tool: one for one in stores.usage.visible(ANYBODY) if one.chosen}
    [(tool, use)] = used.items()
    assert (use.candidate, use.chosen, use.succeeded, use.failed) == (1, 1, 1, 0)
    assert (use.mean_latency_ms or 0) > 0
    assert stores.usage.of(ANYBODY, tool).prior > stores.usage.of(ANYBODY, "never/used").prior
    stores.close()


def test_what_nobody_can_do_is_counted_for_the_owners_of_tools(zhizao: Zhizao) -> None:
    for request in ("r-1", "r-1", "r-2"):
        zhizao.run("ask", "create a flight in pre", "--request-id", request)
    stores = RegistryStore(zhizao.home / "registry.db")
    [unmet] = stores.unmet.visible(ANYBODY)
    assert (unmet.entity, unmet.action, unmet.environment) == ("a flight", "create", "pre")
    assert (unmet.times, unmet.last_text) == (2, "create a flight in pre")
    stores.close()
    rows = zhizao.run("tools", "matrix", "--env", "pre", "--json").json
    asked = {row["entity"]: row["create"]["unmet"] for row in rows if row["create"]["unmet"]}
    assert asked == {"a flight": 2}


def test_what_a_tool_did_not_accept_is_said_while_it_is_put_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printer = Printer("en", read_environments(read_settings({})), new_session=False)
    changes = {"day": BindingView(source="derived", detail="1 May → 2026-05-01")}
    printer(StepCorrected(step="s1", reason="day: not a date", changes=changes))
    said = capsys.readouterr().out.strip()
    assert said == (
        "not accepted (day: not a date); tried again with day (derived: 1 May → 2026-05-01)"
    )


def test_a_question_is_nothing_unmet(zhizao: Zhizao) -> None:
    assert zhizao.run("ask", "给用户1234发一张优惠券").code == 2
    stores = RegistryStore(zhizao.home / "registry.db")
    assert stores.unmet.visible(ANYBODY) == []
    stores.close()
