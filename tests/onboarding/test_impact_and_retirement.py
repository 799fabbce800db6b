"""What a changed catalogue does to requests, and which tools may go."""

import pytest

from pipelines import messages
from pipelines.messages import LANGUAGES
from pipelines.onboarding.impact import chain_impact, change_of, changed_tools
from pipelines.onboarding.planning import Outcome, Sentence, plan_only, without
from pipelines.onboarding.retirement import Policy, Usage, retirement
from pipelines.onboarding.texts import impact_text, retiree_text
from pipelines.onboarding.why import why
from services.sentences import sentences
from tests.governance.catalogues import commerce, named, parsed
from tool_registry.governance.lint import RULES
from tool_registry.governance.overlap import Verdict

NOW = 1_800_000_000.0
DAY = 86_400.0
STORE = Sentence(id="store", text="创建一个门店", environment="pre")
ORDER = Sentence(id="order", text="预发环境,给我创建一个到店订单,缺少的数据帮我创建")
INVOICE = Sentence(id="invoice", text="查询发票FP1234567的详情", environment="pre")
TAGS = Sentence(id="tags", text="查询用户2000000001在预发环境的标签")
TALK = Sentence(id="talk", text="你能创建哪些类型的商品?")
ALL = (STORE, ORDER, INVOICE, TAGS, TALK)


def _id(name: str) -> str:
    return f"commerce/{name}"


@pytest.mark.anyio
async def test_a_plan_is_made_without_any_call_and_always_the_same() -> None:
    first, again = [await plan_only(ORDER, commerce()) for _ in range(2)]
    assert first == again
    assert first.tools[-1] == _id("createDaodianOrder")
    assert (await plan_only(TALK, commerce())).kind == "no_request"


@pytest.mark.anyio
async def test_a_request_fails_when_its_only_tool_goes() -> None:
    after = without(commerce(), frozenset({_id("createStore")}))
    report = await chain_impact(commerce(), after, ALL)
    changes = {impact.sentence.id: impact.change for impact in report.impacts}
    assert changes["store"] == "fails"
    assert "invoice" not in changes
    assert report.total == len(ALL)


@pytest.mark.anyio
async def test_a_request_starts_to_work_when_its_tool_comes() -> None:
    before = without(commerce(), frozenset({_id("createStore")}))
    report = await chain_impact(before, commerce(), [STORE])
    assert [impact.change for impact in report.impacts] == ["works"]


@pytest.mark.anyio
async def test_a_rival_that_takes_requests_over_is_reported_before_it_is_published() -> None:
    original = named("issueFullReductionCoupon")
    rival = original.model_copy(update={"source": "a", "name": "giveCoupon"})
    raws = [named(tool.name) for tool in commerce().tools.values()]
    before, after = parsed(raws), parsed([*raws, rival])
    coupon = Sentence(id="coupon", text="给用户2000000001发放一张满50减20的优惠券,线下环境")
    report = await chain_impact(before, after, [coupon, TAGS])
    assert "a/giveCoupon" in changed_tools(before, after)
    assert {impact.sentence.id for impact in report.impacts} <= {"coupon"}


@pytest.mark.anyio
async def test_only_requests_that_the_change_can_reach_are_planned_anew() -> None:
    after = without(commerce(), frozenset({_id("getInvoice")}))
    report = await chain_impact(commerce(), after, ALL)
    assert report.planned < report.total
    assert [impact.sentence.id for impact in report.impacts] == ["invoice"]


@pytest.mark.anyio
async def test_what_the_start_page_offers_is_told_before_a_step_of_it_is_retired() -> None:
    after = without(commerce(), frozenset({_id("payOrder")}))
    offered = [one for one in sentences({"payOrder"}) if one.id.startswith("start/")]
    report = await chain_impact(commerce(), after, offered)
    lost = {impact.sentence.id: impact.change for impact in report.impacts}
    assert lost == {"start/zh/example2": "fails", "start/en/example2": "fails"}


@pytest.mark.anyio
async def test_what_can_be_done_neither_way_is_not_counted_as_safe() -> None:
    after = without(commerce(), frozenset({_id("createStore")}))
    nowhere = Sentence(id="nowhere", text="创建一个门店")
    report = await chain_impact(commerce(), after, [STORE, nowhere])
    assert (report.planned, report.served) == (2, 1)


def test_sentences_that_are_to_call_the_tools_come_before_the_others() -> None:
    before = [one.text for one in sentences()]
    after = [one.text for one in sentences({"lendBook"})]
    lent = "Lend book 12 to reader 7 in pre"
    assert after.index(lent) < before.index(lent)
    assert set(after) == set(before)
    assert not any("生产环境" in text for text in before)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("tool", "served"),
    [("applyDaodianRefund", True), ("applyWaimaiRefund", True), ("payOrder", False)],
)
async def test_a_tool_counts_as_the_one_where_only_the_state_of_things_is_unknown(
    tool: str, served: bool
) -> None:
    asked = Sentence(id="refund", text="refund order 1302 in pre")
    last = (await why(_id(tool), asked, commerce()))[-1]
    assert (last.passed, last.asks) == (served, None)
    assert "depends on what is there" in last.says[0]


@pytest.mark.anyio
async def test_no_change_plans_nothing() -> None:
    report = await chain_impact(commerce(), commerce(), ALL)
    assert (report.planned, report.impacts) == (0, ())


@pytest.mark.anyio
async def test_what_is_beyond_the_bound_is_counted_not_forgotten() -> None:
    after = without(commerce(), frozenset({_id("createStore")}))
    report = await chain_impact(commerce(), after, [STORE, STORE, STORE], most=1)
    assert (report.planned, report.left_out) == (1, 2)


def _chain(*tools: str) -> Outcome:
    return Outcome(kind="chain", tools=tools)


NONE = Outcome(kind="no_chain", reason="no_tool", text="no tool")


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (_chain("a"), _chain("a"), None),
        (_chain("a"), _chain("b"), "other"),
        (_chain("a"), _chain("b", "a"), "longer"),
        (_chain("b", "a"), _chain("a"), "shorter"),
        (_chain("a"), NONE, "fails"),
        (NONE, _chain("a"), "works"),
        (NONE, NONE, None),
        (NONE, Outcome(kind="no_chain", reason="ambiguous"), "reason"),
    ],
)
def test_two_outcomes_are_compared_by_their_tools(
    before: Outcome, after: Outcome, change: str | None
) -> None:
    assert change_of(before, after) == change


@pytest.mark.anyio
async def test_every_kind_of_change_has_a_text() -> None:
    after = without(commerce(), frozenset({_id("createStore")}))
    (impact,) = (await chain_impact(commerce(), after, [STORE])).impacts
    for change in ("other", "longer", "shorter", "fails", "works", "reason"):
        for language in LANGUAGES:
            text = impact_text(
                impact.model_copy(update={"change": change}), commerce().tools, language
            )
            assert STORE.text in text


def _used(*unused: str) -> list[Usage]:
    """Everything is in daily use but these."""
    return [
        Usage(tool=tool_id, calls=50, last_used=NOW - DAY)
        for tool_id in commerce().tools
        if tool_id not in unused
    ]


@pytest.mark.anyio
async def test_a_failing_tool_is_listed_with_the_requests_that_would_break() -> None:
    rows = [row for row in _used() if row.tool != _id("createStore")]
    failing = Usage(tool=_id("createStore"), calls=40, failed=30, last_used=NOW - DAY)
    (found,) = await retirement(commerce(), [*rows, failing], ALL, now=NOW)
    assert (found.tool, found.why, found.failing_share) == (_id("createStore"), "failing", 0.75)
    assert "store" in {impact.sentence.id for impact in found.breaks}
    for language in LANGUAGES:
        assert "75" in retiree_text(found, language)


@pytest.mark.anyio
async def test_tools_that_nobody_uses_are_listed() -> None:
    old = Usage(tool=_id("getInvoice"), calls=3, last_used=NOW - 200 * DAY)
    rows = [*_used(_id("getInvoice"), _id("addUserTag")), old]
    found = await retirement(commerce(), rows, [INVOICE], now=NOW)
    assert [(one.tool, one.why, one.days) for one in found] == [
        (_id("addUserTag"), "never_used", None),
        (_id("getInvoice"), "unused", 200),
    ]
    assert [impact.sentence.id for impact in found[1].breaks] == ["invoice"]
    for one in found:
        for language in LANGUAGES:
            assert one.title in retiree_text(one, language)


@pytest.mark.anyio
async def test_a_new_tool_has_time_and_few_calls_say_nothing() -> None:
    new = Usage(tool=_id("addUserTag"), since=NOW - DAY)
    few = Usage(tool=_id("getInvoice"), calls=3, failed=3, last_used=NOW - DAY)
    rows = [*_used(_id("addUserTag"), _id("getInvoice")), new, few]
    assert await retirement(commerce(), rows, ALL, now=NOW) == []
    strict = Policy(fewest_calls=1, unused_days=0)
    found = await retirement(commerce(), [new, few], [], now=NOW, policy=strict)
    assert {one.tool for one in found} >= {_id("addUserTag"), _id("getInvoice")}


def test_every_rule_and_verdict_has_a_text() -> None:
    verdicts = [f"overlap_{one}" for one in Verdict if one is not Verdict.UNRELATED]
    assert [name for name in (*RULES, *verdicts) if not messages.has(f"governance.{name}")] == []
