"""One agent, a real sandbox, and a scripted model on the real wire."""

from collections.abc import Generator

import pytest

from pipelines.contracts.answer import Answer, Status
from pipelines.models.model import Reply
from services.settings import read_settings
from tests.models.business import Business, connected, opened, recorded
from tests.services.commands import Zhizao, wait_for
from tests.single.stage import call, done
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.types import JsonValue

COUPON = recorded("coupon").text
READING = recorded("coupon").intent
ISSUE = "issueFullReductionCoupon"
ADDRESS = "给用户1234创建一个地址,预发"


@pytest.fixture(scope="module")
def business(tmp_path_factory: pytest.TempPathFactory) -> Generator[Business]:
    with opened(tmp_path_factory.mktemp("single")) as found:
        yield found


def asked(business: Business, *moves: Reply) -> tuple[Answer, list[str], list[str]]:
    """The answer, what the model was told of its calls, and what they changed."""
    answers = {"ModelIntent": READING, "agent": [*moves, done()]}
    found = business.ask(COUPON, answers, ZHIZAO_PIPELINE="single")
    messages = found.heard[-1]["input"]["messages"]
    told = [str(one["content"]) for one in messages if one["role"] == "tool"]
    return found.answer, told, found.deeds


def issue(**changed: JsonValue) -> Reply:
    given: dict[str, JsonValue] = {"havanaId": "1234", "threshold": 5000, "reduce": 2000, **changed}
    return call(ISSUE, **{key: value for key, value in given.items() if value is not None})


def test_a_request_is_served_alone_by_a_command(business: Business) -> None:
    business.effects()
    zhizao = Zhizao(business.home, business.sandbox)
    with connected({"ModelIntent": READING, "agent": [issue(), done()]}):
        command = zhizao.run("ask", COUPON, "--pipeline", "single", "--json")
    answer, (effect,) = command.json, business.effects()
    assert (command.code, answer["status"]) == (0, "succeeded")
    assert answer["summary"]["satisfied"]
    assert effect["arguments"] | {"outBizNo": ""} == {
        "env": "pre", "havanaId": "1234", "threshold": 5000, "reduce": 2000, "outBizNo": "",
    }  # fmt: skip
    reading, agent = 1, 2
    assert answer["model"]["calls"] == reading + agent
    assert {one["verdict"] for one in answer["summary"]["requirements"]} == {"confirmed"}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (issue(env="daily"), "env 填了 daily，这次请求只能用 pre 环境"),
        (issue(threshold=2000, reduce=5000), "threshold 填了 2000，但用户为它说的是“50”"),
        (issue(threshold=50, reduce=20), "threshold 填了 50，但用户为它说的是“50”"),
        (issue(havanaId="1235"), "havanaId 的值 1235 没有依据"),
        (issue(validDays=30), "validDays 的值 30 没有依据"),
        (issue(outBizNo="again"), "outBizNo 由程序填写"),
        (issue(channel=9), "channel 的值 9 不符合"),
        (issue(threshold=None), "没有填 threshold，而用户为它说了“50”"),
        (issue(colour="red"), "没有参数 colour"),
    ],
)
def test_a_wrong_call_leaves_no_effect_and_is_named(
    business: Business, wrong: Reply, reason: str
) -> None:
    answer, told, deeds = asked(business, wrong)
    assert reason in told[0]
    assert (answer.status, answer.chain, deeds) == (Status.FAILED, (), [])


def test_a_refused_call_can_be_made_right(business: Business) -> None:
    answer, told, deeds = asked(business, issue(threshold=2000, reduce=5000), issue())
    assert (answer.status, len(told), deeds) == (Status.SUCCEEDED, 2, [ISSUE])


def test_an_unknown_tool_on_the_wire_is_told_and_changes_nothing(business: Business) -> None:
    answers = {"agent": call("dropAllOrders")}
    found = business.ask(COUPON, answers, ZHIZAO_PIPELINE="single")
    assert (found.answer.status, found.effects) == (Status.FAILED, [])
    assert "qwen-max" in found.answer.summary.text


def test_production_is_refused_before_a_model_is_asked(business: Business) -> None:
    answers = {"agent": done()}
    found = business.ask("在生产环境造一个订单", answers, ZHIZAO_PIPELINE="single")
    assert (found.answer.status, found.heard) == (Status.REFUSED, [])


def test_without_a_model_it_says_what_to_set(business: Business) -> None:
    zhizao = Zhizao(business.home, business.sandbox)
    command = zhizao.run("ask", COUPON, "--pipeline", "single", DASHSCOPE_API_KEY="")
    assert command.code == 1
    assert "DASHSCOPE_API_KEY" in command.out


@pytest.mark.parametrize("value", ["turns=0", "colour=red", "turns", "plan=perhaps"])
def test_bad_settings_are_one_clear_sentence(value: str) -> None:
    with pytest.raises(ConfigurationError, match="ZHIZAO_SINGLE is not usable"):
        read_settings({"ZHIZAO_SINGLE": value})


def test_parts_of_the_setting_keep_their_defaults() -> None:
    chosen = read_settings({"ZHIZAO_SINGLE": "turns=5, reflect=true"}).single
    assert (chosen.turns, chosen.reflect, chosen.plan, chosen.tools) == (5, True, False, 200)


@pytest.mark.slow
def test_what_a_killed_agent_made_is_not_made_again(business: Business) -> None:
    made = call("createUserAddress", havanaId="1234")
    zhizao = Zhizao(business.home, business.sandbox)
    before = len(zhizao.effects())
    business.sandbox.run(
        ["fault", "set", "createUserAddress", "--kind", "latency", "--seconds", "4", "--after"]
    )
    with connected({"agent": [made, done()]}) as service:
        process = zhizao.start("ask", ADDRESS, "--yes", "--json", ZHIZAO_PIPELINE="single")
        try:
            wait_for(lambda: len(zhizao.effects()) > before)
        finally:
            process.kill()
            process.communicate()
        business.sandbox.run(["fault", "clear"])
        runs = zhizao.run("runs", "list", "--json").json
        (cut_off,) = [one for one in runs if one["text"] == ADDRESS]
        resumed = zhizao.run(
            "runs", "resume", cut_off["run_id"], "--json", ZHIZAO_PIPELINE="single"
        )
    assert (resumed.code, resumed.json["status"]) == (0, "succeeded")
    assert len(zhizao.effects()) == before + 1
    told = service.asked[-1]["body"]["input"]["messages"]
    assert [one["role"] for one in told] == ["system", "user", "assistant", "tool"]
