"""The command as a user runs it, a real sandbox, and a model service on the real wire."""

import asyncio
import json
from collections.abc import Generator
from typing import Any

import pytest

from pipelines.answer import Answer, Status
from pipelines.models.permission import model_requests
from services.fake_model.question import Answer as Said
from services.fake_model.question import BadQuestion, Call, Question
from services.fake_model.server import Service, running
from services.fake_model.single import serve_alone
from services.requests import Incoming, make_request
from services.sandbox_process import private_sandbox
from services.settings import model_variables, read_settings
from services.wiring import open_system
from tests.services.commands import Done, Zhizao, wait_for
from tool_registry.base.errors import ConfigurationError

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
ISSUE = "issueFullReductionCoupon"
ADDRESS = "给用户1234创建一个地址,预发"


@pytest.fixture(scope="module")
def zhizao(tmp_path_factory: pytest.TempPathFactory) -> Generator[Zhizao]:
    folder = tmp_path_factory.mktemp("single")
    with private_sandbox("commerce", folder / "sandbox") as sandbox:
        yield Zhizao(folder / "home", sandbox)


class Moves:
    """A model that makes these calls, one a turn, and then ends."""

    def __init__(self, *calls: Call) -> None:
        self.calls = calls

    def __call__(self, question: Question) -> Said:
        made = sum(one.get("role") == "tool" for one in question.messages)
        end = Call("terminate", {"outcome": "done"})
        return Said(calls=((*self.calls, end)[min(made, len(self.calls))],))


def run(zhizao: Zhizao, service: Service, *arguments: str, pipeline: str = "single") -> Done:
    """A command with a model of that service."""
    return zhizao.run(
        *arguments,
        DASHSCOPE_API_KEY="sk-of-a-test",
        DASHSCOPE_HTTP_BASE_URL=f"{service.url}/api/v1",
        ZHIZAO_PIPELINE=pipeline,
    )


def asked(zhizao: Zhizao, text: str, *calls: Call) -> tuple[Answer, list[str]]:
    """The answer, and what the model was told of its calls."""
    with (
        running([Moves(*calls)]) as service,
        model_variables(f"{service.url}/api/v1", "sk-of-a-test"),
        model_requests(True),
    ):
        answer = asyncio.run(_answer(zhizao, text))
        messages = service.asked[-1]["body"]["input"]["messages"]
    return answer, [str(one["content"]) for one in messages if one["role"] == "tool"]


async def _answer(zhizao: Zhizao, text: str) -> Answer:
    async with open_system(read_settings(zhizao.environment(ZHIZAO_PIPELINE="single"))) as system:
        request = make_request(Incoming(text), system.environments)
        return await (await system.road()).run(request, lambda event: None)


def issue(**changed: Any) -> Call:
    given = {"havanaId": "1234", "threshold": 5000, "reduce": 2000, **changed}
    return Call(ISSUE, {key: value for key, value in given.items() if value is not None})


def test_the_built_in_script_serves_a_request_alone(zhizao: Zhizao) -> None:
    before = len(zhizao.effects())
    with running([serve_alone]) as service:
        done = run(
            zhizao, service, "ask", COUPON, "--pipeline", "single", "--json", pipeline="road"
        )
    answer, (effect,) = done.json, zhizao.effects()[before:]
    assert (done.code, answer["status"]) == (0, "succeeded")
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
        (issue(env="daily"), "env 填了 daily,这次请求只能用 pre 环境"),
        (issue(threshold=2000, reduce=5000), "threshold 填了 2000,但用户为它说的是“50”"),
        (issue(threshold=50, reduce=20), "threshold 填了 50,但用户为它说的是“50”"),
        (issue(havanaId="1235"), "havanaId 的值 1235 没有依据"),
        (issue(validDays=30), "validDays 的值 30 没有依据"),
        (issue(outBizNo="again"), "outBizNo 由程序填写"),
        (issue(channel=9), "channel 的值 9 不符合"),
        (issue(threshold=None), "没有填 threshold,而用户为它说了“50”"),
        (issue(colour="red"), "没有参数 colour"),
    ],
)
def test_a_wrong_call_leaves_no_effect_and_is_named(
    zhizao: Zhizao, wrong: Call, reason: str
) -> None:
    answer, told = asked(zhizao, COUPON, wrong)
    assert reason in told[0]
    assert answer.status is Status.FAILED
    assert answer.chain == ()


def test_a_refused_call_can_be_made_right(zhizao: Zhizao) -> None:
    before = len(zhizao.effects())
    answer, told = asked(zhizao, COUPON, issue(threshold=2000, reduce=5000), issue())
    assert (answer.status, len(told)) == (Status.SUCCEEDED, 2)
    assert len(zhizao.effects()) == before + 1


def test_an_unknown_tool_on_the_wire_is_told_and_changes_nothing(zhizao: Zhizao) -> None:
    def invent(question: Question) -> Said:
        return Said(calls=(Call("dropAllOrders", {}),))

    before = len(zhizao.effects())
    with running([invent]) as service:
        done = run(zhizao, service, "ask", COUPON, "--json")
    assert (done.code, done.json["status"]) == (1, "failed")
    assert "qwen-max" in done.json["summary"]["text"]
    assert len(zhizao.effects()) == before


def test_production_is_refused_before_a_model_is_asked(zhizao: Zhizao) -> None:
    with running([serve_alone]) as service:
        done = run(zhizao, service, "ask", "在生产环境造一个订单", "--json")
        assert (done.json["status"], service.asked) == ("refused", [])


def test_without_a_model_it_says_what_to_set(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", COUPON, "--pipeline", "single", DASHSCOPE_API_KEY="")
    assert done.code == 1
    assert "DASHSCOPE_API_KEY" in done.out


@pytest.mark.parametrize("value", ["turns=0", "colour=red", "turns", "plan=perhaps"])
def test_bad_settings_are_one_clear_sentence(value: str) -> None:
    with pytest.raises(ConfigurationError, match="ZHIZAO_SINGLE is not usable"):
        read_settings({"ZHIZAO_SINGLE": value})


def test_parts_of_the_setting_keep_their_defaults() -> None:
    chosen = read_settings({"ZHIZAO_SINGLE": "turns=5, reflect=true"}).single
    assert (chosen.turns, chosen.reflect, chosen.plan, chosen.tools) == (5, True, False, 200)


def test_what_a_killed_agent_made_is_not_made_again(zhizao: Zhizao) -> None:
    made = Call("createUserAddress", {"havanaId": "1234"})
    before = len(zhizao.effects())
    zhizao.sandbox.run(
        ["fault", "set", made.name, "--kind", "latency", "--seconds", "4", "--after"]
    )
    with running([Moves(made)]) as service:
        process = zhizao.start(
            "ask", ADDRESS, "--yes", "--json",
            DASHSCOPE_API_KEY="sk-of-a-test",
            DASHSCOPE_HTTP_BASE_URL=f"{service.url}/api/v1",
            ZHIZAO_PIPELINE="single",
        )  # fmt: skip
        try:
            wait_for(lambda: len(zhizao.effects()) > before, 15.0)
        finally:
            process.kill()
            process.communicate()
        zhizao.sandbox.run(["fault", "clear"])
        runs = zhizao.run("runs", "list", "--json").json
        (cut_off,) = [one for one in runs if one["text"] == ADDRESS]
        resumed = run(zhizao, service, "runs", "resume", cut_off["run_id"], "--json")
    assert (resumed.code, resumed.json["status"]) == (0, "succeeded")
    assert len(zhizao.effects()) == before + 1
    told = service.asked[-1]["body"]["input"]["messages"]
    assert [one["role"] for one in told] == ["system", "user", "assistant", "tool"]


def test_the_built_in_script_answers_from_the_body_alone() -> None:
    system = {"role": "system", "content": "<environment>\npre\n</environment>"}
    user = {"role": "user", "content": COUPON}
    tools = [_tool("", name) for name in ("ask_user", "terminate")]
    assert serve_alone(Question("qwen-max", [system, user], tools[:1])) is None
    with pytest.raises(BadQuestion, match="<environment>"):
        serve_alone(Question("qwen-max", [user], tools))
    with pytest.raises(BadQuestion, match="no tool but"):
        serve_alone(Question("qwen-max", [system, user], tools))
    with pytest.raises(BadQuestion, match="sentence"):
        serve_alone(Question("qwen-max", [system], [*tools, _tool("发券")]))
    chosen = serve_alone(Question("qwen-max", [system, user], [*tools, _tool("发放优惠券")]))
    assert chosen is not None
    assert json.dumps(chosen.calls[0].arguments) == '{"user_id": "1234"}'


def _tool(description: str, name: str = "give") -> dict[str, Any]:
    fields = {"user_id": {"type": "string", "description": "用户id"}}
    schema = {"type": "object", "properties": fields, "required": ["user_id"]}
    return {"function": {"name": name, "description": description, "parameters": schema}}
