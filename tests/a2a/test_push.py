"""Push notifications: told at least once, and only to addresses that may be called."""

from collections.abc import Generator
from typing import Any

import pytest
from a2a.types import (
    AuthenticationInfo,
    DeleteTaskPushNotificationConfigRequest,
    GetTaskPushNotificationConfigRequest,
    ListTaskPushNotificationConfigsRequest,
    SendMessageRequest,
    TaskPushNotificationConfig,
)
from a2a.utils.errors import InvalidParamsError, TaskNotFoundError

from services.settings import Settings
from tests.a2a.receiver import Receiver, receiving
from tests.a2a.talking import COUPON, Agent, answering, request, run, speaking, task_of
from tests.services.commands import Zhizao
from tests.services.serving import serve_whole
from tests.workshop.waiting import wait_for


@pytest.fixture
def receiver() -> Generator[Receiver]:
    with receiving() as found:
        yield found


def settings_of(zhizao: Zhizao, receiver: Receiver) -> Settings:
    hosts = (f"127.0.0.1:{receiver.port}",)
    return Settings(home=zhizao.home, sandbox_port=zhizao.sandbox.port, a2a_push_hosts=hosts)


@pytest.fixture
def pushing(zhizao: Zhizao, receiver: Receiver) -> Generator[Agent]:
    """The service that may call the receiver."""
    with serve_whole(settings_of(zhizao, receiver)) as client:
        yield Agent(client, zhizao)


def told_of(text: str, receiver: Receiver, **config: Any) -> SendMessageRequest:
    """A message whose sender wants to be told at the receiver."""
    sent = request(text)
    wished = TaskPushNotificationConfig(url=receiver.url, **config)
    sent.configuration.task_push_notification_config.CopyFrom(wished)
    return sent


def test_the_end_of_a_task_is_told_with_the_token_again_until_it_is_taken(
    pushing: Agent, receiver: Receiver
) -> None:
    receiver.answers += [503, 500]
    auth = AuthenticationInfo(scheme="Bearer", credentials="s3cret")

    async def work() -> str:
        async with speaking(pushing.url, streaming=False) as client:
            sent = told_of(COUPON, receiver, token="t-1", authentication=auth)
            return (await task_of(client, sent)).id

    task_id = run(work)
    wait_for(lambda: len(receiver.got) == 3)
    for body, headers in receiver.got:
        assert body["task"]["id"] == task_id
        assert body["task"]["status"]["state"] == "TASK_STATE_COMPLETED"
        assert body["task"]["artifacts"][0]["parts"][1]["data"]["data"]
        assert headers["x-a2a-notification-token"] == "t-1"
        assert headers["authorization"] == "Bearer s3cret"
        assert headers["content-type"] == "application/a2a+json"
    assert len(pushing.effects()) == 1


def test_a_question_and_the_end_behind_it_are_told(pushing: Agent, receiver: Receiver) -> None:
    async def work() -> None:
        async with speaking(pushing.url, streaming=False) as client:
            sent = told_of(COUPON, receiver)
            sent.message.metadata.update({"review": "always"})
            task = await task_of(client, sent)
            wait_for(lambda: len(receiver.got) == 1)
            await task_of(client, answering(task, {"approved": True}))
            wait_for(lambda: len(receiver.got) == 2)

    run(work)
    states = [body["task"]["status"]["state"] for body, _ in receiver.got]
    assert states == ["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED"]


def test_a_client_of_0_3_is_told_in_its_own_words(pushing: Agent, receiver: Receiver) -> None:
    async def work() -> None:
        async with speaking(pushing.url, version="0.3", streaming=False) as client:
            await task_of(client, told_of(COUPON, receiver, token="t"))

    run(work)
    wait_for(lambda: bool(receiver.got))
    [(body, _)] = receiver.got
    assert (body["kind"], body["status"]["state"]) == ("task", "completed")


def test_what_could_not_be_told_is_told_by_the_next_service(
    zhizao: Zhizao, receiver: Receiver
) -> None:
    settings = settings_of(zhizao, receiver)
    receiver.answers += [503]

    async def work() -> None:
        async with speaking(Agent(client, zhizao).url, streaming=False) as speaker:
            await task_of(speaker, told_of(COUPON, receiver))

    with serve_whole(settings) as client:
        run(work)
        wait_for(lambda: len(receiver.got) == 1)
    with serve_whole(settings):
        wait_for(lambda: len(receiver.got) == 2)


def test_configs_are_made_read_listed_and_deleted(pushing: Agent, receiver: Receiver) -> None:
    async def work() -> None:
        async with speaking(pushing.url, streaming=False) as client:
            task = await task_of(client, request("给用户1234发放一张满50减20的优惠券"))
            config = TaskPushNotificationConfig(
                task_id=task.id, id="mine", url=receiver.url, token="t"
            )
            for _ in range(2):
                made = await client.create_task_push_notification_config(config)
                assert made == config
            asked = GetTaskPushNotificationConfigRequest(task_id=task.id, id="mine")
            assert await client.get_task_push_notification_config(asked) == config
            listed = ListTaskPushNotificationConfigsRequest(task_id=task.id)
            found = await client.list_task_push_notification_configs(listed)
            assert list(found.configs) == [config]
            gone = DeleteTaskPushNotificationConfigRequest(task_id=task.id, id="mine")
            for _ in range(2):
                await client.delete_task_push_notification_config(gone)
            assert not (await client.list_task_push_notification_configs(listed)).configs
            with pytest.raises(TaskNotFoundError):
                await client.get_task_push_notification_config(asked)

    run(work)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:9/",
        "http://2130706433/",
        "http://localhost:9/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::ffff:127.0.0.1]/",
        "http://10.0.0.1/",
        "http://user:pass@127.0.0.1:{port}/",
        "ftp://127.0.0.1:{port}/",
        "file:///etc/passwd",
        "http://",
        "http://127.0.0.1:99999/",
        "//127.0.0.1",
    ],
)
def test_an_address_that_is_not_called_from_here_is_refused_before_anything_is_done(
    pushing: Agent, receiver: Receiver, url: str
) -> None:
    address = url.format(port=receiver.port)

    async def work() -> None:
        async with speaking(pushing.url, streaming=False) as client:
            sent = request(COUPON)
            sent.configuration.task_push_notification_config.url = address
            with pytest.raises(InvalidParamsError):
                await task_of(client, sent)

    run(work)
    assert pushing.effects() == []
    assert receiver.got == []


def test_a_token_that_would_be_another_header_is_refused(
    pushing: Agent, receiver: Receiver
) -> None:
    async def work() -> None:
        async with speaking(pushing.url, streaming=False) as client:
            with pytest.raises(InvalidParamsError):
                await task_of(client, told_of(COUPON, receiver, token="a\r\nX-Other: b"))

    run(work)
    assert pushing.effects() == []
