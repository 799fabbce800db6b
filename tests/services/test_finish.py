"""The rest of a run that ended before its end: what it has not made, and nothing twice."""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.services.commands import Zhizao
from tests.services.serving import Client, message
from tool_registry.base.ids import new_id

USERS = "创建4个测试用户,预发环境"
ORDER = "create a paid dine-in order, create what is missing, pre-release"


UNASKED = {"forwardedProps": {"review": "unasked"}}


@dataclass
class Talk:
    """A conversation on the page."""

    service: Client
    zhizao: Zhizao
    thread: str = field(default_factory=lambda: new_id("session"))

    def say(self, text: str, **more: Any) -> dict[str, Any]:
        """The answer of a run of the conversation."""
        body = {**message(text, self.thread, new_id("request")), **more}
        return dict(self.service.stream("POST", "/api/agui", body).events()[-1]["result"])

    def stopped(self, text: str = USERS, tool: str = "lanhai_user_pre") -> dict[str, Any]:
        """Four are wanted, and it is stopped when one of them is made."""
        fault = ["fault", "set", tool, "--kind", "latency", "--seconds", "2"]
        self.zhizao.sandbox.run([*fault, "--times", "1"])
        body = {**message(text, self.thread, new_id("request")), **UNASKED}
        stream = self.service.stream("POST", "/api/agui", body)
        events = iter(lambda: json.loads(stream.next().get("data", "{}")), None)
        run_id = next(told["snapshot"]["run_id"] for told in events if "snapshot" in told)
        assert any(told.get("toolCallName", "").endswith(tool) for told in events)
        answer: dict[str, Any] = self.service.request("POST", f"/api/runs/{run_id}/stop")[1]
        stream.rest()
        return answer

    def finish(self, run: str, review: str = "unasked") -> dict[str, Any]:
        return self.say("", forwardedProps={"finish": run, "review": review})

    def agree(self, run: str) -> dict[str, Any]:
        reply = {"interruptId": run, "status": "resolved", "payload": {"approved": True}}
        return self.say("", resume=[reply])

    def rest(self, run: str) -> tuple[int, bool]:
        rows = self.service.request("GET", f"/api/conversations/{self.thread}/left")[1]
        found = (one for one in rows if one["run_id"] == run)
        return next(((one["rest"], one["alike"]) for one in found), (0, True))


@pytest.fixture
def talk(service: Client, zhizao: Zhizao) -> Talk:
    return Talk(service, zhizao)


def test_the_rest_of_a_stopped_run_is_shown_as_a_plan_and_made_once(
    talk: Talk, zhizao: Zhizao
) -> None:
    stopped = talk.stopped()
    told = [(one["text"], one["verdict"]) for one in stopped["summary"]["requirements"]]
    assert told[-1] == ("用户的数量是4（已完成 1 个）", "contradicted")
    assert "不符" not in stopped["summary"]["text"]
    assert (stopped["status"], talk.rest(stopped["run_id"])) == ("cancelled", (3, True))
    shown = talk.finish(stopped["run_id"], review="always")
    assert (shown["status"], len(shown["chain"])) == ("needs_input", 3)
    assert shown["intent"]["goals"][0]["quantity"] == 3
    assert len(zhizao.effects()) == 1
    done = talk.agree(shown["run_id"])
    assert (done["status"], len(done["summary"]["data"])) == ("succeeded", 3)
    assert done["summary"]["requirements"][-1]["text"].endswith("3")
    assert [one["tool"] for one in zhizao.effects()] == ["lanhai_user_pre"] * 4
    assert len({one["id"] for one in zhizao.effects()}) == 4
    assert talk.rest(stopped["run_id"]) == (0, True)


def test_the_rest_is_done_by_one_run_only_whoever_showed_it(talk: Talk, zhizao: Zhizao) -> None:
    stopped = talk.stopped()
    earlier = talk.finish(stopped["run_id"], review="always")
    elsewhere = Talk(talk.service, zhizao)
    assert elsewhere.finish(stopped["run_id"])["status"] == "succeeded"
    late = talk.agree(earlier["run_id"])
    assert (late["status"], "没有再做一遍" in late["summary"]["text"]) == ("refused", True)
    assert talk.finish(stopped["run_id"])["status"] == "refused"
    assert len(zhizao.effects()) == 4


@pytest.mark.parametrize("text", ["剩下的也做了", "继续", "finish the rest"])
def test_the_rest_is_asked_for_in_words_too(talk: Talk, zhizao: Zhizao, text: str) -> None:
    talk.stopped()
    shown = talk.say(text, **UNASKED)
    assert (shown["status"], len(shown["chain"])) == ("needs_input", 3)
    assert USERS in shown["question"]
    assert len(zhizao.effects()) == 1
    assert talk.say("确认", **UNASKED)["status"] == "succeeded"
    assert len(zhizao.effects()) == 4


@pytest.mark.parametrize("text", ["剩下的不要了", "谢谢", "查一下用户1234"])
def test_what_wants_nothing_of_the_rest_shows_no_plan_for_it(
    talk: Talk, zhizao: Zhizao, text: str
) -> None:
    talk.stopped()
    told = talk.say(text, **UNASKED)
    assert not any(one["tool"].endswith("lanhai_user_pre") for one in told["chain"])
    assert len(zhizao.effects()) == 1


def test_what_later_calls_need_is_what_was_made_before_the_failure(
    talk: Talk, zhizao: Zhizao
) -> None:
    zhizao.sandbox.run(["fault", "set", "payOrder", "--kind", "business", "--times", "1"])
    failed = talk.say(ORDER, **UNASKED)
    made = zhizao.effects()
    order = next(one["id"] for one in made if one["tool"] == "createDaodianOrder")
    assert failed["status"] in ("partial", "failed")
    assert talk.rest(failed["run_id"]) == (1, True)
    done = talk.finish(failed["run_id"])
    assert [one["tool"] for one in zhizao.effects()[len(made) :]] == ["payOrder"]
    assert order in json.dumps(done["chain"][-1]["arguments"])
    assert done["status"] == "succeeded"


def test_nothing_is_left_of_what_was_done_or_never_begun(talk: Talk, zhizao: Zhizao) -> None:
    done = talk.say("创建1个测试用户,预发环境", **UNASKED)
    assert (talk.finish(done["run_id"])["status"], len(zhizao.effects())) == ("refused", 1)
    shown = talk.say(USERS, forwardedProps={"review": "always"})
    assert shown["status"] == "needs_input"
    assert talk.finish(shown["run_id"])["status"] == "refused"
    assert len(zhizao.effects()) == 1


def test_undoing_takes_back_all_that_the_answer_tells_of(talk: Talk, zhizao: Zhizao) -> None:
    stopped = talk.stopped("给用户1234发4张满30减5的券,预发", "issueFullReductionCoupon")
    assert talk.finish(stopped["run_id"])["status"] == "succeeded"
    made = {one["id"] for one in zhizao.effects()}
    plan = talk.say("撤销刚才的操作")
    taken = [one for one in plan["chain"] if one["tool"] == "commerce/invalidateCoupon"]
    assert len(made) == len(taken) == 4
    assert {one["arguments"]["couponId"] for one in taken} == made


def test_how_many_are_done_counts_what_was_made_before(talk: Talk) -> None:
    said = "给用户1234、9999、5678各发一张满30减5的券,预发"
    failed = talk.say(said, **UNASKED)
    assert failed["status"] == "partial"
    again = talk.finish(failed["run_id"])
    third = talk.finish(again["run_id"])
    assert "已完成 2 步" in third["summary"]["text"]
