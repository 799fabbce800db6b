"""Slack's own client against the same fake: what it sends is what the fake takes."""

from collections.abc import Generator
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import PlainTextObject, SectionBlock
from slack_sdk.models.messages.chunk import TaskUpdateChunk
from slack_sdk.models.views import View

from tests.slack_channel.conftest import LEE
from tests.slack_channel.fake import BOT, TEAM, TOKEN, SlackFake

CHANNEL = "C0OFFICIAL"
TEXT = PlainTextObject(text="plan", emoji=False)


@pytest.fixture
def client(fake: SlackFake) -> Generator[Any]:
    yield WebClient(TOKEN, base_url=f"{fake.url}/")
    fake.problems.clear()


def test_messages_are_written_changed_and_told_to_one(client: Any, fake: SlackFake) -> None:
    told = client.chat_postMessage(channel=CHANNEL, text="plan", blocks=[SectionBlock(text=TEXT)])
    client.chat_update(channel=CHANNEL, ts=str(told["ts"]), text="done")
    client.chat_postEphemeral(channel=CHANNEL, user=LEE, text="no")
    [shown] = fake.in_thread(CHANNEL, None)
    assert (shown.text, shown.changes, fake.ephemerals[-1]["text"]) == ("done", 1, "no")
    assert fake.problems == []


def test_a_stream_has_tasks_and_ends_with_blocks(client: Any, fake: SlackFake) -> None:
    stream = client.chat_stream(
        channel=CHANNEL, thread_ts="1.2", recipient_team_id=TEAM, recipient_user_id=LEE
    )
    for status in ("in_progress", "complete"):
        stream.append(chunks=[TaskUpdateChunk(id="s1", title="one", status=status)])
    stream.stop(blocks=[SectionBlock(text=TEXT)])
    [shown] = fake.in_thread(CHANNEL, "1.2")
    assert (shown.tasks["s1"]["status"], len(shown.blocks)) == ("complete", 1)
    assert fake.problems == []


def test_people_files_and_windows_are_asked_for(client: Any, fake: SlackFake) -> None:
    fake.triggers.add("official")
    assert client.auth_test()["user_id"] == BOT
    user: Any = client.users_info(user=LEE)["user"]
    file: Any = client.files_info(file="F1")["file"]
    view = View(
        type="modal",
        title=PlainTextObject(text="form", emoji=False),
        submit=PlainTextObject(text="send", emoji=False),
        close=PlainTextObject(text="no", emoji=False),
        private_metadata="{}",
        blocks=[SectionBlock(text=TEXT)],
    )
    client.views_open(trigger_id="official", view=view)
    assert (user["team_id"], file["url_private"]) == (TEAM, fake.file("F1"))
    assert (fake.views["official"]["type"], fake.problems) == ("modal", [])


@pytest.mark.parametrize(
    ("method", "arguments", "error"),
    [
        ("chat.nothing", {}, "unknown_method"),
        ("chat.postMessage", {"channel": CHANNEL}, "invalid_arguments"),
        ("chat.postMessage", {"channel": CHANNEL, "text": "<!channel>"}, "invalid_arguments"),
        ("chat.update", {"channel": CHANNEL, "ts": "9.9", "text": "x"}, "message_not_found"),
        ("views.open", {"trigger_id": "gone", "view": {}}, "expired_trigger_id"),
    ],
)
def test_what_slack_refuses_is_refused(
    client: Any, method: str, arguments: dict[str, Any], error: str
) -> None:
    with pytest.raises(SlackApiError, match=error):
        client.api_call(method, json=arguments)


def test_a_token_that_is_none_is_refused(fake: SlackFake) -> None:
    stranger: Any = WebClient("xoxb-other", base_url=f"{fake.url}/")
    with pytest.raises(SlackApiError, match="invalid_auth"):
        stranger.auth_test()
    fake.problems.clear()
