"""From marks to the IntentResult that planner, page and evaluation see."""

from pipelines.contracts.intent import EntityRef, IntentResult
from pipelines.intent.reader.makers import Makers
from pipelines.intent.reader.marks import Mark
from tests.governance.catalogues import commerce
from tests.reader.marking import aside, mark, read
from tool_registry.base.types import FunctionType, IntentType

CREATE, OPERATE, QUERY = IntentType.CREATE_DATA, IntentType.OPERATE_DATA, IntentType.QUERY_DATA


def told(ref: EntityRef) -> tuple[object, ...]:
    """Kind, role, identifiers and what must hold."""
    ids = [one.value for one in ref.identifiers]
    return ref.type, ref.role, ids, [(c.attribute, c.operator, c.value) for c in ref.constraints]


def goals(result: IntentResult) -> list[tuple[object, ...]]:
    """Action, quantity, object and the others of each goal."""
    return [
        (g.action, g.quantity, told(g.object), [told(ref) for ref in g.related])
        for g in result.goals
    ]


def test_counts_values_and_receivers_are_where_they_belong() -> None:
    text = "give user 1234 three takeaway coupons 50-20 in pre"
    result = read(
        text,
        CREATE,
        [
            mark(text, "give", "ACT", -1, "step", action="issue", does="create"),
            mark(text, "user", "OBJ", 0, "to", entity="用户"),
            mark(text, "1234", "ID", 1, "id", attribute="id"),
            mark(text, "three", "QTY", 5, "n"),
            mark(text, "takeaway", "VAL", 5, "val", attribute="channel", value="channel=外卖"),
            mark(text, "coupons", "OBJ", 0, "object", entity="优惠券"),
            mark(text, "50", "VAL", 5, "val", attribute="threshold"),
            mark(text, "20", "VAL", 5, "val", attribute="amount"),
            mark(text, "pre", "ENV"),
        ],
    )
    values = [("channel", "eq", "外卖"), ("threshold", "eq", 50), ("amount", "eq", 20)]
    assert goals(result) == [
        ("issue", 3, ("优惠券", None, [], values), [("用户", "recipient", ["1234"], [])])
    ]
    assert result.environment == "pre"
    assert result.missing == ()


def test_a_thing_for_each_of_several_that_an_earlier_step_makes() -> None:
    text = "create 3 users in pre and give each of them a coupon"
    result = read(
        text,
        CREATE,
        [
            mark(text, "create", "ACT", -1, "step", action="create", does="create"),
            mark(text, "3", "QTY", 2, "n"),
            mark(text, "users", "OBJ", 0, "object", entity="用户"),
            mark(text, "pre", "ENV"),
            mark(text, "give", "ACT", -1, "step", action="issue", does="create"),
            mark(text, "each", "EACH", 4, "each"),
            mark(text, "them", "REF", 4, "to"),
            mark(text, "a@3", "QTY", 8, "n"),
            mark(text, "coupon", "OBJ", 4, "object", entity="优惠券"),
        ],
    )
    assert [(g.action, g.quantity) for g in result.goals] == [
        ("create", 3),
        ("issue", 1),
        ("issue", 1),
        ("issue", 1),
    ]
    receivers = [goal.related[0] for goal in result.goals[1:]]
    assert [(one.type, one.made_by, one.which) for one in receivers] == [
        ("用户", "G1", 1),
        ("用户", "G1", 2),
        ("用户", "G1", 3),
    ]


def test_several_identifiers_are_a_goal_each() -> None:
    text = "cancel orders 71, 72 and 73, daily"
    result = read(
        text,
        OPERATE,
        [
            mark(text, "cancel", "ACT", -1, "step", action="cancel", does="operate"),
            mark(text, "orders", "OBJ", 0, "object", entity="订单"),
            *(mark(text, number, "ID", 1, "id", attribute="id") for number in ("71", "72", "73")),
            mark(text, "daily", "ENV"),
        ],
    )
    assert [goal.object.identifiers[0].value for goal in result.goals] == ["71", "72", "73"]


def test_a_state_to_be_reached_is_the_target_and_another_value_is_set() -> None:
    text = "mark order 8 paid and set its price to 30, pre"
    result = read(
        text,
        OPERATE,
        [
            mark(text, "mark", "ACT", -1, "step", action="advance", does="operate"),
            mark(text, "order", "OBJ", 0, "object", entity="订单"),
            mark(text, "8", "ID", 1, "id", attribute="id"),
            mark(text, "paid", "VAL", 0, "set", attribute="status", value="status=已支付"),
            mark(text, "set", "ACT", -1, "step", action="update", does="operate"),
            mark(text, "its", "REF", 4, "object"),
            mark(text, "price", "ATT", 7, "att"),
            mark(text, "30", "VAL", 4, "set", attribute="price"),
            mark(text, "pre", "ENV"),
        ],
    )
    first, second = result.goals
    assert first.target_state is not None
    assert first.target_state.value == "已支付"
    assert told(second.object) == ("订单", None, ["8"], [("price", "eq", 30)])


def test_what_is_ruled_out_taken_back_or_only_told_makes_no_goal() -> None:
    text = "5, no, 2 coupons for 12 in pre, don't create users, the old ones expired, nothing else"
    result = read(
        text,
        CREATE,
        [
            mark(text, "2", "QTY", 1, "n"),
            mark(text, "coupons", "OBJ", -1, "step", entity="优惠券", does="create"),
            mark(text, "12", "ID", 1, "to"),
            mark(text, "pre", "ENV"),
            mark(text, "create", "ACT", -1, "step", action="create", does="create"),
            mark(text, "users", "OBJ", 4, "object", entity="用户"),
        ],
        (
            aside(text, "5, no", "retract"),
            aside(text, "don't create users", "forbid"),
            aside(text, "the old ones expired", "reason"),
            aside(text, "nothing else", "exact"),
        ),
    )
    assert goals(result) == [
        ("create", 2, ("优惠券", None, [], []), [(None, "recipient", ["12"], [])])
    ]
    assert [(one.kind, one.action, one.object) for one in result.negative] == [
        ("forbid", "create", "用户"),
        ("forbid", "create", None),
    ]
    assert [one.kind for one in result.supplements] == ["remark"]
    assert "5, no" not in result.corrected


def test_an_environment_that_is_not_configured_is_asked_about() -> None:
    text = "create a user in uat7"
    result = read(
        text,
        CREATE,
        [
            mark(text, "create", "ACT", -1, "step", action="create", does="create"),
            mark(text, "user", "OBJ", 0, "object", entity="用户"),
            mark(text, "uat7", "ENV"),
        ],
    )
    assert result.environment is None
    assert [one.name for one in result.missing] == ["environment"]
    assert "uat7" in result.missing[0].question


def test_production_is_refused_whatever_the_marks_say() -> None:
    text = "create a user in production"
    marks = [
        mark(text, "create", "ACT", -1, "step", action="create", does="create"),
        mark(text, "user", "OBJ", 0, "object", entity="用户"),
    ]
    assert read(text, CREATE, marks).production


def test_a_condition_that_no_goal_has_is_left_over_and_so_is_a_word_of_the_trade() -> None:
    text = "if it is still unpaid cancel order 8 and its refund, pre"
    result = read(
        text,
        OPERATE,
        [
            mark(text, "if it is still unpaid", "IF", 1, "if_state"),
            mark(text, "cancel", "ACT", -1, "step", action="cancel", does="operate"),
            mark(text, "order", "OBJ", 1, "object", entity="订单"),
            mark(text, "8", "ID", 2, "id", attribute="id"),
            mark(text, "pre", "ENV"),
        ],
    )
    assert [span.text for span in result.unread] == ["if it is still unpaid", "refund"]


def test_the_newest_of_somebody_is_a_choice_out_of_a_list() -> None:
    text = "refund the newest paid order of user 1234, daily"
    result = read(
        text,
        OPERATE,
        [
            mark(text, "refund", "ACT", -1, "step", action="refund", does="operate"),
            mark(text, "newest", "SEL", 3, "last"),
            mark(text, "paid", "VAL", 3, "val", attribute="status", value="status=已支付"),
            mark(text, "order", "OBJ", 0, "object", entity="订单"),
            mark(text, "user", "OBJ", 3, "of", entity="用户"),
            mark(text, "1234", "ID", 4, "id", attribute="id"),
            mark(text, "daily", "ENV"),
        ],
    )
    (goal,) = goals(result)
    assert goal[2] == ("订单", None, [], [(None, "last", 1), ("status", "eq", "已支付")])
    assert goal[3] == [("用户", "owner", ["1234"], [])]


def test_each_of_several_receivers_is_given_its_own() -> None:
    text = "give 1234 and 5678 two coupons each, pre"
    result = read(
        text,
        CREATE,
        [
            mark(text, "give", "ACT", -1, "step", action="issue", does="create"),
            mark(text, "1234", "ID", 0, "to", attribute="id", entity="用户"),
            mark(text, "5678", "ID", 0, "to", attribute="id", entity="用户"),
            mark(text, "two", "QTY", 4, "n"),
            mark(text, "coupons", "OBJ", 0, "object", entity="优惠券"),
            mark(text, "each", "EACH", 0, "each"),
        ],
    )
    assert goals(result) == [
        ("issue", 2, ("优惠券", None, [], []), [("用户", "recipient", [who], [])])
        for who in ("1234", "5678")
    ]


def test_a_pronoun_beside_the_thing_itself_is_that_thing() -> None:
    text = "user 1234 is stuck, freeze him please, daily"
    result = read(
        text,
        OPERATE,
        [
            mark(text, "user", "OBJ", 2, "object", entity="用户"),
            mark(text, "1234", "ID", 0, "id", attribute="id"),
            mark(text, "freeze", "ACT", -1, "step", action="disable", does="operate"),
            mark(text, "him", "REF", 2, "object", entity="用户"),
        ],
    )
    assert goals(result) == [("disable", 1, ("用户", None, ["1234"], []), [])]


def test_one_of_two_states_is_a_question_which_it_is() -> None:
    text = "is store 2002 open or closed in daily?"
    result = read(
        text,
        IntentType.VERIFY_DATA,
        [
            mark(text, "is", "ACT", -1, "step", action="verify", does="verify"),
            mark(text, "store", "OBJ", 0, "object", entity="门店"),
            mark(text, "2002", "ID", 1, "id", attribute="id"),
            mark(text, "open", "VAL", 1, "val", attribute="status", value="status=营业中"),
            mark(text, "closed", "VAL", 1, "val", attribute="status", value="status=已打烊"),
        ],
    )
    (goal,) = result.goals
    assert (goal.function, goal.asked) == (FunctionType.QUERY, ("status",))
    assert goal.object.constraints == ()


def test_what_has_no_id_of_its_own_is_an_amount_and_no_count() -> None:
    text = "add 20 stock to item 600100000001 in pre"
    makers = Makers.of(commerce().tools.values())
    result = read(
        text,
        CREATE,
        [
            mark(text, "add", "ACT", -1, "step", action="add", does="create"),
            mark(text, "20", "QTY", 2, "n"),
            mark(text, "stock", "OBJ", 0, "object", entity="库存"),
            mark(text, "item", "OBJ", 0, "in", entity="商品"),
            mark(text, "600100000001", "ID", 3, "id", attribute="id"),
        ],
        makers=makers,
    )
    [goal] = result.goals
    assert goal.quantity == 1
    assert [(one.attribute, one.value) for one in goal.object.constraints] == [("quantity", 20)]


def contradicts(text: str, forbidden: str, *marks: Mark, keep: str = "") -> bool:
    """A user is made, and something is forbidden beside it."""
    made = [
        mark(text, "create", "ACT", -1, "step", action="create", does="create"),
        mark(text, "user", "OBJ", 0, "object", entity="用户"),
    ]
    kept = (aside(text, keep, "keep"),) if keep else ()
    said = read(text, CREATE, [*made, *marks], (*kept, aside(text, forbidden, "forbid")))
    return any(one.name == "contradiction" for one in said.missing)


def test_a_deed_that_is_forbidden_as_it_is_asked_for_contradicts() -> None:
    text = "create a user in pre, don't create users"
    again = mark(text, "create@2", "ACT", -1, "step", action="create", does="create")
    users = mark(text, "users", "OBJ", 2, "object", entity="用户")
    assert contradicts(text, "don't create users", again, users)


def test_whatever_verb_that_is_forbidden_alone_contradicts() -> None:
    text = "create a user in pre, don't touch yet"
    touch = mark(text, "touch", "ACT", -1, "step", action="update", does="operate")
    assert contradicts(text, "don't touch yet", touch)


def test_another_deed_that_is_forbidden_contradicts_nothing() -> None:
    text = "create a user in pre, do not start it"
    start = mark(text, "start", "ACT", -1, "step", action="initiate", does="operate")
    assert not contradicts(text, "do not start it", start)


def test_what_is_forbidden_to_another_one_that_was_just_named_contradicts_nothing() -> None:
    text = "create a user in pre, leave 0303 as it is, don't touch"
    touch = mark(text, "touch", "ACT", -1, "step", action="update", does="operate")
    assert not contradicts(text, "don't touch", touch, keep="leave 0303 as it is")


def test_values_that_no_goal_takes_up_are_kept_for_whoever_picks_a_tool() -> None:
    text = "hm, in pre 8 for 1305"
    price = mark(text, "8", "VAL", -1, "root", attribute="price")
    result = read(text, IntentType.OTHER, [price, mark(text, "1305", "ID", attribute="id")])
    kept = [one for ref in result.unassigned for one in (*ref.identifiers, *ref.constraints)]
    assert [one.span.text for one in kept] == ["8", "1305"]


def test_a_word_inside_another_that_is_left_over_is_named_once() -> None:
    text = "create a user in pre zorgly blint"
    made = [
        mark(text, "create", "ACT", -1, "step", action="create", does="create"),
        mark(text, "user", "OBJ", 0, "object", entity="用户"),
        mark(text, "zorgly blint", "VAL", -1, "root", attribute="name"),
        mark(text, "blint", "QTY", -1, "root"),
    ]
    left = read(text, CREATE, made).unread
    assert not any(one is not other and one.meets(other) for one in left for other in left)
