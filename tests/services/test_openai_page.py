"""What the page of the OpenAI wire shows, works as it stands there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from services.openai.bodies import Chat, Turn
from services.openai.chats import hints_of
from services.settings import Settings
from tests.services.commands import Zhizao
from tests.services.serving import serve_whole

PAGE = (Path(__file__).parents[2] / "deploy" / "openai.md").read_text("utf-8")


def _block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_snippet_shows_a_plan_and_carries_it_out(
    zhizao: Zhizao, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert zhizao.run("people", "add", "bob").code == 0
    key = zhizao.run("keys", "create", "bob").out.split()[-1]
    monkeypatch.setenv("ZHIZAO_KEY", key)
    told: dict[str, Any] = {}
    settings = Settings(home=zhizao.home, sandbox_port=zhizao.sandbox.port)
    with serve_whole(settings) as service:
        exec(_block("python").replace(":8000/", f":{service.port}/"), told)
        told["client"].close()
    assert "✓ 优惠券已创建" in capsys.readouterr().out
    assert len(zhizao.effects()) == 1


def test_the_headers_of_both_front_ends_are_understood() -> None:
    chat = Chat((Turn("user", "hello"),))
    webui: dict[str, str] = json.loads(_block("json"))
    filled = {name.lower(): f"a-{name}" for name in webui}
    hints = hints_of(filled, chat, "")
    assert (hints.chat, hints.speaker) == ("a-X-OpenWebUI-Chat-Id", "a-X-OpenWebUI-User-Id")
    assert hints.message == "a-X-OpenWebUI-User-Message-Id"
    unfilled = hints_of({name.lower(): value for name, value in webui.items()}, chat, "")
    assert (unfilled.chat, unfilled.speaker, unfilled.message) == (None, None, None)
    [endpoint] = yaml.safe_load(_block("yaml"))["endpoints"]["custom"]
    headers = {name.lower(): "given" for name in endpoint["headers"]}
    assert (hints_of(headers, chat, "").chat, hints_of(headers, chat, "").speaker) == ("given",) * 2
