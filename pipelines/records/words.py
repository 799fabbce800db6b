"""The words of `words.yaml`: the grammar of requests about records."""

from functools import cache
from pathlib import Path
from typing import cast

import yaml

from tool_registry.vocabulary.text import fold


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = Path(__file__).with_name("words.yaml").read_text("utf-8")
    return cast("dict[str, dict[str, list[str]]]", yaml.load(text, Loader=loader))


@cache
def phrase_set(section: str, name: str) -> frozenset[str]:
    """The words of a section and name, folded."""
    return frozenset(fold(word) for word in _data()[section][name])


def sections(section: str) -> dict[str, list[str]]:
    """All names of a section with their words."""
    return _data()[section]
