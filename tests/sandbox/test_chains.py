"""Test data made from nothing: each kind of request is feasible through the tools alone."""

from typing import Any

import pytest

from tests.sandbox.driver import Sandbox


def test_a_store_order_from_nothing_in_daily(sandbox: Sandbox) -> None:
    user = sandbox.data("createTestUser", env="daily")["havanaId"]
    store = sandbox.data("createStore", envType=1)["storeId"]
    item = sandbox.data("createDaodianItem", env="daily", storeId=store)["itemId"]
    order = sandbox.data(
        "createDaodianOrder", env="daily", havanaId=user, storeId=store, itemId=item
    )
    assert (order["channel"], order["status"]) == ("DAODIAN", "CREATED")
    assert sandbox.data("listUserOrders", env="daily", havanaId=user)["total"] == 1
    made = ("user", "store", "item", "order")
    assert sandbox.log() == [f"daily create {entity}" for entity in made]


def test_a_delivery_order_from_nothing_in_pre_with_assets(sandbox: Sandbox) -> None:
    user = sandbox.data("lanhai_user_pre", assetId="LH100012")["data"]["havanaId"]
    address = sandbox.data("createUserAddress", env="pre", havanaId=user)["addressId"]
    store = sandbox.data("createStore", envType=2)["storeId"]
    asset = sandbox.data("lanhai_waimai_item_pre", assetId="LH100042", params={"storeId": store})
    order = sandbox.data(
        "createWaimaiOrder",
        env="pre",
        havanaId=user,
        storeId=store,
        itemId=asset["data"]["itemId"],
        addressId=address,
    )
    assert (order["channel"], order["addressId"]) == ("WAIMAI", address)
    steps = ("payOrder", "merchantAcceptOrder", "startDelivery", "confirmDelivered")
    for step in steps:
        sandbox.data(step, env="pre", orderId=order["orderId"])
    done = sandbox.data("getOrderDetail", env="pre", orderId=order["orderId"])
    assert done["status"] == "COMPLETED"


def test_a_cash_coupon_needs_template_and_user(sandbox: Sandbox) -> None:
    template = sandbox.data("createVoucherCouponTemplate", env="pre", faceValue=500)["templateId"]
    user = sandbox.data("createTestUser", env="pre")["havanaId"]
    made = sandbox.data("issueVoucherCoupon", env="pre", templateId=template, havanaId=user)
    (coupon,) = sandbox.data("listUserCoupons", env="pre", havanaId=user)
    assert coupon == made
    assert (coupon["couponType"], coupon["discountAmount"]) == ("VOUCHER", 500)


@pytest.mark.parametrize(
    ("channel", "name"), [(None, "ALL"), (1, "ALL"), (2, "DAODIAN"), (3, "WAIMAI")]
)
def test_a_coupon_for_a_phone_number(sandbox: Sandbox, channel: int | None, name: str) -> None:
    user = sandbox.data("queryHavanaIdByMobile", env="pre", mobile="13800000001")["havanaId"]
    given: dict[str, Any] = {} if channel is None else {"channel": channel}
    coupon = sandbox.data(
        "issueFullReductionCoupon", env="pre", havanaId=user, threshold=5000, reduce=2000, **given
    )
    assert (coupon["havanaId"], coupon["channel"]) == ("3100000088", name)


def test_a_new_user_has_the_tag_of_test_accounts(sandbox: Sandbox) -> None:
    user = sandbox.data("createTestUser", env="pre", requestNo="r1")
    tags = sandbox.data("queryUserTags", _mcp_env="pre", havanaId=user["havanaId"])
    by_phone = sandbox.data("queryUserTagsByMobile", mobile=user["phone"])
    assert [tag["tagCode"] for tag in tags] == ["TEST_ACCOUNT"]
    assert tags == by_phone


def test_a_bug_belongs_to_no_environment(sandbox: Sandbox) -> None:
    project = sandbox.data("listProjects")[0]
    bug = sandbox.data("fileBug", projectCode=project["projectCode"], title="券没有核销")
    assert bug["assignee"] == project["owner"]
    assert sandbox.json("show", "bug", bug["bugId"])["title"] == "券没有核销"
    assert sandbox.log() == ["None create bug"]
    assert sandbox.code("fileBug", projectCode="NOSUCH", title="x") == "PROJECT_NOT_EXIST"


def test_a_settlement_agrees_with_the_orders_until_it_is_falsified(sandbox: Sandbox) -> None:
    number = sandbox.data("generateSettlement", env="daily", storeId="2001")["settlementNo"]
    at = {"env": "daily", "settlementNo": number}
    assert sandbox.data("reconcileSettlement", **at)["passed"]
    sandbox.command("corrupt", "settlement", number, "--env", "daily", "--set", "amount=1")
    assert not sandbox.data("reconcileSettlement", **at)["passed"]
