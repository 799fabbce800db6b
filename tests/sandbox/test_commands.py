"""Reset and seeds, faults, corruption; and clear sentences for bad input."""

from pathlib import Path
from typing import Any

import pytest

from services.sandbox.errors import ServiceDown
from services.sandbox.home import state_folder
from tests.sandbox.driver import Sandbox

COUPON: dict[str, Any] = {"env": "pre", "havanaId": "1234", "threshold": 5000, "reduce": 2000}


def issue(sandbox: Sandbox) -> str:
    return sandbox.data("issueFullReductionCoupon", **COUPON)["couponId"]


def test_a_seed_redraws_the_same_business_every_time(sandbox: Sandbox) -> None:
    usual = sandbox.json("fixtures")
    sandbox.command("reset", "--seed", "7")
    drawn = sandbox.json("fixtures")
    for name in ("user", "store", "order", "coupon", "address"):
        assert drawn["pre"][name]["id"] != usual["pre"][name]["id"]
    row = sandbox.json("show", "order", drawn["pre"]["order"]["id"], "--env", "pre")
    assert row == drawn["pre"]["order"]
    assert sandbox.data("verifyOrderMarketing", env="pre", orderId=row["id"])["passed"]
    sandbox.command("reset", "--seed", "8")
    assert sandbox.json("fixtures") != drawn
    sandbox.command("reset", "--seed", "7")
    assert sandbox.json("fixtures") == drawn


def test_reset_forgets_effects_keys_and_faults(sandbox: Sandbox) -> None:
    first = issue(sandbox)
    sandbox.command("fault", "set", "payOrder", "--kind", "business")
    sandbox.command("reset")
    assert sandbox.json("effects") == []
    assert sandbox.json("fault", "list") == []
    assert issue(sandbox) == first


@pytest.mark.parametrize(("kind", "effects"), [("error-before", 0), ("error-after", 1)], ids=str)
def test_a_broken_service_has_its_effect_or_not(sandbox: Sandbox, kind: str, effects: int) -> None:
    sandbox.command("fault", "set", "issueFullReductionCoupon", "--kind", kind, "--times", "1")
    with pytest.raises(ServiceDown):
        issue(sandbox)
    assert len(sandbox.log()) == effects
    issue(sandbox)
    assert len(sandbox.log()) == effects + 1


def test_a_business_fault_is_an_envelope_without_effect(sandbox: Sandbox) -> None:
    sandbox.command("fault", "set", "bindTaobaoAccount", "--kind", "business")
    args = {"environment": "预发", "account": "1", "taobaoUserId": "2"}
    assert sandbox.call("bindTaobaoAccount", **args)["ret"] == "FAIL_BIZ_SYSTEM_BUSY"
    assert "bindTaobaoAccount: business, every call" in sandbox.command("fault", "list")
    sandbox.command("fault", "clear")
    assert sandbox.code("bindTaobaoAccount", **args) == "FAIL_BIZ_ACCOUNT_NOT_EXIST"


def test_latency_before_the_effect_or_after_it(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[tuple[float, int]] = []

    def note(seconds: float) -> None:
        slept.append((seconds, len(sandbox.store.effects())))

    monkeypatch.setattr("services.sandbox.execute.time.sleep", note)
    latency = ("fault", "set", "issueFullReductionCoupon", "--kind", "latency", "--times", "1")
    sandbox.command(*latency, "--seconds", "2.5")
    issue(sandbox)
    sandbox.command(*latency, "--after")
    issue(sandbox)
    assert slept == [(2.5, 0), (1.0, 2)]


def test_corruption_is_seen_by_queries_and_not_logged(sandbox: Sandbox) -> None:
    coupon = issue(sandbox)
    at = ("coupon", coupon, "--env", "pre")
    sandbox.command("corrupt", *at, "--set", "discountAmount=1", "--set", "havanaId=77")
    seen = sandbox.data("getCouponDetail", env="pre", couponId=coupon)
    assert (seen["discountAmount"], seen["havanaId"]) == (1, "77")
    sandbox.command("corrupt", *at, "--duplicate")
    assert len(sandbox.data("listUserCoupons", env="pre", havanaId="77")) == 2
    sandbox.command("corrupt", *at, "--move-env")
    assert sandbox.code("getCouponDetail", env="pre", couponId=coupon) == "COUPON_NOT_EXIST"
    assert sandbox.data("getCouponDetail", env="daily", couponId=coupon)["havanaId"] == "77"
    assert sandbox.log() == ["pre create coupon"]


@pytest.mark.parametrize("how", ["--set=discountAmount=1", "--delete", "--duplicate", "--move-env"])
def test_the_next_effect_can_be_falsified(sandbox: Sandbox, how: str) -> None:
    sandbox.command("corrupt-next", "issueFullReductionCoupon", how)
    reported = issue(sandbox)
    sandbox.clock.now += 1
    listed = sandbox.data("listUserCoupons", env="pre", havanaId="1234", status="UNUSED")
    mine = [c["discountAmount"] for c in listed if c["couponId"].startswith(reported)]
    expected = {"--set=discountAmount=1": [1], "--duplicate": [2000, 2000]}
    assert mine == expected.get(how, [])
    honest = issue(sandbox)
    assert sandbox.data("getCouponDetail", env="pre", couponId=honest)["discountAmount"] == 2000


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (("show", "coupon", "9", "--env", "pre"), "no coupon with id '9' in pre"),
        (("show", "coupon", "9"), "name the environment with --env"),
        (("show", "koupon", "9", "--env", "pre"), "no entity named 'koupon'; there are: user,"),
        (("show", "coupon", "9", "--env", "prod"), "no environment named 'prod'; there are: daily"),
        (("fault", "set", "nosuch", "--kind", "business"), "no tool named 'nosuch'"),
        (("corrupt-next", "payOrder"), "give exactly one of --set"),
        (("corrupt", "user", "1234", "--env", "pre", "--set", "x"), "FIELD=VALUE, not 'x'"),
        (("effects", "--trade", "nosuch"), "no trade named 'nosuch'; there are: commerce"),
    ],
)
def test_bad_input_gives_one_sentence(
    sandbox: Sandbox, command: tuple[str, ...], sentence: str
) -> None:
    output = sandbox.command(*command, ok=False)
    assert sentence in output
    assert "Traceback" not in output


def test_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZHIZAO_SANDBOX_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("ZHIZAO_HOME", str(tmp_path / "all"))
    assert state_folder("commerce") == tmp_path / "own" / "commerce"
    monkeypatch.delenv("ZHIZAO_SANDBOX_HOME")
    assert state_folder("commerce") == tmp_path / "all" / "sandbox" / "commerce"
    monkeypatch.delenv("ZHIZAO_HOME")
    monkeypatch.setattr("sys.prefix", str(tmp_path / "p" / ".venv"))
    assert state_folder("x") == tmp_path / "p" / ".zhizao" / "sandbox" / "x"
