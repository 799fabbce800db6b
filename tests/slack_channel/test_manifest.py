"""The manifests ask for what the bot uses, and for nothing else."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from services.http import slack

ROOT = Path(__file__).parents[2]
MANIFESTS = sorted((ROOT / "deploy" / "slack").glob("*.yaml"))
_EVENTS = {
    "app_mention": "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "message.mpim": "mpim:history",
}
"""Event → the scope that Slack wants for it."""
_METHODS = {
    "auth.test": None,
    "apps.connections.open": None,
    "views.open": None,
    "users.info": "users:read",
    "files.info": "files:read",
    "chat.postMessage": "chat:write",
    "chat.postEphemeral": "chat:write",
    "chat.update": "chat:write",
    "chat.startStream": "chat:write",
    "chat.appendStream": "chat:write",
    "chat.stopStream": "chat:write",
}


def manifest(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text("utf-8"))


def methods() -> set[str]:
    """Those that the code calls."""
    folder = ROOT / "services" / "channels" / "slack"
    texts = [path.read_text("utf-8") for path in folder.glob("*.py")]
    pattern = r'"((?:auth|apps|views|users|files|chat|conversations)\.[A-Za-z.]+)"'
    return {found for text in texts for found in re.findall(pattern, text)}


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.stem)
def test_each_scope_is_that_of_an_event_a_method_or_the_command(path: Path) -> None:
    told = manifest(path)
    events = told["settings"]["event_subscriptions"]["bot_events"]
    assert sorted(events) == sorted(_EVENTS)
    assert methods() == set(_METHODS)
    wanted = {scope for scope in (*_EVENTS.values(), *_METHODS.values()) if scope}
    assert set(told["oauth_config"]["scopes"]["bot"]) == {*wanted, "commands"}


def test_the_two_differ_in_how_slack_reaches_the_service() -> None:
    http, socket = (manifest(path) for path in MANIFESTS)
    settings = http["settings"]
    [command] = http["features"]["slash_commands"]
    places = [settings["event_subscriptions"].pop("request_url"), command.pop("url")]
    places.append(settings["interactivity"].pop("request_url"))
    assert sorted(places) == sorted(f"https://HOST{path}" for path in slack.PATHS)
    assert (settings["socket_mode_enabled"], socket["settings"]["socket_mode_enabled"]) == (
        False,
        True,
    )
    settings["socket_mode_enabled"] = True
    assert http == socket
