"""A whole request with stages done by a model, which answers over the real wire."""

import json
from collections.abc import Generator
from typing import Any

import pytest
from click.testing import CliRunner

from evals.child_process import free_port
from pipelines.contracts.answer import Status
from services.cli.group import commands
from tests.models.business import Business, connected, opened, recorded

RIGHT = recorded("coupon")
COUPON = RIGHT.text
TALK = "好的,我来帮你。"


@pytest.fixture(scope="module")
def business(tmp_path_factory: pytest.TempPathFactory) -> Generator[Business]:
    with opened(tmp_path_factory.mktemp("road")) as found:
        yield found


def reading(mode: str, **more: str) -> dict[str, str]:
    """Only the sentence is read by a model."""
    return {"ZHIZAO_MODE": mode, "ZHIZAO_STAGE_REASONING": "mode=rules", **more}


def test_a_model_reads_plans_and_the_program_does_the_rest(business: Business) -> None:
    done = business.ask(COUPON, RIGHT.answers, ZHIZAO_MODE="model")
    answer = done.answer
    assert (answer.status, len(done.heard)) == (Status.SUCCEEDED, 2)
    assert [one["arguments"]["havanaId"] for one in done.effects] == ["1234"]
    assert answer.reasoning is not None
    assert answer.reasoning.outcome == "agreed"
    assert answer.model.calls == 2
    assert answer.model.input_tokens > answer.model.output_tokens > 0
    assert [one.outcome for one in answer.model.stages[:2]] == ["used", "used"]


def test_a_model_reads_first_unless_the_deployment_says_how_sure_the_rules_must_be(
    business: Business,
) -> None:
    first = business.ask(COUPON, RIGHT.answers, **reading("auto"))
    assert (first.answer.model.calls, first.deeds) == (1, RIGHT.effects)
    sure = business.ask(COUPON, RIGHT.answers, **reading("auto", ZHIZAO_SURE="0.5"))
    assert (sure.answer.model.calls, sure.heard, sure.deeds) == (0, [], RIGHT.effects)


def twenty() -> dict[str, Any]:
    """A model that reads a count where the rules read none."""
    form = recorded("coupon").intent
    form["steps"][0]["object"]["quantity_words"] = "20"
    return {"ModelIntent": form}


@pytest.mark.parametrize(("reply", "made"), [("1", 1), ("2", 20)])
def test_where_readings_differ_in_count_the_user_chooses(
    business: Business, reply: str, made: int
) -> None:
    session = f"readings-{reply}"
    asked = business.ask(COUPON, twenty(), session=session, **reading("auto"))
    assert (asked.answer.status, asked.effects) == (Status.NEEDS_INPUT, [])
    assert "20" in (asked.answer.question or "").partition("1. ")[2].partition("2. ")[2]
    chosen = business.ask(reply, twenty(), session=session, **reading("auto"))
    assert (chosen.answer.status, len(chosen.effects), chosen.heard) == (
        Status.SUCCEEDED, made, [],
    )  # fmt: skip


def test_a_reply_reaches_the_model_as_a_message_of_its_own(business: Business) -> None:
    said, reply = "给用户发放一张满50减20的优惠券", "嗯,就按这个来"
    form = recorded("coupon").intent
    form |= {"environment": None, "environment_words": None}
    form["steps"][0] |= {"words": said, "related": [{"type": "用户", "words": "用户"}]}
    first, second = (
        business.ask(text, {"ModelIntent": form}, session="reply", **reading("model"))
        for text in (said, reply)
    )
    for one in (first, second):
        assert (one.answer.status, one.effects) == (Status.NEEDS_INPUT, [])
    user = second.heard[-1]["input"]["messages"][1]["content"]
    assert f'<sentence>"{said}' in user
    assert f'<reply>"{reply}"</reply>' in user


def test_in_mode_model_the_rules_do_not_fill_in(business: Business) -> None:
    done = business.ask(COUPON, {"ModelIntent": TALK}, **reading("model"))
    answer = done.answer
    assert (answer.status, answer.intent, done.effects) == (Status.FAILED, None, [])
    assert "没有通过校验，什么都没有执行" in answer.summary.text
    assert (answer.model.calls, answer.model.stages[0].outcome) == (3, "failed")


def test_in_mode_auto_a_model_that_only_talks_is_left_for_the_rules(business: Business) -> None:
    done = business.ask(COUPON, {"ModelIntent": TALK}, **reading("auto"))
    assert (done.answer.status, done.deeds) == (Status.SUCCEEDED, RIGHT.effects)
    assert (done.answer.model.calls, done.answer.model.stages[0].outcome) == (3, "fell_back")


def test_in_mode_model_a_service_that_is_down_is_a_clear_failure(business: Business) -> None:
    done = business.ask(COUPON, {}, url=f"http://127.0.0.1:{free_port()}", **reading("model"))
    assert (done.answer.status, done.effects) == (Status.FAILED, [])
    assert "连不上模型" in done.answer.summary.text


def test_production_is_refused_before_a_model_is_asked(business: Business) -> None:
    done = business.ask("在生产环境造一个订单", RIGHT.answers, ZHIZAO_MODE="model")
    assert (done.answer.status, done.effects, done.heard) == (Status.REFUSED, [], [])


@pytest.mark.parametrize(("mode", "calls"), [("rules", 0), ("auto", 1), ("model", 1)])
def test_intent_and_filter_ask_a_model_as_the_mode_says(
    business: Business, mode: str, calls: int
) -> None:
    environment = business.environment(ZHIZAO_MODE=mode)
    with connected(twenty()) as server:
        read = CliRunner().invoke(commands, ["intent", COUPON, "--json"], env=environment)
        assert len(server.asked) == calls
        assert json.loads(read.stdout)["goals"][0]["quantity"] == (20 if calls else 1)
        found = CliRunner().invoke(commands, ["filter", COUPON, "--json"], env=environment)
        assert len(server.asked) == 2 * calls
        assert json.loads(found.stdout)["candidates"][0]["role"] == "main"


def test_intent_says_clearly_that_a_model_gave_nothing_of_use(business: Business) -> None:
    environment = business.environment(ZHIZAO_MODE="model")
    with connected({"ModelIntent": TALK}):
        done = CliRunner().invoke(commands, ["intent", COUPON], env=environment)
    assert (done.exit_code, "没有通过校验" in done.stderr) == (1, True)
