"""Which sentences ask to take back what was done, and which name a thing of the business."""

import pytest

from pipelines.contracts.message import UndoRequest
from pipelines.intent.undo_request import undo_request

LATEST = [
    "撤销刚才的数据",
    "撤销",
    "请帮我撤销上一次的操作吧",
    "把刚才创建的数据都删掉",
    "把刚才的数据清理掉",
    "回滚上一步",
    "把这些都撤销了。",
    "清理刚才造的数据",
    "undo that",
    "Undo the last run, please.",
    "please undo everything you just created",
    "roll back the last request",
    "delete everything you just made",
    "can you undo it?",
    "Revert the changes",
    "撤销刚才那步",
    "把刚才那一步撤销",
]
TOLD = [
    ("撤销第一次", UndoRequest(place=1, told="第一", of_runs=True)),
    ("undo the second one", UndoRequest(place=2, told="second")),
    ("撤销第二个", UndoRequest(place=2, told="第二")),
    ("把60减15那次撤销了", UndoRequest(told="60减15", of_runs=True)),
    ("undo the freeze request, please", UndoRequest(told="freeze", of_runs=True)),
    (
        "撤销 run-3ba9d665a285111a 8020000000000001",
        UndoRequest("run-3ba9d665a285111a", things=("8020000000000001",)),
    ),
]
OTHERS = [
    "撤销交易单 402000000000000001",
    "取消刚才的订单",
    "删除收货地址 5",
    "把订单回滚到待支付",
    "undo the freeze of user 1234",
    "cancel that order",
    "撤销订单",
    "不撤销",
    "delete the address 7 of user 1234",
    "revert order 5 to created",
    "give the user a coupon",
    "",
]


@pytest.mark.parametrize("text", LATEST)
def test_the_latest_run_is_meant(text: str) -> None:
    assert undo_request(text) == UndoRequest()


@pytest.mark.parametrize("text", ["撤销 run-3ba9d665a285111a", "Undo run-3ba9d665a285111a, please"])
def test_a_run_is_named(text: str) -> None:
    assert undo_request(text) == UndoRequest("run-3ba9d665a285111a")


@pytest.mark.parametrize(("text", "asked"), TOLD)
def test_one_of_several_runs_is_told(text: str, asked: UndoRequest) -> None:
    assert undo_request(text) == asked


@pytest.mark.parametrize("text", OTHERS)
def test_a_thing_of_the_business_is_no_undoing(text: str) -> None:
    assert undo_request(text) is None
