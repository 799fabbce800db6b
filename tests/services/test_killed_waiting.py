"""A service that is killed while plans wait, or while one is carried out, and started again."""

import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from evals.child_process import free_port
from tests.services.commands import Zhizao, wait_for
from tests.services.serving import Client

pytestmark = pytest.mark.slow

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
MAKER = "issueFullReductionCoupon"


@pytest.fixture
def start(zhizao: Zhizao) -> Generator[Callable[..., tuple[Client, Callable[[], None]]]]:
    """Starts a service on the same home: its client, and how it is killed."""
    with ExitStack() as stack:

        def started(**changed: str) -> tuple[Client, Callable[[], None]]:
            client = Client(free_port())
            kill = stack.enter_context(serving(zhizao, client, **changed))
            return client, kill

        yield started


@contextmanager
def serving(zhizao: Zhizao, client: Client, **changed: str) -> Generator[Callable[[], None]]:
    process = zhizao.start("serve", "--port", str(client.port), **changed)

    def kill() -> None:
        process.kill()
        process.communicate()

    def is_up() -> bool:
        with suppress(OSError):
            return client.request("GET", "/healthz")[0] == 200
        return False

    try:
        wait_for(is_up)
        yield kill
    finally:
        if process.poll() is None:
            kill()


def schedule(client: Client, seconds: float) -> str:
    """Id of a run that was agreed to and waits for so long."""
    _, plan = client.request("POST", "/api/requests", {"text": COUPON, "review": "always"})
    at = (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()
    body = {"approved": True, "at": at}
    answer = client.request("POST", f"/api/runs/{plan['run_id']}/reply", body)[1]
    assert answer["status"] == "scheduled"
    return answer["run_id"]


def status_of(client: Client, run: str) -> str:
    """Of the run's answer; empty while it runs."""
    answer: dict[str, Any] | None = client.request("GET", f"/api/runs/{run}")[1]["answer"]
    return str(answer["status"]) if answer else ""


def is_done(client: Client, run: str) -> bool:
    return status_of(client, run) == "succeeded"


def pass_by(at: float) -> None:
    """Waits until that time is over."""
    wait_for(lambda: time.time() > at)


Start = Callable[..., tuple[Client, Callable[[], None]]]


def test_killed_while_it_waits_it_runs_once_when_the_service_is_back(
    zhizao: Zhizao, start: Start
) -> None:
    client, kill = start()
    run = schedule(client, 3)
    kill()
    pass_by(time.time() + 3)
    assert zhizao.effects() == []
    client, kill = start()
    wait_for(partial(is_done, client, run))
    kill()
    client, _ = start()
    assert status_of(client, run) == "succeeded"
    [effect] = zhizao.effects()
    assert effect["tool"] == MAKER


def test_killed_behind_the_effect_it_is_found_again_and_not_made_twice(
    zhizao: Zhizao, start: Start
) -> None:
    client, kill = start()
    fault = ["fault", "set", MAKER, "--kind", "latency", "--seconds", "5", "--after"]
    zhizao.sandbox.run(fault)
    run = schedule(client, 1)
    wait_for(lambda: bool(zhizao.effects()))
    kill()
    zhizao.sandbox.run(["fault", "clear"])
    client, _ = start()
    wait_for(lambda: bool(status_of(client, run)))
    assert status_of(client, run) == "succeeded"
    assert len(zhizao.effects()) == 1


def test_two_services_on_one_home_carry_it_out_once(zhizao: Zhizao, start: Start) -> None:
    client, _ = start()
    other, _ = start()
    run = schedule(client, 1)
    for one in (client, other):
        wait_for(partial(is_done, one, run))
    assert len(zhizao.effects()) == 1


def test_what_was_missed_by_far_is_not_run_but_kept_for_its_person(
    zhizao: Zhizao, start: Start
) -> None:
    client, kill = start(ZHIZAO_SCHEDULE_GRACE="0.5")
    run = schedule(client, 2)
    kill()
    pass_by(time.time() + 3)
    client, _ = start(ZHIZAO_SCHEDULE_GRACE="0.5")
    [waits] = client.request("GET", "/api/scheduled")[1]
    assert (waits["run_id"], waits["missed"]) == (run, True)
    assert zhizao.effects() == []
    assert client.request("POST", f"/api/scheduled/{run}/now")[0] == 200
    wait_for(partial(is_done, client, run))
    assert len(zhizao.effects()) == 1
