"""What later steps leave out, point to or call otherwise than tools do."""

from pipelines.contracts.intent import EntityRef
from pipelines.intent.reader.makers import Maker, Makers
from pipelines.intent.reader.tool_actions import ToolActions
from tests.reader.marking import aside, mark, read
from tool_registry.base.types import IntentType

CREATE, OPERATE = IntentType.CREATE_DATA, IntentType.OPERATE_DATA
COUPONS = Makers((Maker("优惠券", frozenset({"threshold", "amount"}), frozenset({"用户"})),))
TIES = ToolActions(frozenset({("bind", "淘宝账号"), ("unbind", "淘宝账号")}))


def ids(ref: EntityRef) -> list[str]:
    return [one.value for one in ref.identifiers]


def test_a_later_step_goes_on_with_the_thing_of_the_step_before() -> None:
    text = "make a dine-in order for 1234 in pre, then cancel"
    made, cancelled = read(
        text,
        CREATE,
        [
            mark(text, "make", "ACT", -1, "step", action="create", does="create"),
            mark(text, "order", "OBJ", 0, "object", entity="交易单"),
            mark(text, "1234", "ID", 0, "to"),
            mark(text, "pre", "ENV"),
            mark(text, "cancel", "ACT", -1, "step", action="cancel", does="operate"),
        ],
    ).goals
    assert (cancelled.object.type, cancelled.object.made_by) == ("交易单", made.id)


def test_what_is_made_next_is_for_the_same_person() -> None:
    text = "unfreeze user 5678 in daily, then a 25-5 coupon"
    result = read(
        text,
        OPERATE,
        [
            mark(text, "unfreeze", "ACT", -1, "step", action="enable", does="operate"),
            mark(text, "user", "OBJ", 0, "object", entity="用户"),
            mark(text, "5678", "ID", 1, "id"),
            mark(text, "daily", "ENV"),
            mark(text, "25", "VAL", 6, "val", attribute="threshold"),
            mark(text, "5@3", "VAL", 6, "val", attribute="amount"),
            mark(text, "coupon", "OBJ", -1, "step", entity="优惠券", does="create"),
        ],
        makers=COUPONS,
    )
    assert [ids(ref) for ref in result.goals[1].related] == [["5678"]]
    assert result.missing == ()


def test_a_pointer_stands_for_what_only_a_remark_names() -> None:
    text = "item 600100000001 is off the shelf in daily, put it back"
    remark = "item 600100000001 is off the shelf in daily"
    marks = [
        mark(text, "daily", "ENV"),
        mark(text, "put", "ACT", -1, "step", action="publish", does="operate"),
        mark(text, "it", "REF", 1, "object", entity="商品"),
    ]
    (goal,) = read(text, OPERATE, marks, (aside(text, remark, "reason"),)).goals
    assert (goal.object.type, ids(goal.object)) == ("商品", ["600100000001"])


def test_a_pointer_to_one_of_two_in_a_remark_is_not_guessed() -> None:
    text = "users 1234 and 5678 complained in daily, freeze him"
    marks = [
        mark(text, "freeze", "ACT", -1, "step", action="disable", does="operate"),
        mark(text, "him", "REF", 0, "object", entity="用户"),
    ]
    remark = aside(text, "users 1234 and 5678 complained in daily", "reason")
    (goal,) = read(text, OPERATE, marks, (remark,)).goals
    assert (ids(goal.object), goal.object.reference) == ([], "that")


def test_binding_anew_is_unbinding_and_binding_where_tools_do_only_these() -> None:
    text = "rebind user 3100000099 to taobao account 2219675358229, daily"
    marks = [
        mark(text, "rebind", "ACT", -1, "step", action="rebind", does="operate"),
        mark(text, "user", "OBJ", 0, "of", entity="用户"),
        mark(text, "3100000099", "ID", 1, "id"),
        mark(text, "taobao account", "OBJ", 0, "new", entity="淘宝账号"),
        mark(text, "2219675358229", "ID", 3, "id"),
        mark(text, "daily", "ENV"),
    ]
    first, then = read(text, OPERATE, marks, tool_actions=TIES).goals
    assert [goal.action for goal in (first, then)] == ["unbind", "bind"]
    assert (first.object.type, ids(first.object), ids(first.related[0])) == (
        "淘宝账号",
        [],
        ["3100000099"],
    )
    assert (ids(then.object), ids(then.related[0])) == (["2219675358229"], ["3100000099"])


def test_a_bare_number_is_what_the_deed_alone_is_done_to() -> None:
    text = "close 2001, pre"
    marks = [
        mark(text, "close", "ACT", -1, "step", action="close", does="operate"),
        mark(text, "2001", "ID", 0, "object"),
        mark(text, "pre", "ENV"),
    ]
    shops = ToolActions(changes=frozenset({("close", "门店")}))
    assert read(text, OPERATE, marks, tool_actions=shops).goals[0].object.type == "门店"


def test_others_that_are_to_be_left_alone_forbid_nothing_that_is_asked() -> None:
    text = "pay order 1301 in daily, leave the other orders"
    marks = [
        mark(text, "pay", "ACT", -1, "step", action="pay", does="operate"),
        mark(text, "order", "OBJ", 0, "object", entity="交易单"),
        mark(text, "1301", "ID", 1, "id"),
        mark(text, "daily", "ENV"),
        mark(text, "orders", "OBJ", -1, "root", entity="交易单"),
    ]
    (told,) = read(text, OPERATE, marks, (aside(text, "leave the other orders", "keep"),)).negative
    assert (told.text, told.object) == ("leave the other orders", None)


def test_amounts_are_in_the_money_of_the_tools_and_equal_ones_keep_their_own_names() -> None:
    text = "a 30-30 coupon for 1234, pre"
    marks = [
        mark(text, "30", "VAL", 2, "val", attribute="threshold"),
        mark(text, "30@2", "VAL", 2, "val", attribute="amount"),
        mark(text, "coupon", "OBJ", -1, "step", entity="优惠券", does="create"),
        mark(text, "1234", "ID", 2, "to"),
        mark(text, "pre", "ENV"),
    ]
    (goal,) = read(text, CREATE, marks, amounts={"threshold": "yuan", "amount": "yuan"}).goals
    told = [(c.attribute, c.value, c.unit) for c in goal.object.constraints]
    assert told == [("threshold", 30, "yuan"), ("amount", 30, "yuan")]


def test_how_many_of_an_item_is_said_of_the_order() -> None:
    text = "an order of 2 of item 600100000001 for 1234, pre"
    marks = [
        mark(text, "order", "OBJ", -1, "step", entity="交易单", does="create"),
        mark(text, "2", "QTY", 2, "n"),
        mark(text, "item", "OBJ", 0, "about", entity="商品"),
        mark(text, "600100000001", "ID", 2, "id"),
        mark(text, "1234", "ID", 0, "to"),
        mark(text, "pre", "ENV"),
    ]
    orders = Makers((Maker("交易单", frozenset({"quantity"}), frozenset({"商品", "用户"})),))
    (goal,) = read(text, CREATE, marks, makers=orders).goals
    assert [(c.attribute, c.value) for c in goal.object.constraints] == [("quantity", 2)]
    assert [ref.quantity for ref in goal.related] == [None, None]


def test_a_verb_that_holds_what_is_made_makes_it_and_goes_no_further() -> None:
    text = "订单1302申请退款,预发"
    makes = ToolActions(
        frozenset({("submit", "退款单"), ("refund", "交易单")}),
        made=frozenset({("submit", "退款单")}),
    )
    result = read(
        text,
        OPERATE,
        [
            mark(text, "订单", "OBJ", 2, "object", entity="交易单"),
            mark(text, "1302", "ID", 0, "id", attribute="id"),
            mark(text, "申请退款", "ACT", -1, "step", action="refund", does="operate"),
        ],
        tool_actions=makes,
    )
    [goal] = result.goals
    assert (goal.action, goal.function.value, goal.object.type) == ("submit", "create", "退款单")
    assert [(ref.role, ref.identifiers[0].value) for ref in goal.related] == [("parent", "1302")]
