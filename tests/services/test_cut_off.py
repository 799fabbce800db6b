"""A run that is cut off in the middle of many: its account is one as that of any other run."""

import json
import re
from typing import Any

from tests.services.commands import Zhizao
from tests.services.serving import Client, message, reply

ORDERS = "create 3 paid in-store orders for user 1234 in pre-release"


def _cut_off(service: Client, zhizao: Zhizao, thread: str) -> Any:
    """Its answer, where a call of which nobody knows the outcome was under way."""
    fault = ("fault", "set", "payOrder", "--kind", "latency", "--seconds", "20", "--times", "3")
    zhizao.sandbox.run([*fault])
    stream = service.stream("POST", "/api/agui", message(ORDERS, thread))
    events = iter(lambda: json.loads(stream.next().get("data", "{}")), None)
    run_id = next(told["snapshot"]["run_id"] for told in events if "snapshot" in told)
    assert any(told.get("toolCallName", "").endswith("payOrder") for told in events)
    answer = service.request("POST", f"/api/runs/{run_id}/stop?at_once=true")[1]
    stream.rest()
    zhizao.sandbox.run(["fault", "clear"])
    return answer


def test_each_thing_is_told_once(service: Client, zhizao: Zhizao) -> None:
    answer = _cut_off(service, zhizao, "thread-account")
    made = [str(one["id"]) for one in zhizao.effects() if one["tool"] == "createDaodianOrder"]
    summary = answer["summary"]
    assert answer["status"] == "unknown"
    assert [one["id"] for one in summary["data"]] == made
    assert all(summary["text"].count(f"Exists now: order {id}\n") <= 1 for id in made)
    assert "Exists now" not in summary["lead"]
    assert not re.search(r"[\u4e00-\u9fff]", summary["text"])
    assert "What was not run can be done now" in summary["lead"]


def test_the_rest_is_done_without_the_call_that_nobody_knows_of(
    service: Client, zhizao: Zhizao
) -> None:
    thread = "thread-rest"
    run_id = _cut_off(service, zhizao, thread)["run_id"]
    service.request("POST", f"/api/runs/{run_id}/find-out")
    lost = next(str(one["id"]) for one in zhizao.effects() if one["tool"] == "createDaodianOrder")
    [left] = service.request("GET", f"/api/conversations/{thread}/left")[1]
    assert left["rest"] == 4
    shown = service.chat("", thread, finish=run_id, review="always")
    made = ["createDaodianOrder", "payOrder"]
    assert sorted(one["tool"].split("/")[1] for one in shown["chain"]) == sorted(made * 2)
    done = service.answer(reply(shown))
    assert done["status"] == "succeeded", done["summary"]["text"]
    paid = [str(one["id"]) for one in zhizao.effects() if one["tool"] == "payOrder"]
    assert (len(paid), lost in paid) == (2, False)
