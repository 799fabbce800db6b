"""A correction of what was just done is carried out as it says, counts of one included."""

import pytest

from tests.services.commands import Zhizao

FIRST = "日常给用户1234造2个待支付的外卖订单,门店2001"


@pytest.mark.parametrize(
    ("correction", "count"),
    [
        ("不对,是堂食单,而且只要1个,其他不变", 1),
        ("不对,是堂食的,只要一个", 1),
        ("不对,是堂食单", 2),
        ("不对,是堂食单,要3个", 3),
    ],
)
def test_a_corrected_count_counts(zhizao: Zhizao, correction: str, count: int) -> None:
    assert zhizao.run("ask", FIRST, "--session", "one", "--json").json["status"] == "succeeded"
    before = len(zhizao.effects())
    done = zhizao.run("ask", correction, "--session", "one", "--json")
    assert done.json["status"] == "succeeded"
    made = [one["tool"] for one in zhizao.effects()[before:]]
    assert made == ["createDaodianOrder"] * count
