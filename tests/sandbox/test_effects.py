"""The effects log: what is in it, what is not, and idempotency keys."""

import signal
import subprocess
import sys
from typing import Any

from tests.sandbox.driver import Sandbox
from tests.workshop.waiting import PATIENCE

COUPON: dict[str, Any] = {"env": "pre", "havanaId": "1234", "threshold": 5000, "reduce": 2000}
KILLED = """
import os, signal
from services.sandbox.home import state_folder
from services.sandbox.store import Store
from services.sandbox.trade import load_trade

store = Store(load_trade("commerce"), state_folder("commerce"))
with store.transaction() as db:
    world = store.world(db, "pre")
    world.create("coupon", {"id": "gone"})
    store.record(db, world, "issueFullReductionCoupon", {}, None)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_an_effect_tells_who_did_what_to_which_row(sandbox: Sandbox) -> None:
    sandbox.reply("issueFullReductionCoupon", "key-1", **COUPON)
    (effect,) = sandbox.json("effects")
    after = effect["change"].pop("after")
    assert effect == {
        "seq": 1,
        "environment": "pre",
        "tool": "issueFullReductionCoupon",
        "arguments": COUPON,
        "idempotency_key": "key-1",
        "entity": "coupon",
        "id": after["id"],
        "change": {"op": "create", "before": None},
    }
    assert (after["thresholdAmount"], after["discountAmount"], after["havanaId"]) == (
        5000,
        2000,
        "1234",
    )
    assert sandbox.json("show", "coupon", after["id"], "--env", "pre") == after


def test_reads_and_refusals_leave_no_trace(sandbox: Sandbox) -> None:
    sandbox.data("listUserCoupons", env="pre", havanaId="1234")
    sandbox.code("issueFullReductionCoupon", **{**COUPON, "havanaId": "9"})
    sandbox.code("issueFullReductionCoupon", **{**COUPON, "threshold": 1000})
    assert sandbox.log() == []


def test_since_and_the_table(sandbox: Sandbox) -> None:
    assert sandbox.command("effects") == "no effects\n"
    for _ in range(3):
        sandbox.data("issueFullReductionCoupon", **COUPON)
    assert [effect["seq"] for effect in sandbox.json("effects", "--since", "1")] == [2, 3]
    assert "issueFullReductionCoupon  create  coupon" in sandbox.command("effects")


def test_a_tool_that_honours_keys_answers_a_repeat_without_a_second_effect(
    sandbox: Sandbox,
) -> None:
    first = sandbox.call("issueFullReductionCoupon", outBizNo="n1", **COUPON)
    again = sandbox.call("issueFullReductionCoupon", outBizNo="n1", **COUPON)
    by_meta = sandbox.reply("issueFullReductionCoupon", "n1", **COUPON).body
    assert first == again == by_meta
    assert [effect["idempotency_key"] for effect in sandbox.store.effects()] == ["n1"]


def test_a_killed_call_leaves_neither_row_nor_log(sandbox: Sandbox) -> None:
    died = subprocess.run([sys.executable, "-c", KILLED], check=False, timeout=PATIENCE)
    assert died.returncode == -signal.SIGKILL
    assert sandbox.log() == []
    assert "no coupon" in sandbox.command("show", "coupon", "gone", "--env", "pre", ok=False)
