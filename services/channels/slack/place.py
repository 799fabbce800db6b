"""Where something was said in Slack, and where it is answered."""

from typing import Any

from services.channels.delivery import Part

NAME = "slack"
VARIABLES = "ZHIZAO_SLACK_BOT_TOKEN, ZHIZAO_SLACK_SIGNING_SECRET"
_ANSWERABLE = 1700.0
"""Seconds for which a response_url is used: Slack takes answers there for thirty minutes."""


class Place(Part):
    """A conversation, and who speaks in it."""

    team: str
    """The workspace that the app is installed in."""
    home: str
    """That of the speaker, which is another one for guests of Slack Connect."""
    user: str
    channel: str
    thread: str | None = None
    response_url: str | None = None

    @property
    def account(self) -> str:
        """The speaker, as `zhizao people link` takes them."""
        return f"{self.home}/{self.user}"

    @property
    def is_member(self) -> bool:
        """False for people of other workspaces."""
        return self.home == self.team

    @property
    def conversation(self) -> str:
        """A thread, or all that is said outside of threads."""
        return "/".join(filter(None, (self.team, self.channel, self.thread)))

    def target(self, response_url: str | None, now: float) -> dict[str, Any]:
        """How it is answered; `now`: seconds since 1970."""
        return {
            **self.model_dump(mode="json", exclude={"response_url"}),
            "response_url": response_url,
            "until": now + _ANSWERABLE if response_url else 0.0,
        }


def is_direct(channel: str) -> bool:
    """True for a chat with the bot alone."""
    return channel.startswith("D")
