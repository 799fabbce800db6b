"""What a sentence's values are to a tool that somebody has picked, whatever was heard of them."""

from pipelines.clarification.building import by_tool
from pipelines.clarification.form import form_of, submitted
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from tests.governance.catalogues import commerce
from tool_registry.base.types import FunctionType, IntentType, JsonValue


def at(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start=start, end=start + len(words), text=words)


def id_of(text: str, words: str, attribute: str | None = None) -> Identifier:
    return Identifier(attribute=attribute, value=words, span=at(text, words))


def said(text: str, words: str, attribute: str | None, value: JsonValue = None) -> Constraint:
    return Constraint(attribute=attribute, value=value or words, span=at(text, words))


def heard(text: str, *unassigned: EntityRef, goal: Goal | None = None) -> IntentResult:
    """A sentence of which at most one goal was made out."""
    return IntentResult(
        text=text,
        language="en",
        intent_type=IntentType.CREATE_DATA,
        environment="daily",
        goals=(goal,) if goal else (),
        unassigned=unassigned,
    )


def filled_in(intent: IntentResult, tool: str) -> tuple[IntentResult, dict[str, JsonValue]]:
    """The reading that the tool's form begins from, and the fields that are filled in."""
    known = commerce()
    goal = next(iter(intent.goals), None)
    draft = by_tool(intent, goal, known.tools[f"commerce/{tool}"], known, by_exclusion=True)
    fields = form_of("choice", draft, known).fields
    return draft, {one.path: one.value for one in fields if one.source in ("words", "derived")}


def test_an_identifier_and_a_number_that_can_be_nothing_else_are_filled_in() -> None:
    text = "600200000001 stock +40"
    ids = EntityRef(type=None, identifiers=(id_of(text, "600200000001"),))
    more = EntityRef(type=None, constraints=(said(text, "+40", "price", 40),))
    _, fields = filled_in(heard(text, ids, more), "addStock")
    assert fields == {"G1/itemId": "600200000001", "G1/quantity": 40}


def test_it_is_done_to_each_of_several_that_look_alike() -> None:
    text = "stock 600100000001 600200000001, 10 each"
    ids = [EntityRef(type=None, identifiers=(id_of(text, one),)) for one in text.split()[1:2]]
    ids.append(EntityRef(type=None, identifiers=(id_of(text, "600200000001"),)))
    more = EntityRef(type=None, constraints=(said(text, "10", "quantity", 10),))
    draft, fields = filled_in(heard(text, *ids, more), "addStock")
    assert [goal.id for goal in draft.goals] == ["G1", "G2"]
    assert fields["G1/itemId"] == "600100000001"
    assert fields["G2/itemId"] == "600200000001"
    assert fields["G1/quantity"] == fields["G2/quantity"] == 10


def test_a_list_takes_all_of_them() -> None:
    text = "TPL000101 to 1234 and 5678"
    users = EntityRef(type="用户", identifiers=(id_of(text, "1234"), id_of(text, "5678")))
    goal = Goal(
        id="G1",
        action="issue",
        action_words="",
        function=FunctionType.CREATE,
        object=EntityRef(type="券模板", identifiers=(id_of(text, "TPL000101"),)),
        related=(users,),
    )
    draft, fields = filled_in(heard(text, goal=goal), "batchIssueCoupons")
    assert len(draft.goals) == 1
    assert fields["G1/havanaIds"] == ["1234", "5678"]


def test_two_values_between_which_nothing_decides_are_left_for_the_user() -> None:
    text = "1305 for 77"
    one, other = (EntityRef(type=None, identifiers=(id_of(text, i),)) for i in ("1305", "77"))
    draft, fields = filled_in(heard(text, one, other), "applyInvoice")
    assert fields == {}
    assert [span.text for span in draft.unread] == ["1305", "77"]


def test_a_label_before_its_value_is_no_value() -> None:
    text = "1305 开票 抬头 云栖有限公司"
    order = EntityRef(type="交易单", identifiers=(id_of(text, "1305"),))
    words = (said(text, "抬头", "channel"), said(text, "云栖有限公司", "channel"))
    told = EntityRef(type=None, constraints=words)
    draft, fields = filled_in(heard(text, order, told), "applyInvoice")
    assert fields == {"G1/orderId": "1305", "G1/title": "云栖有限公司"}
    assert draft.unread == ()


def test_a_phone_number_stands_for_somebodys_id_and_stays_one_when_the_form_is_sent() -> None:
    text = "points 300 to 13700005678"
    user = EntityRef(type="用户", identifiers=(id_of(text, "13700005678", "phone"),))
    amount = EntityRef(type=None, constraints=(said(text, "300", "amount", 300),))
    draft, fields = filled_in(heard(text, user, amount), "addPoints")
    assert "13700005678" in fields.values()
    sent, _, problems = submitted(draft, fields, commerce())
    assert problems == {}
    [goal] = sent.goals
    named = [one for ref in (goal.object, *goal.related) for one in ref.identifiers]
    assert [(one.attribute, one.value) for one in named] == [("phone", "13700005678")]


def test_an_identifier_that_the_argument_cannot_be_is_left_for_the_user() -> None:
    text = "points 300 to x!"
    user = EntityRef(type="用户", identifiers=(id_of(text, "x!", "id"),))
    known = commerce()
    tool = known.tools["commerce/addPoints"]
    needs = tuple(
        one.model_copy(update={"pattern": r"\d+"}) if one.path == "userId" else one
        for one in tool.needs
    )
    strict = tool.model_copy(update={"needs": needs})
    draft = by_tool(heard(text, user), None, strict, known, by_exclusion=True)
    assert [span.text for span in draft.unread] == ["x!"]
