"""A whole request with the intent read by a model: the service speaks the real wire."""

import json
from collections.abc import Generator
from typing import Any

import pytest

from services.child_process import free_port
from services.fake_model.intent import understand
from services.fake_model.misbehaving import misbehaving
from services.fake_model.question import Answer, Question
from services.fake_model.reason import derive
from services.fake_model.server import Service, running
from services.sandbox_process import SandboxProcess, private_sandbox
from tests.services.commands import Zhizao

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


def say_nothing_of_use(question: Question) -> Answer:
    """A model that talks instead of filling in the form."""
    return Answer("好的,我来帮你。")


@pytest.fixture(scope="module")
def zhizao(tmp_path_factory: pytest.TempPathFactory) -> Generator[Zhizao]:
    folder = tmp_path_factory.mktemp("road")
    with private_sandbox("commerce", folder / "sandbox") as sandbox:
        yield Zhizao(folder / "home", sandbox)


@pytest.fixture(scope="module")
def service() -> Generator[Service]:
    with running([understand]) as service:
        yield service


def ask(
    zhizao: Zhizao,
    url: str,
    text: str,
    mode: str,
    sure: str | None = "0.5",
    reasoning: str = "rules",
    session: str | None = None,
) -> tuple[dict[str, Any], list[Any]]:
    """The answer, and its effects in the sandbox; `reasoning` is the mode of that stage."""
    before = len(effects(zhizao.sandbox))
    going_on = ("--session", session) if session else ()
    changed: dict[str, Any] = {"ZHIZAO_SURE": sure} if sure else {}
    done = zhizao.run(
        "ask", text, "--json", *going_on,
        DASHSCOPE_API_KEY="sk-of-a-test",
        DASHSCOPE_HTTP_BASE_URL=f"{url}/api/v1",
        ZHIZAO_MODE=mode,
        ZHIZAO_STAGE_REASONING=f"mode={reasoning}",
        **changed,
    )  # fmt: skip
    return done.json, effects(zhizao.sandbox)[before:]


def effects(sandbox: SandboxProcess) -> list[Any]:
    return json.loads(sandbox.run(["effects", "--json"]))


def test_a_model_reads_the_sentence_and_the_program_does_the_rest(
    zhizao: Zhizao, service: Service
) -> None:
    answer, done = ask(zhizao, service.url, COUPON, "model")
    assert answer["status"] == "succeeded"
    assert answer["model"]["calls"] >= 1
    assert answer["model"]["input_tokens"] > 0
    assert [one["arguments"]["havanaId"] for one in done] == ["1234"]


def test_a_model_reads_first_however_sure_the_rules_are(zhizao: Zhizao, service: Service) -> None:
    answer, done = ask(zhizao, service.url, COUPON, "auto", sure=None)
    assert (answer["status"], answer["model"]["calls"], len(done)) == ("succeeded", 1, 1)
    assert answer["model"]["stages"][0]["outcome"] == "used"


def two_coupons(question: Question) -> Answer:
    """A model that reads a count where the rules read none."""
    told = understand(question)
    assert told is not None
    form = json.loads(told.text)
    form["steps"][0]["object"]["quantity_words"] = "20"
    return Answer(json.dumps(form, ensure_ascii=False))


@pytest.mark.parametrize(("reply", "made"), [("1", 1), ("2", 20)])
def test_where_readings_differ_in_count_the_user_chooses(
    zhizao: Zhizao, reply: str, made: int
) -> None:
    session = f"readings-{reply}"
    with running([two_coupons]) as service:
        asked, none = ask(zhizao, service.url, COUPON, "auto", sure=None, session=session)
        calls = len(service.asked)
        answer, done = ask(zhizao, service.url, reply, "auto", sure=None, session=session)
        assert len(service.asked) == calls
    assert (asked["status"], none) == ("needs_input", [])
    assert "1. " in asked["question"]
    assert "20" in asked["question"].partition("2. ")[2]
    assert (answer["status"], len(done)) == ("succeeded", made)


def test_a_reply_reaches_the_model_as_a_message_of_its_own(zhizao: Zhizao) -> None:
    said, reply = "给用户发放一张满50减20的优惠券", "嗯,就按这个来"
    heard: list[Question] = []

    def listen(question: Question) -> Answer | None:
        heard.append(question)
        return understand(question)

    with running([listen]) as service:
        asked, none = ask(zhizao, service.url, said, "model", session="reply")
        answer, done = ask(zhizao, service.url, reply, "model", session="reply")
    assert (asked["status"], none) == ("needs_input", [])
    assert (answer["status"], done) == ("needs_input", [])
    last = heard[-1]
    assert json.loads(last.section("reply") or "null") == reply
    assert reply not in (last.section("sentence") or "")


def test_where_the_deployment_says_so_no_model_is_asked(zhizao: Zhizao, service: Service) -> None:
    asked = len(service.asked)
    answer, done = ask(zhizao, service.url, COUPON, "auto")
    assert (answer["status"], answer["model"]["calls"], len(done)) == ("succeeded", 0, 1)
    assert len(service.asked) == asked


def test_in_mode_model_the_rules_do_not_fill_in(zhizao: Zhizao) -> None:
    with running([say_nothing_of_use]) as service:
        answer, done = ask(zhizao, service.url, COUPON, "model")
    assert (answer["status"], answer["intent"], done) == ("failed", None, [])
    assert "没有通过校验,什么都没有执行" in answer["summary"]["text"]
    assert answer["model"]["calls"] == 3
    assert answer["model"]["stages"][0]["outcome"] == "failed"


def test_in_mode_model_a_service_that_is_down_is_a_clear_failure(zhizao: Zhizao) -> None:
    answer, done = ask(zhizao, f"http://127.0.0.1:{free_port()}", COUPON, "model")
    assert (answer["status"], done) == ("failed", [])
    assert "连不上模型" in answer["summary"]["text"]


def test_in_mode_auto_a_model_that_only_talks_is_left_for_the_rules(zhizao: Zhizao) -> None:
    with running([say_nothing_of_use]) as service:
        answer, done = ask(zhizao, service.url, COUPON, "auto", "1")
    assert (answer["status"], len(done)) == ("succeeded", 1)
    assert answer["model"]["calls"] == 3
    assert answer["model"]["stages"][0]["outcome"] == "fell_back"


def test_production_is_refused_before_a_model_is_asked(zhizao: Zhizao, service: Service) -> None:
    asked = len(service.asked)
    answer, done = ask(zhizao, service.url, "在生产环境造一个订单", "model")
    assert (answer["status"], done) == ("refused", [])
    assert len(service.asked) == asked


def test_a_model_plans_and_its_chain_is_carried_out(zhizao: Zhizao) -> None:
    with running([derive]) as service:
        answer, done = ask(zhizao, service.url, COUPON, "rules", reasoning="model")
    assert (answer["status"], answer["reasoning"]["outcome"]) == ("succeeded", "agreed")
    assert [one["arguments"]["havanaId"] for one in done] == ["1234"]


def test_an_invented_value_is_told_and_a_model_that_insists_changes_nothing(
    zhizao: Zhizao,
) -> None:
    with running([misbehaving("reasoning", "invented_id", once=False)]) as service:
        answer, done = ask(zhizao, service.url, COUPON, "rules", reasoning="model")
    assert (answer["status"], done) == ("failed", [])
    assert answer["reasoning"]["outcome"] == "unusable"
    assert "havanaId" in answer["reasoning"]["problems"][0]


@pytest.mark.parametrize(("mode", "calls"), [("rules", 0), ("auto", 1), ("model", 1)])
def test_intent_and_filter_ask_a_model_as_the_mode_says(
    zhizao: Zhizao, mode: str, calls: int
) -> None:
    with running([two_coupons]) as service:
        variables: dict[str, Any] = {
            "DASHSCOPE_API_KEY": "sk-of-a-test",
            "DASHSCOPE_HTTP_BASE_URL": f"{service.url}/api/v1",
            "ZHIZAO_MODE": mode,
        }
        read = zhizao.run("intent", COUPON, "--json", **variables)
        assert len(service.asked) == calls
        assert read.json["goals"][0]["quantity"] == (20 if calls else 1)
        found = zhizao.run("filter", COUPON, "--json", **variables)
        assert len(service.asked) == 2 * calls
        assert found.json["candidates"][0]["role"] == "main"


def test_intent_says_clearly_that_a_model_gave_nothing_of_use(zhizao: Zhizao) -> None:
    with running([say_nothing_of_use]) as service:
        done = zhizao.run(
            "intent",
            COUPON,
            DASHSCOPE_API_KEY="sk-of-a-test",
            DASHSCOPE_HTTP_BASE_URL=f"{service.url}/api/v1",
            ZHIZAO_MODE="model",
        )
    assert done.code == 1
    assert "没有通过校验" in done.err
