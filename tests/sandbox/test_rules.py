"""The business's own rules: what is allowed in which state."""

from typing import Any

import pytest

from tests.sandbox.driver import Sandbox


def test_an_order_for_delivery_goes_through_its_states_in_order(sandbox: Sandbox) -> None:
    at: dict[str, Any] = {"env": "daily", "orderId": "1234"}
    assert sandbox.code("confirmDelivered", **at) == "ORDER_STATUS_ILLEGAL"
    assert sandbox.code("payOrder", **at) == "ORDER_STATUS_ILLEGAL"
    steps = ("merchantAcceptOrder", "startDelivery", "confirmDelivered")
    states = [sandbox.data(step, **at)["status"] for step in steps]
    assert states == ["ACCEPTED", "DELIVERING", "COMPLETED"]
    assert sandbox.data("queryDeliveryByOrder", **at)["status"] == "DELIVERED"
    assert sandbox.log() == ["daily update order"] * 3


def test_a_store_order_is_verified_with_its_last_voucher(sandbox: Sandbox) -> None:
    seeded = sandbox.fixtures("pre")
    buyer = {"havanaId": "1234", "storeId": "2001", "itemId": seeded["daodian_item"]["id"]}
    order = sandbox.data("createDaodianOrder", env="pre", quantity=2, **buyer)["orderId"]
    unpaid = sandbox.code("issueOrderVouchers", environment="预发", orderId=order)
    assert unpaid == "FAIL_BIZ_ORDER_STATUS_ILLEGAL"
    sandbox.data("payOrder", env="pre", orderId=order)
    vouchers = sandbox.data("issueOrderVouchers", environment="预发", orderId=order)
    states: list[str] = []
    for voucher in vouchers:
        sandbox.data("verifyVoucher", environment="预发", voucherCode=voucher["voucherCode"])
        states.append(sandbox.data("getOrderDetail", env="pre", orderId=order)["status"])
    assert states == ["ISSUED", "VERIFIED"]


def test_an_order_needs_an_open_store_a_user_and_stock(sandbox: Sandbox) -> None:
    seeded = sandbox.fixtures("daily")
    good: dict[str, Any] = {
        "env": "daily",
        "havanaId": "1234",
        "storeId": "2001",
        "itemId": seeded["daodian_item"]["id"],
    }
    assert sandbox.code("createDaodianOrder", **{**good, "havanaId": "9"}) == "USER_NOT_EXIST"
    assert sandbox.code("createDaodianOrder", **{**good, "storeId": "2002"}) == "STORE_NOT_OPEN"
    delivered = {**good, "itemId": seeded["waimai_item"]["id"]}
    assert sandbox.code("createDaodianOrder", **delivered) == "ITEM_CHANNEL_ERROR"
    sandbox.data("createDaodianOrder", quantity=99, **good)
    assert sandbox.code("createDaodianOrder", quantity=2, **good) == "STOCK_NOT_ENOUGH"
    assert sandbox.log() == ["daily create order"]


def test_cancelling_gives_stock_and_coupon_back(sandbox: Sandbox) -> None:
    seeded = sandbox.fixtures("pre")
    coupon, item = seeded["coupon"]["id"], seeded["waimai_item"]["id"]
    order = sandbox.data(
        "createWaimaiOrder",
        env="pre",
        havanaId="1234",
        storeId="2001",
        itemId=item,
        addressId=seeded["address"]["id"],
        quantity=3,
        couponId=coupon,
    )
    assert order["payableAmount"] == order["totalAmount"] - 600
    assert sandbox.data("getCouponDetail", env="pre", couponId=coupon)["status"] == "USED"
    sandbox.data("cancelOrder", env="pre", orderId=order["orderId"])
    assert sandbox.data("getCouponDetail", env="pre", couponId=coupon)["status"] == "UNUSED"
    assert sandbox.data("queryStock", environment="预发", itemId=item)["available"] == 100


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"quantity": 1}, "COUPON_THRESHOLD_ERROR"),
        ({"havanaId": "3100000088"}, "COUPON_OWNER_ERROR"),
    ],
)
def test_a_coupon_is_refused_where_it_does_not_fit(
    sandbox: Sandbox, change: dict[str, Any], code: str
) -> None:
    seeded = sandbox.fixtures("pre")
    args: dict[str, Any] = {
        "env": "pre",
        "havanaId": "1234",
        "storeId": "2001",
        "itemId": seeded["daodian_item"]["id"],
        "couponId": seeded["coupon"]["id"],
    }
    sandbox.command(
        "corrupt", "coupon", args["couponId"], "--env=pre", "--set=thresholdAmount=9999"
    )
    assert sandbox.code("createDaodianOrder", **{**args, "quantity": 5, **change}) == code
    assert sandbox.log() == []


def test_an_account_has_one_taobao_account_at_most(sandbox: Sandbox) -> None:
    at: dict[str, Any] = {"environment": "预发", "account": "14453427870"}
    new = "2219675358229"
    assert sandbox.code("bindTaobaoAccount", taobaoUserId=new, **at) == "FAIL_BIZ_BIND_EXIST"
    old = sandbox.data("unbindTaobaoAccount", **at)["taobaoUserId"]
    sandbox.data("bindTaobaoAccount", taobaoUserId=new, **at)
    assert sandbox.data("queryTaobaoBinding", **at)["taobaoUserId"] == new != old
    other = sandbox.fixtures("pre")["user"]["account"]
    taken = sandbox.code("bindTaobaoAccount", environment="预发", account=other, taobaoUserId=new)
    assert taken == "FAIL_BIZ_TAOBAO_OCCUPIED"


def test_a_new_row_is_visible_to_queries_after_a_moment(sandbox: Sandbox) -> None:
    coupon = sandbox.call(
        "issueFullReductionCoupon", env="pre", havanaId="1234", threshold=5000, reduce=2000
    )["data"]["couponId"]
    assert sandbox.code("getCouponDetail", env="pre", couponId=coupon) == "COUPON_NOT_EXIST"
    sandbox.clock.now += 0.3
    assert sandbox.data("getCouponDetail", env="pre", couponId=coupon)["discountAmount"] == 2000


def test_work_whose_object_disappears_never_finishes_and_blocks_nothing(sandbox: Sandbox) -> None:
    made = sandbox.data("generateSettlement", env="daily", storeId="2001")["settlementNo"]
    sandbox.command("corrupt", "settlement", made, "--env", "daily", "--delete")
    assert sandbox.code("getSettlement", env="daily", settlementNo=made) == "SETTLEMENT_NOT_EXIST"
    assert sandbox.data("getUserInfo", env="daily", havanaId="1234")["havanaId"] == "1234"


def test_marketing_data_is_checked_rule_by_rule(sandbox: Sandbox) -> None:
    seeded = sandbox.fixtures("pre")
    whole = sandbox.data("verifyOrderMarketing", env="pre", orderId="1234")
    assert whole["passed"]
    assert len(whole["rules"]) == 9
    coupon = seeded["used_coupon"]["id"]
    sandbox.command("corrupt", "coupon", coupon, "--env", "pre", "--set", "channel=DAODIAN")
    sandbox.command("corrupt", "order", "1234", "--env", "pre", "--set", "payableAmount=1")
    broken = sandbox.data("verifyOrderMarketing", env="pre", orderId="1234")
    failed = {
        r["ruleCode"]: (r["expected"], r["actual"]) for r in broken["rules"] if not r["passed"]
    }
    assert failed == {
        "PAYABLE_AMOUNT": (str(seeded["order"]["payableAmount"]), "1"),
        "COUPON_CHANNEL": ("WAIMAI", "DAODIAN"),
    }


def test_stress_data_is_in_pre_behind_its_flag(sandbox: Sandbox) -> None:
    item = {"itemId": "1234"}
    assert sandbox.data("queryItemDetail", env="pre", _mcp_t=True, **item)["stressData"] is True
    assert sandbox.code("queryItemDetail", env="pre", **item) == "ITEM_NOT_EXIST"
    assert sandbox.code("queryItemDetail", env="daily", _mcp_t=True, **item) == "STRESS_ENV_ILLEGAL"


def test_an_environment_does_not_leak_into_the_other(sandbox: Sandbox) -> None:
    user = sandbox.data("createTestUser", env="pre")["havanaId"]
    assert sandbox.code("getUserInfo", env="daily", havanaId=user) == "USER_NOT_EXIST"
    wrong_asset = sandbox.code("lanhai_user_daily", assetId="LH100012")
    assert wrong_asset == "FAIL_BIZ_ASSET_NOT_EXIST"


def test_a_new_user_never_gets_the_id_of_a_seeded_one(sandbox: Sandbox) -> None:
    made = [sandbox.data("lanhai_user_daily", assetId="LH100011") for _ in range(90)]
    ids = {one["data"]["havanaId"] for one in made}
    assert (len(ids), "3100000088" in ids) == (90, False)
