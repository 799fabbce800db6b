"""Taking back what a run did: by sentence and by command, judged by the sandbox's effects log."""

from typing import Any

from tests.services.commands import Done, Zhizao

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
PAID = "create a paid dine-in order, create what is missing, pre-release"
ADDRESS = "给用户1234新建一个收货地址,预发环境"


def _run_of(done: Done) -> str:
    return str(done.json["run_id"])


def _rows(zhizao: Zhizao) -> list[dict[str, Any]]:
    return list(zhizao.run("data", "list", "--json").json)


def test_a_sentence_undoes_the_last_run_of_its_conversation_after_consent(zhizao: Zhizao) -> None:
    zhizao.run("ask", "--session", "one", COUPON)
    asked = zhizao.run("ask", "--session", "one", "撤销刚才的数据", "--json")
    assert (asked.code, asked.json["status"]) == (2, "needs_input")
    assert len(zhizao.effects()) == 1
    done = zhizao.run("ask", "--session", "one", "确认", "--json")
    assert (done.code, done.json["status"]) == (0, "succeeded")
    made, undone = zhizao.effects()
    assert (made["change"]["after"]["status"], undone["change"]["after"]["status"]) == (
        "UNUSED",
        "INVALID",
    )
    assert undone["id"] == made["id"]
    assert done.json["chain"][0]["bindings"]["couponId"]["source"] == "remembered"


def test_a_refusal_leaves_everything_as_it_is(zhizao: Zhizao) -> None:
    zhizao.run("ask", "--session", "one", COUPON)
    zhizao.run("ask", "--session", "one", "undo that")
    done = zhizao.run("ask", "--session", "one", "no", "--json")
    assert done.json["status"] == "cancelled"
    assert len(zhizao.effects()) == 1


def test_nothing_is_undone_twice(zhizao: Zhizao) -> None:
    run = _run_of(zhizao.run("ask", COUPON, "--json"))
    assert zhizao.run("undo", run, "--yes").code == 0
    again = zhizao.run("undo", run, "--yes")
    assert again.code == 3
    assert "已经撤销过" in again.out
    assert zhizao.run("undo", "last", "--yes").code == 1
    assert len(zhizao.effects()) == 2


def test_another_conversation_has_nothing_to_undo(zhizao: Zhizao) -> None:
    zhizao.run("ask", "--session", "one", COUPON)
    done = zhizao.run("ask", "--session", "two", "undo that", "--yes")
    assert done.code == 3
    assert len(zhizao.effects()) == 1


def test_what_is_past_the_state_in_which_it_can_be_undone_is_not_tried(zhizao: Zhizao) -> None:
    """Orders are cancelled while they wait for payment; a payment has no way back."""
    made = zhizao.run("ask", PAID, "--json")
    before = len(zhizao.effects())
    assert not any(row["undoable"] for row in _rows(zhizao))
    done = zhizao.run("undo", _run_of(made), "--yes", "--json")
    text = done.json["summary"]["text"]
    assert text.count("cannot be undone: no tool of the catalogue takes it back") == 2
    assert "which takes it back, is only for one that is “" in text
    assert done.json["status"] == "refused"
    assert len(zhizao.effects()) == before


def test_what_something_that_stays_was_made_with_stays_too(zhizao: Zhizao) -> None:
    """The address of a paid order, which nothing takes back."""
    made = zhizao.run("ask", "create a paid takeaway order for user 5678, pre-release", "--json")
    assert "createUserAddress" in [one["tool"] for one in zhizao.effects()]
    before = len(zhizao.effects())
    done = zhizao.run("undo", _run_of(made), "--yes", "--json")
    assert f"“Create user address” (address {_address(zhizao)}) stays: order " in done.out
    assert len(zhizao.effects()) == before


def _address(zhizao: Zhizao) -> str:
    return next(str(one["id"]) for one in zhizao.effects() if one["entity"] == "address")


def test_what_a_later_run_did_counts_for_an_earlier_one(zhizao: Zhizao) -> None:
    order = "给用户1234创建一个到店订单,缺什么就创建什么,预发环境"
    made = zhizao.run("ask", "--session", "one", order, "--json")
    [row] = [row for row in _rows(zhizao) if row["entity"] == "交易单"]
    assert row["undoable"]
    paid = zhizao.run("ask", "--session", "one", "支付这个订单", "--yes", "--json")
    assert paid.json["status"] == "succeeded"
    assert not any(row["undoable"] for row in _rows(zhizao) if row["entity"] == "交易单")
    done = zhizao.run("undo", _run_of(made), "--yes", "--json")
    assert done.json["status"] == "refused"
    assert "只用于状态为“待支付”的" in done.json["summary"]["text"]


def test_what_can_be_undone_goes_and_what_stays_is_named_first(zhizao: Zhizao) -> None:
    both = "作废优惠券8000000000100101,再给用户1234发一张满50减20的券,预发环境"
    made = zhizao.run("ask", "--session", "one", both, "--yes", "--json")
    assert made.json["status"] == "succeeded"
    asked = zhizao.run("ask", "--session", "one", "撤销刚才的数据", "--json")
    [step] = asked.json["chain"]
    coupon = step["arguments"]["couponId"]
    assert f"“{both}”只有一部分能撤销" in asked.json["question"]
    assert f"优惠券 {coupon}" in asked.json["question"]
    done = zhizao.run("ask", "--session", "one", "确认", "--json")
    assert zhizao.effects()[-1]["id"] == coupon
    assert "无法撤销“作废券”（优惠券 8000000000100101）" in done.json["summary"]["text"]


def test_the_latest_effect_goes_first_and_a_failure_stops_nothing(zhizao: Zhizao) -> None:
    made = zhizao.run("ask", "给用户1234发放2张满50减20的优惠券,预发环境", "--json")
    zhizao.sandbox.run(["fault", "set", "invalidateCoupon", "--kind", "business", "--times", "1"])
    done = zhizao.run("undo", _run_of(made), "--yes", "--json")
    ids = [step["output"]["data"]["couponId"] for step in made.json["chain"]]
    called = [step["arguments"]["couponId"] for step in done.json["chain"]]
    assert called == ids[::-1]
    assert [step["status"] for step in done.json["chain"]] == ["failed", "done"]
    left = [(row["id"], row["undoable"]) for row in _rows(zhizao)]
    assert left == [(ids[1], True)]
    again = zhizao.run("undo", _run_of(made), "--yes", "--json")
    assert [step["arguments"]["couponId"] for step in again.json["chain"]] == [ids[1]]
    assert _rows(zhizao) == []


def test_a_plan_undoes_nothing(zhizao: Zhizao) -> None:
    zhizao.run("ask", ADDRESS)
    done = zhizao.run("undo", "last", "--plan-only", "--json")
    assert (done.code, done.json["status"]) == (0, "planned")
    assert done.json["chain"][0]["tool"] == "commerce/deleteAddress"
    assert len(zhizao.effects()) == 1


def test_a_deleted_thing_is_forgotten_by_the_conversation(zhizao: Zhizao) -> None:
    zhizao.run("ask", "--session", "one", COUPON)
    zhizao.run("ask", "--session", "one", "undo that", "--yes")
    done = zhizao.run("ask", "--session", "one", "查询刚才那张券的详情,预发环境", "--json")
    assert done.json["status"] != "succeeded"


def test_data_list_tells_what_is_there_where_and_of_which_run(zhizao: Zhizao) -> None:
    run = _run_of(zhizao.run("ask", COUPON, "--json"))
    [row] = _rows(zhizao)
    assert (row["run_id"], row["environment"], row["created"], row["undoable"]) == (
        run,
        "pre",
        True,
        True,
    )
    shown = zhizao.run("data", "list").out
    assert row["id"] in shown
    assert run in shown
    assert zhizao.run("data", "list", "--env", "daily", "--json").json == []


def test_what_is_no_run_is_one_clear_sentence(zhizao: Zhizao) -> None:
    done = zhizao.run("undo", "run-0")
    assert (done.code, done.out) == (1, "")
    assert "run-0" in done.err
    assert "Traceback" not in done.err
