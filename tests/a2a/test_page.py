"""What the page of A2A shows, works as it stands there."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.a2a.talking import Agent

PAGE = (Path(__file__).parents[2] / "deploy" / "a2a.md").read_text("utf-8")


def snippet() -> str:
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_snippet_makes_a_coupon(agent: Agent, capsys: pytest.CaptureFixture[str]) -> None:
    told: dict[str, Any] = {}
    exec(snippet().replace("http://127.0.0.1:8000", agent.url), told)
    assert "✓ 优惠券已创建" in capsys.readouterr().out
    assert len(agent.effects()) == 1


def test_it_is_ten_lines_beside_imports_and_blank_ones() -> None:
    lines = [
        one for one in snippet().splitlines() if one and not one.startswith(("import", "from"))
    ]
    assert len(lines) <= 10
