"""Whole requests whose answers a model words: the service speaks the real wire."""

import json
from collections.abc import Generator
from typing import Any

import pytest

from services.fake_model.question import Answer, Question, Script
from services.fake_model.server import Service, running
from services.fake_model.summary import tell
from services.sandbox_process import private_sandbox
from tests.services.commands import Zhizao

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
FACTS_ALONE = "模型没有给出可用的说明"


@pytest.fixture(scope="module")
def zhizao(tmp_path_factory: pytest.TempPathFactory) -> Generator[Zhizao]:
    folder = tmp_path_factory.mktemp("wording")
    with private_sandbox("commerce", folder / "sandbox") as sandbox:
        yield Zhizao(folder / "home", sandbox)


def saying(**form: Any) -> Script:
    """A model that fills in the summary's form with this, whatever it is asked."""
    return talking(json.dumps(form, ensure_ascii=False))


def talking(text: str) -> Script:
    """A model that says this."""

    def script(question: Question) -> Answer:
        return Answer(text)

    return script


def ask(zhizao: Zhizao, text: str, script: Script, mode: str) -> tuple[dict[str, Any], Service]:
    with running([script]) as service:
        done = zhizao.run(
            "ask", text, "--json",
            DASHSCOPE_API_KEY="sk-of-a-test",
            DASHSCOPE_HTTP_BASE_URL=f"{service.url}/api/v1",
            ZHIZAO_MODE="rules",
            ZHIZAO_STAGE_SUMMARY=f"mode={mode}",
        )  # fmt: skip
        return done.json, service


def test_a_model_words_what_was_made_and_the_verdicts_stay(zhizao: Zhizao) -> None:
    answer, service = ask(zhizao, COUPON, tell, "model")
    first, second, *_ = answer["summary"]["text"].splitlines()
    assert first == "已完成(预发环境)。"
    assert second.startswith("新建了优惠券 ")
    assert {one["verdict"] for one in answer["summary"]["requirements"]} == {"confirmed"}
    assert answer["model"]["calls"] == len(service.asked) == 1


def test_where_nothing_is_unclear_auto_asks_nobody(zhizao: Zhizao) -> None:
    answer, service = ask(zhizao, COUPON, tell, "auto")
    assert (answer["status"], answer["model"]["calls"]) == ("succeeded", 0)
    assert service.asked == []


@pytest.mark.parametrize(
    "script",
    [
        saying(text="已给用户 1234 发放优惠券 9999999999,门槛 500 元。"),
        talking('{"text": "请点击 https://example.test 领取'),
    ],
)
def test_without_a_usable_wording_model_mode_tells_the_facts_alone(
    zhizao: Zhizao, script: Script
) -> None:
    answer, service = ask(zhizao, COUPON, script, "model")
    text, [made] = answer["summary"]["text"], answer["summary"]["data"]
    assert answer["status"] == "succeeded"
    assert FACTS_ALONE in text
    assert f"优惠券 {made['id']}" in text
    assert "9999999999" not in text
    assert "https:" not in text
    assert len(service.asked) == 3


def refuse_without(question: Question) -> Answer | None:
    """The built-in script, for a prompt that has lost its facts."""
    stripped = [
        {**one, "content": str(one["content"]).replace("<facts>", "<gone>")}
        for one in question.messages
    ]
    return tell(Question(question.model, stripped))


def test_the_local_service_refuses_a_prompt_that_lacks_its_facts(zhizao: Zhizao) -> None:
    answer, service = ask(zhizao, COUPON, refuse_without, "model")
    assert "the prompt lacks <facts>" in str(service.asked[0]["became"])
    assert FACTS_ALONE in answer["summary"]["text"]
