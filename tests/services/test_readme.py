"""The example in the README is what the command prints."""

import re

from tests.services.commands import ROOT, Zhizao

EXAMPLE = re.compile(r"<!-- example -->\n```\n(.*?)```\n<!-- /example -->", re.DOTALL)
REQUEST = re.compile(r'^EXAMPLE="(.*)"$', re.MULTILINE)
CHANGING = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|session-[0-9a-f]{16}")
"""Times and ids of conversations."""


def test_the_readme_shows_what_the_example_prints(zhizao: Zhizao) -> None:
    shown = EXAMPLE.search((ROOT / "README.md").read_text("utf-8"))
    request = REQUEST.search((ROOT / "deploy" / "run.sh").read_text("utf-8"))
    assert shown
    assert request
    printed = zhizao.run("ask", request[1]).out
    assert CHANGING.sub("…", printed) == CHANGING.sub("…", shown[1])
