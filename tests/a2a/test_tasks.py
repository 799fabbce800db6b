"""Tasks given by the official client, over both bindings of both versions."""

from typing import Any

import pytest
from a2a.client.errors import A2AClientError
from a2a.helpers import get_data_parts, get_message_text, get_text_parts
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    Message,
    Part,
    Role,
    SendMessageRequest,
    Task,
    TaskState,
)
from a2a.utils.errors import (
    A2AError,
    InvalidParamsError,
    TaskNotCancelableError,
    TaskNotFoundError,
    UnsupportedOperationError,
)

from tests.a2a.talking import (
    COUPON,
    Agent,
    answering,
    message,
    question,
    request,
    run,
    said,
    speaking,
    task_of,
)
from tool_registry.base.ids import new_id

WAYS = [(binding, version) for binding in ("JSONRPC", "HTTP+JSON") for version in ("1.0", "0.3")]
DONE = TaskState.TASK_STATE_COMPLETED
WAITS = TaskState.TASK_STATE_INPUT_REQUIRED
ASKS_FIRST = {"review": "always"}
VAGUE = "给用户1234发放一张满50减20的优惠券"


def asks_first(text: str) -> SendMessageRequest:
    sent = request(text)
    sent.message.metadata.update(ASKS_FIRST)
    return sent


@pytest.mark.parametrize(("binding", "version"), WAYS)
def test_a_sentence_is_one_coupon_and_a_task_that_tells_of_it(
    agent: Agent, binding: str, version: str
) -> None:
    async def work() -> Task:
        async with speaking(agent.url, binding, version, streaming=False) as client:
            task = await task_of(client, request(COUPON))
            again = await client.get_task(GetTaskRequest(id=task.id))
            assert (again.id, again.status.state) == (task.id, DONE)
            return task

    task = run(work)
    assert task.status.state == DONE
    [artifact] = task.artifacts
    [text], [data] = get_text_parts(artifact.parts), get_data_parts(artifact.parts)
    [made] = agent.effects()
    assert "优惠券" in text
    assert (data["status"], data["data"][0]["id"]) == ("succeeded", made["id"])
    assert [one.parts[0].text for one in task.history] == [COUPON]
    assert task.context_id


@pytest.mark.parametrize(("binding", "version"), WAYS)
def test_a_stream_tells_the_task_its_steps_what_it_made_and_how_it_stands(
    agent: Agent, binding: str, version: str
) -> None:
    async def work() -> list[Any]:
        async with speaking(agent.url, binding, version) as client:
            return await said(client, request(COUPON))

    told = run(work)
    kinds = [one.WhichOneof("payload") for one in told]
    assert kinds[0] == "task"
    assert kinds[-2:] == ["artifact_update", "status_update"]
    assert set(kinds[1:-2]) == {"status_update"}
    states = [one.status_update.status.state for one in told if one.HasField("status_update")]
    assert states == [TaskState.TASK_STATE_WORKING] * (len(states) - 1) + [DONE]
    lines = [get_message_text(one.status_update.status.message) for one in told[1:-2]]
    assert any("满减" in line or "优惠券" in line for line in lines)
    assert len({one.status_update.task_id or one.task.id for one in told if one != told[-2]}) == 1
    assert len(agent.effects()) == 1


@pytest.mark.parametrize(("binding", "version"), WAYS)
def test_consent_is_asked_for_and_given_by_a_message_of_the_same_task(
    agent: Agent, binding: str, version: str
) -> None:
    async def work() -> None:
        async with speaking(agent.url, binding, version, streaming=False) as client:
            task = await task_of(client, asks_first(COUPON))
            assert task.status.state == WAITS
            assert agent.effects() == []
            asked = question(task)
            assert (asked["kind"], len(asked["plan"])) == ("consent", 1)
            text = get_message_text(task.status.message)
            assert "taskId" in text
            assert "确认" in text
            done = await task_of(client, answering(task, {"approved": True}))
            assert (done.id, done.context_id) == (task.id, task.context_id)
            assert done.status.state == DONE
            roles = [one.role for one in done.history]
            assert roles == [Role.ROLE_USER, Role.ROLE_AGENT, Role.ROLE_USER]

    run(work)
    assert len(agent.effects()) == 1


def test_consent_may_be_words_and_a_refusal_is_the_end_of_the_task(agent: Agent) -> None:
    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            task = await task_of(client, asks_first(COUPON))
            done = await task_of(client, request("确认", task_id=task.id))
            assert done.status.state == DONE
            other = await task_of(client, asks_first(COUPON))
            left = await task_of(client, answering(other, {"approved": False}))
            assert left.status.state == TaskState.TASK_STATE_CANCELED

    run(work)
    assert len(agent.effects()) == 1


@pytest.mark.parametrize("answer", ["预发", {"choice": "#2"}, {"text": "预发环境"}])
def test_what_is_missing_is_asked_for_with_choices_and_answered(agent: Agent, answer: Any) -> None:
    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            task = await task_of(client, request(VAGUE))
            assert (task.status.state, question(task)["kind"]) == (WAITS, "choices")
            assert agent.effects() == []
            is_text = isinstance(answer, str)
            reply = request(answer, task_id=task.id) if is_text else answering(task, answer)
            done = await task_of(client, reply)
            assert (done.id, done.status.state) == (task.id, DONE)

    run(work)
    assert [one["environment"] for one in agent.effects()] == ["pre"]


def test_what_is_refused_is_rejected_with_the_reason_in_the_sentences_language(
    agent: Agent,
) -> None:
    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            task = await task_of(client, request("issue a coupon to user 1234 in production"))
            assert task.status.state == TaskState.TASK_STATE_REJECTED
            assert "Production is never a target" in get_message_text(task.status.message)

    run(work)
    assert agent.effects() == []


def test_a_tool_that_says_no_is_a_failed_task(agent: Agent) -> None:
    agent.zhizao.sandbox.run(["fault", "set", "issueFullReductionCoupon", "--kind", "business"])

    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            task = await task_of(client, request(COUPON))
            assert task.status.state == TaskState.TASK_STATE_FAILED
            assert dict(task.metadata)["zhizao/status"] in ("failed", "partial")

    run(work)
    agent.zhizao.sandbox.run(["fault", "clear"])
    assert agent.effects() == []


@pytest.mark.parametrize(("binding", "version"), WAYS)
def test_the_same_message_twice_is_one_run(agent: Agent, binding: str, version: str) -> None:
    async def work() -> None:
        async with speaking(agent.url, binding, version, streaming=False) as client:
            sent = request(COUPON)
            tasks = [await task_of(client, sent) for _ in range(3)]
            assert len({one.id for one in tasks}) == 1
            waiting = await task_of(client, asks_first(COUPON))
            reply = answering(waiting, {"approved": True})
            ends = [await task_of(client, reply) for _ in range(2)]
            assert [one.status.state for one in ends] == [DONE, DONE]

    run(work)
    assert len(agent.effects()) == 2


def test_one_message_id_is_not_two_sentences(agent: Agent) -> None:
    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            first = await task_of(client, request(COUPON, message_id="m-1", context_id="c-1"))
            assert first.context_id == "c-1"
            with pytest.raises(InvalidParamsError, match="m-1"):
                await task_of(client, request(VAGUE, message_id="m-1", context_id="c-1"))
            with pytest.raises(InvalidParamsError):
                await task_of(client, request(VAGUE, message_id="m-1", context_id="c-2"))

    run(work)
    assert len(agent.effects()) == 1


def test_a_conversation_goes_on_in_a_task_of_its_own(agent: Agent) -> None:
    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            first = await task_of(client, request(COUPON))
            second = await task_of(client, request("再来一张", context_id=first.context_id))
            assert (second.status.state, second.id != first.id) == (DONE, True)
            assert second.context_id == first.context_id

    run(work)
    assert len(agent.effects()) == 2


def test_a_task_that_waits_is_canceled_once_and_again(agent: Agent) -> None:
    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            task = await task_of(client, asks_first(COUPON))
            for _ in range(2):
                left = await client.cancel_task(CancelTaskRequest(id=task.id))
                assert left.status.state == TaskState.TASK_STATE_CANCELED
            with pytest.raises(UnsupportedOperationError):
                await task_of(client, answering(task, {"approved": True}))

    run(work)
    assert agent.effects() == []


def test_a_task_that_is_over_takes_no_message_and_is_not_canceled(agent: Agent) -> None:
    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            task = await task_of(client, request(COUPON))
            with pytest.raises(UnsupportedOperationError, match="已经结束"):
                await task_of(client, request("再来一张", task_id=task.id))
            with pytest.raises(TaskNotCancelableError):
                await client.cancel_task(CancelTaskRequest(id=task.id))
            with pytest.raises(TaskNotFoundError):
                await client.get_task(GetTaskRequest(id="run-0000000000000000"))
            elsewhere = request("再来", task_id=task.id, context_id="another")
            with pytest.raises(InvalidParamsError):
                await task_of(client, elsewhere)

    run(work)
    assert len(agent.effects()) == 1


def test_a_file_of_the_message_is_read_and_an_address_is_not(agent: Agent) -> None:
    text = "给文件里的用户各发放一张满50减20的优惠券,预发环境"
    rows = Part(raw=b"userId\n1234\n", filename="users.csv", media_type="text/csv")

    def with_part(part: Part) -> SendMessageRequest:
        made = message(text)
        made.parts.append(part)
        return SendMessageRequest(message=made)

    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            task = await task_of(client, with_part(rows))
            assert task.status.state == DONE
            for part in (Part(url="http://127.0.0.1:1/x"), Part(raw=b"\xff", filename="a.png")):
                with pytest.raises(A2AError):
                    await task_of(client, with_part(part))

    run(work)
    assert [one["arguments"]["havanaId"] for one in agent.effects()] == ["1234"]


def test_a_message_that_is_to_be_planned_only_has_no_effect(agent: Agent) -> None:
    sent = request(COUPON)
    sent.message.metadata.update({"plan_only": True})

    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            task = await task_of(client, sent)
            [data] = get_data_parts(task.artifacts[0].parts)
            assert (task.status.state, data["status"], len(data["plan"])) == (DONE, "planned", 1)

    run(work)
    assert agent.effects() == []


def test_tasks_are_listed_a_page_at_a_time_the_latest_first(agent: Agent) -> None:
    context = new_id("c")

    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            sent = [await task_of(client, request("你好", context_id=context)) for _ in range(3)]
            waiting = await task_of(client, request(VAGUE, context_id=context))
            ids = [waiting.id, *(one.id for one in reversed(sent))]
            wished = ListTasksRequest(context_id=context, page_size=3)
            first = await client.list_tasks(wished)
            assert [one.id for one in first.tasks] == ids[:3]
            assert (first.total_size, first.page_size) == (4, 3)
            wished.page_token = first.next_page_token
            rest = await client.list_tasks(wished)
            assert ([one.id for one in rest.tasks], rest.next_page_token) == (ids[3:], "")
            only = await client.list_tasks(ListTasksRequest(context_id=context, status=WAITS))
            assert [one.id for one in only.tasks] == [waiting.id]
            with pytest.raises((A2AError, A2AClientError)):
                await client.list_tasks(ListTasksRequest(page_token="%%%"))

    run(work)


def test_the_answer_need_not_be_waited_for(agent: Agent) -> None:
    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            sent = request(COUPON)
            sent.configuration.return_immediately = True
            task = await task_of(client, sent)
            assert task.status.state in (TaskState.TASK_STATE_WORKING, DONE)
            sent.configuration.return_immediately = False
            assert (await task_of(client, sent)).status.state == DONE

    run(work)
    assert len(agent.effects()) == 1


def test_a_message_without_words_is_wrong(agent: Agent) -> None:
    async def work() -> None:
        async with speaking(agent.url, streaming=False) as client:
            for parts in ([Part(text=" ")], [Part(text="")]):
                made = Message(message_id=new_id("m"), role=Role.ROLE_USER, parts=parts)
                with pytest.raises(InvalidParamsError):
                    await task_of(client, SendMessageRequest(message=made))

    run(work)
