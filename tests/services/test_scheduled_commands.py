"""`zhizao runs` sees, moves and cancels what waits for its time."""

from datetime import UTC, datetime, timedelta

from services.settings import Settings
from tests.services.commands import Zhizao
from tests.services.serving import serve_whole
from tests.services.test_scheduled import after, plan_of, schedule


def parked(zhizao: Zhizao) -> str:
    """Id of a run that was agreed to over HTTP for an hour from now, by a service that is gone."""
    settings = Settings(home=zhizao.home, sandbox_port=zhizao.sandbox.port)
    with serve_whole(settings) as service:
        return schedule(service, plan_of(service), after(3600))[1]["run_id"]


def test_what_waits_is_listed_moved_and_cancelled(zhizao: Zhizao) -> None:
    run = parked(zhizao)
    day = f"{datetime.now(UTC) + timedelta(days=2):%Y-%m-%d}"
    moved = zhizao.run("runs", "move", run, f"{day}T09:00", "--zone", "Europe/Berlin")
    assert (moved.code, f"{day} 09:00, Europe/Berlin" in moved.out) == (0, True)
    assert f"({day} 09:00, Europe/Berlin)" in zhizao.run("runs", "list").out
    assert zhizao.run("runs", "move", run, "2020-01-01T09:00").code == 2
    cancelled = zhizao.run("runs", "cancel", run)
    assert (cancelled.code, "已取消" in cancelled.out) == (0, True)
    again = zhizao.run("runs", "cancel", run)
    assert (again.code, "没有在等待时间" in again.err) == (1, True)
    assert zhizao.effects() == []


def test_a_time_in_words_is_agreed_to_in_words_and_needs_a_service(zhizao: Zhizao) -> None:
    sentence = "明天上午9点给用户1234发放一张满50减20的优惠券,预发环境"
    asked = zhizao.run("ask", "--session", "later", sentence)
    assert "09:00（Asia/Shanghai）" in asked.out
    agreed = zhizao.run("ask", "--session", "later", "好的")
    assert (agreed.code, "已安排" in agreed.out) == (0, True)
    assert "zhizao serve" in agreed.out
    assert "09:00, Asia/Shanghai" in zhizao.run("runs", "list").out
    assert zhizao.effects() == []


def test_it_is_not_resumed_before_its_time(zhizao: Zhizao) -> None:
    run = parked(zhizao)
    early = zhizao.run("runs", "resume", run, "--json")
    assert early.json["status"] == "scheduled"
    assert zhizao.effects() == []
