"""Sentences that are not wholly clear: what is offered, and what comes of choosing."""

import pytest

from pipelines.contracts.answer import Answer, Choice, Form
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

GOODIE = "给用户1234来份满50减20的甜头,预发环境"
PACKET = "给用户1234发红包20元,预发环境"
GIFT = "给用户1234发一份满减大礼包,预发环境"


def of_kind(answer: Answer, kind: str) -> list[Choice]:
    return [one for one in answer.choices if one.kind == kind]


def tool(answer: Answer, name: str) -> Choice:
    return next(one for one in of_kind(answer, "tool") if one.tool == f"commerce/{name}")


def form(answer: Answer) -> Form:
    assert answer.form is not None, answer.summary.text
    return answer.form


async def test_an_unknown_word_is_answered_with_readings_tools_and_a_search(talk: Talk) -> None:
    answer = await talk.say(GOODIE)
    assert answer.status == "needs_input"
    kinds = [one.kind for one in answer.choices]
    assert kinds == ["reading", *["tool"] * 5, "search"]
    [reading] = of_kind(answer, "reading")
    for said in ("1234", "50 元", "20 元", "预发"):
        assert said in reading.text
    [effect] = reading.effects
    assert (effect.does, effect.object, effect.count) == ("create", "优惠券", 1)
    assert effect.whom == ("用户1234",)
    assert effect.environment == "预发"
    near = of_kind(answer, "tool")[0]
    assert near.about
    assert near.needs
    assert "不认识" not in answer.summary.text
    assert talk.effects() == []


@pytest.mark.xfail(strict=True, reason="the answer does not say what was understood")
async def test_what_was_understood_is_said_with_the_choices(talk: Talk) -> None:
    answer = await talk.say(GOODIE)
    assert all(word in answer.summary.text for word in ("1234", "甜头"))


@pytest.mark.parametrize("place", ["预发环境", "线下"])
async def test_a_word_that_stands_for_a_voucher_needs_no_choice(talk: Talk, place: str) -> None:
    done = await talk.say(f"给用户1234弄个满50减20的福利,{place}")
    assert (done.status, done.choices) == ("succeeded", ())
    [(_, made)] = talk.effects()
    assert (made["havanaId"], made["thresholdAmount"], made["discountAmount"]) == (
        "1234",
        5000,
        2000,
    )


async def test_the_same_sentence_offers_the_same_ids(talk: Talk) -> None:
    first, second = await talk.say(GOODIE), await talk.again().say(GOODIE)
    assert [one.id for one in first.choices] == [one.id for one in second.choices]


async def test_a_number_takes_exactly_the_reading_that_was_shown(talk: Talk) -> None:
    await talk.say(GOODIE)
    done = await talk.say("1")
    assert done.status == "succeeded", done.summary.text
    [(name, made)] = talk.effects()
    assert name == "issueFullReductionCoupon"
    assert (made["havanaId"], made["thresholdAmount"], made["discountAmount"]) == (
        "1234",
        5000,
        2000,
    )


async def test_twins_are_readings_of_which_the_second_is_taken(talk: Talk) -> None:
    asked = await talk.say(PACKET)
    first, second = of_kind(asked, "reading")
    assert "到店" in first.text
    assert "外卖" in second.text
    assert (await talk.choose(second)).status == "succeeded"
    assert [name for name, _ in talk.effects()] == [(second.tool or "").rpartition("/")[2]]


async def test_words_that_a_reading_leaves_out_are_told(talk: Talk) -> None:
    answer = await talk.say("give user 1234 a voucher worth 20 in pre")
    told = [one.left_out for one in of_kind(answer, "reading")]
    assert told
    assert all(left == ("20",) for left in told)
    assert all("20" in one.text for one in of_kind(answer, "reading"))


async def test_a_tool_opens_a_form_that_keeps_what_the_sentence_said(talk: Talk) -> None:
    asked = await talk.say(GIFT)
    opened = await talk.choose(tool(asked, "issueFullReductionCoupon"))
    fields = {field.path: field for field in form(opened).fields}
    user = fields["G1/havanaId"]
    assert (user.value, user.source) == ("1234", "words")
    reduce = fields["G1/reduce"]
    assert (reduce.value, reduce.source, reduce.unit) == (None, "missing", "元")
    channel = fields["G1/channel"]
    assert (channel.value, channel.source) == (1, "default")
    assert [one.label for one in channel.options] == ["通用", "到店", "外卖"]
    assert talk.effects() == []
    done = await talk.choose(form(opened).choice, G1__threshold="80", G1__reduce=30)
    assert done.status == "succeeded", done.summary.text
    [(_, made)] = talk.effects()
    assert (made["havanaId"], made["thresholdAmount"], made["discountAmount"]) == (
        "1234",
        8000,
        3000,
    )


async def test_a_tool_is_not_run_over_words_that_it_does_not_use(talk: Talk) -> None:
    answer = await talk.say("给用户1234发红包20元,备注周年庆,预发环境")
    opened = await talk.choose(of_kind(answer, "tool")[0], form=False)
    assert form(opened).fields
    assert opened.question is not None
    assert "没有用到" in opened.question
    assert talk.effects() == []


async def test_a_value_that_does_not_fit_leaves_the_form_open_and_filled(talk: Talk) -> None:
    asked = await talk.say(GIFT)
    choice = tool(asked, "issueFullReductionCoupon")
    again = await talk.choose(choice, G1__threshold=80, G1__channel="spoon")
    assert set(form(again).problems) == {"G1/channel"}
    endless = await talk.choose(choice, G1__threshold="1.5e999", G1__reduce="2.e400")
    assert set(form(endless).problems) == {"G1/threshold", "G1/reduce"}
    again = await talk.choose(choice, G1__threshold=80, G1__channel="spoon")
    fields = {field.path: field.value for field in form(again).fields}
    assert (fields["G1/threshold"], fields["G1/havanaId"]) == (80, "1234")
    assert talk.effects() == []
    done = await talk.choose(choice, G1__threshold=80, G1__reduce=5, G1__channel=2)
    assert done.status == "succeeded", done.summary.text


async def test_what_was_typed_beside_a_value_that_does_not_fit_is_kept(talk: Talk) -> None:
    choice = tool(await talk.say(GIFT), "issueFullReductionCoupon")
    again = await talk.choose(choice, G1__threshold=80, G1__reduce=30, G1__channel="spoon")
    assert set(form(again).problems) == {"G1/channel"}
    done = await talk.choose(choice, G1__channel=2, form=False)
    assert done.status == "succeeded", done.summary.text
    [(_, made)] = talk.effects()
    assert (made["thresholdAmount"], made["discountAmount"]) == (8000, 3000)


async def test_a_form_that_was_looked_at_is_sent_as_it_stands(talk: Talk) -> None:
    talk.review = "always"
    answer = await talk.say("给用户1234发红包20元,备注周年庆,预发环境")
    choice = tool(answer, "listUserRedPackets")
    assert "没有用到" in (await talk.choose(choice)).summary.text
    sent = await talk.choose(choice, form=False)
    assert [step.tool for step in sent.chain] == ["commerce/listUserRedPackets"]


async def test_whoever_a_form_leaves_open_is_found_or_asked_for_as_in_a_sentence(
    talk: Talk,
) -> None:
    asked = await talk.say(GIFT)
    done = await talk.choose(
        tool(asked, "issueFullReductionCoupon"), G1__threshold=80, G1__reduce=5, G1__havanaId=""
    )
    made = [name for name, _ in talk.effects()]
    assert done.status == "succeeded", done.summary.text
    assert made[-1] == "issueFullReductionCoupon"
    assert len(made) > 1


async def test_a_reading_can_be_changed_in_its_form_before_it_is_taken(talk: Talk) -> None:
    [reading] = of_kind(await talk.say(GOODIE), "reading")
    opened = await talk.choose(reading, form=True)
    assert {f.path: f.value for f in form(opened).fields}["G1/reduce"] == 20
    done = await talk.choose(reading, {"G1/#": "2"}, G1__reduce=10)
    assert done.status == "succeeded", done.summary.text
    assert [made["discountAmount"] for _, made in talk.effects()] == [1000, 1000]


async def test_a_missing_environment_is_a_choice_of_the_configured_ones(talk: Talk) -> None:
    asked = await talk.say("给用户1234发放一张满50减20的优惠券")
    assert [one.environment for one in of_kind(asked, "environment")] == ["daily", "pre"]
    done = await talk.choose("environment-pre")
    assert done.status == "succeeded", done.summary.text
    assert done.intent is not None
    assert done.intent.environment == "pre"


async def test_a_reading_without_environment_keeps_its_tools_when_one_is_chosen(
    talk: Talk,
) -> None:
    asked = await talk.say("来份满50减20的甜头给用户1234")
    assert [one.kind for one in asked.choices] == ["environment", "environment"]
    reading = of_kind(await talk.say("2"), "reading")[0]
    done = await talk.choose(reading)
    assert done.status == "succeeded", done.summary.text
    assert [f"commerce/{name}" for name, _ in talk.effects()] == [reading.tool]


async def test_a_missing_value_is_one_field(talk: Talk) -> None:
    asked = await talk.say("发放一张满50减20的优惠券,预发环境")
    [choice] = asked.choices
    assert (choice.kind, choice.field and choice.field.label) == ("value", "接收者")
    assert choice.field is not None
    done = await talk.choose(choice, {choice.field.path: "1234"})
    assert done.status == "succeeded", done.summary.text
    assert [made["havanaId"] for _, made in talk.effects()] == ["1234"]


@pytest.mark.parametrize(
    "text",
    ["把用户的账号冻结,预发环境", "冻结用户的账号,预发环境"],
)
async def test_a_missing_id_is_one_field_too(talk: Talk, text: str) -> None:
    asked = await talk.say(text)
    [choice] = asked.choices
    assert choice.field is not None
    done = await talk.choose(choice, {choice.field.path: "1234"})
    assert done.status == "succeeded", done.summary.text
    assert [name for name, _ in talk.effects()] == ["freezeUser"]


async def test_a_search_finds_tools_whose_form_begins_from_the_sentence(talk: Talk) -> None:
    asked = await talk.say(GOODIE)
    found = await talk.choose(asked.choices[-1], query="券模板")
    titles = [one.text for one in of_kind(found, "tool")]
    assert titles
    assert "券模板" in titles[0]
    opened = await talk.choose(tool(found, "createFullReductionTemplate"))
    values = {field.path: field.value for field in form(opened).fields}
    assert (values["G1/thresholdAmount"], values["G1/discountAmount"]) == (50, 20)


async def test_a_new_sentence_instead_of_a_choice_is_a_new_request(talk: Talk) -> None:
    await talk.say(GOODIE)
    done = await talk.say("查询用户1234的优惠券,预发环境")
    assert done.status == "succeeded", done.summary.text
    assert done.choices == ()


async def test_a_number_that_is_not_there_shows_the_choices_once_more(talk: Talk) -> None:
    asked = await talk.say(GOODIE)
    again = await talk.say("17")
    assert again.status == "needs_input"
    assert again.choices == asked.choices
    assert (await talk.say("1")).status == "succeeded"


async def test_a_choice_of_an_earlier_question_is_no_longer_taken(talk: Talk) -> None:
    asked = await talk.say(GOODIE)
    await talk.say("查询用户1234的优惠券,预发环境")
    late = await talk.choose(asked.choices[0])
    assert late.status == "refused"
    assert talk.effects() == []


async def test_a_chosen_reading_waits_for_the_same_consent_as_a_sentence(talk: Talk) -> None:
    talk.review = "always"
    asked = await talk.say("给用户1234建一个已支付的外卖订单，预发，备注少辣")
    assert asked.choices[0].kind == "reading"
    shown = await talk.say("1")
    assert shown.status == "needs_input"
    assert [one.tool for one in shown.chain][-1:] == ["commerce/payOrder"]
    assert talk.effects() == []
    assert (await talk.say("确认")).status == "succeeded"
    assert talk.effects()


@pytest.mark.parametrize(
    "text",
    [
        "给用户1234来份满50减20的甜头,线上环境",
        "给用户1234弄个满50减20的福利,线上环境",
        "今天天气怎么样",
        "哈哈哈",
        "SELECT * FROM users",
        "给用户1234发放一张满50减20的优惠券,预发环境",
        "查询用户1234的优惠券,预发环境",
    ],
)
async def test_nothing_is_offered_where_there_is_nothing_to_choose(talk: Talk, text: str) -> None:
    answer = await talk.say(text)
    assert (answer.choices, answer.form) == ((), None)


async def test_a_field_that_is_not_there_is_named_and_nothing_runs(talk: Talk) -> None:
    asked = await talk.say(GIFT)
    choice = tool(asked, "issueFullReductionCoupon")
    again = await talk.choose(choice, G1__threshold=80, G1__redcue=5)
    assert set(form(again).problems) == {"G1/redcue"}
    assert "G1/redcue" in again.summary.text
    assert talk.effects() == []


async def test_a_secret_in_a_form_is_refused_and_leaves_the_choice_open(talk: Talk) -> None:
    asked = await talk.say(GIFT)
    choice = tool(asked, "issueFullReductionCoupon")
    key = "sk-" + "a1B2c3D4e5F6g7H8" * 2
    refused = await talk.choose(choice, G1__threshold=80, G1__havanaId=key)
    assert refused.status == "refused"
    assert key not in refused.model_dump_json()
    done = await talk.choose(choice, G1__threshold=80, G1__reduce=5)
    assert done.status == "succeeded", done.summary.text


async def test_production_cannot_be_chosen_in_a_form(talk: Talk) -> None:
    asked = await talk.say(GIFT)
    choice = tool(asked, "issueFullReductionCoupon")
    again = await talk.choose(choice, G1__threshold=80, G1__reduce=5, environment="prod")
    assert set(form(again).problems) == {"environment"}
    assert talk.effects() == []


async def test_a_bare_number_is_in_the_unit_in_which_its_field_shows_it(talk: Talk) -> None:
    asked = await talk.say("给用户1234搞个甜头，门槛100，优惠金额10，预发环境")
    [offered] = [
        one
        for one in asked.choices
        if one.tool == "commerce/issueFullReductionCoupon" and one.kind == "reading"
    ]
    assert "门槛金额 100 元" in offered.text
    opened = await talk.choose(offered, form=True)
    assert opened.form is not None
    fields = {one.path: one for one in opened.form.fields}
    assert (fields["G1/threshold"].value, fields["G1/threshold"].unit) == (100, "元")
    shown = {path: one.value for path, one in fields.items() if one.value is not None}
    assert (await talk.choose(offered, shown)).status == "succeeded"
    [(_, made)] = talk.effects()
    assert (made["thresholdAmount"], made["discountAmount"]) == (10000, 1000)


async def test_another_tool_is_filled_with_what_is_meant_by_now(talk: Talk) -> None:
    await talk.say(GOODIE)
    asked = await talk.say(GOODIE.replace("1234", "5678"))
    [other] = [one for one in asked.choices if one.tool == "commerce/lanhai_coupon_pre"]
    opened = await talk.choose(other, form=True)
    assert opened.form is not None
    fields = {one.path: one.value for one in opened.form.fields}
    assert (fields["G1/params.havanaId"], fields["G1/assetId"]) == ("5678", "LH100052")
