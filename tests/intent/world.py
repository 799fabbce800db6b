"""Environments and lexicons that the sentences are read with."""

from functools import cache
from pathlib import Path

from tool_registry.base.environment import Environment, Environments
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.packs import load_packs

TRADES = Path(__file__).parent / "packs"
"""What the catalogues of other trades would add to the general pack."""

ENVIRONMENTS = Environments(
    configured=(
        Environment(
            name="daily", label={"zh": "日常", "en": "daily"}, words=("日常", "线下", "offline")
        ),
        Environment(
            name="pre",
            label={"zh": "预发", "en": "pre"},
            words=("预发", "yufa", "pre-release", "pre-prod"),
        ),
    ),
    stress="pre",
)


@cache
def lexicon_of(pack: str) -> Lexicon:
    """The general pack and one trade."""
    if pack == "commerce":
        return Lexicon(load_packs(("general", "commerce")))
    return Lexicon([*load_packs(("general",)), *load_packs((pack,), TRADES)])
