"""Nothing is wired to one trade: with invented words for everything, sentences mean the same."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml

from pipelines.intent import understand
from tests.intent.projection import goal_line
from tests.intent.world import ENVIRONMENTS, lexicon_of
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.packs import load_packs
from tool_registry.vocabulary.text import is_latin

_CASES = Path(__file__).parent / "cases" / "commerce.yaml"
_KINDS = (Kind.ENTITY, Kind.VALUE, Kind.ACTION)
_FIRST_RARE = 0x4DB5 - 4000
"""Ideographs that no pack uses."""


@cache
def _invented() -> tuple[Lexicon, dict[str, tuple[str, str]]]:
    """The general pack with an invented trade; canonical name → its ideographs, its letters."""
    general = load_packs(("general",))
    names: dict[str, tuple[str, str]] = {}
    concepts: list[Concept] = []
    for number, concept in enumerate(lexicon_of("commerce").concepts):
        if concept.source == "general" or concept.kind not in _KINDS:
            continue
        rare = chr(_FIRST_RARE + 2 * number) + chr(_FIRST_RARE + 2 * number + 1)
        letters = "".join(chr(ord("a") + digit) for digit in divmod(number, 20))
        names[concept.name] = (rare, f"zu{letters}q")
        concepts.append(replace(concept, name=rare, surfaces=(rare, f"zu{letters}q")))
    told = {old: new for old, (new, _) in names.items()}
    renamed = [replace(c, entity=told.get(c.entity or "", c.entity)) for c in concepts]
    return Lexicon([*general, *renamed]), names


def _renamed(text: str) -> str:
    """The text with every word of the trade replaced by its invented one."""
    _, names = _invented()
    places = Lexicon(
        Concept(Kind.ENVIRONMENT, env.name, env.words) for env in ENVIRONMENTS.configured
    )
    parts: list[str] = []
    position = 0
    for match in lexicon_of("commerce").scan(text, beside=places):
        acts = any(c.kind is Kind.ACTION and c.source == "general" for c in match.concepts)
        if acts and match.of(Kind.VALUE) is None:
            continue
        name = next((c.name for c in match.concepts if c.name in names and c.kind in _KINDS), None)
        if name is not None:
            rare, letters = names[name]
            word = letters if is_latin(match.text[0]) else rare
            parts += [text[position : match.start], word]
            position = match.end
    return "".join([*parts, text[position:]])


def _sentences() -> list[str]:
    data = yaml.safe_load(_CASES.read_text("utf-8"))
    plain = [case for case in data["cases"] if case["type"] != "operate_project"]
    return [case["say"] for case in plain if case["goals"] and not _holds_its_thing(case["say"])]


def _holds_its_thing(text: str) -> bool:
    """A kind whose last syllable is the thing has no invented counterpart."""
    matches = lexicon_of("commerce").scan(text)
    return any(c.kind is Kind.VALUE and c.entity for match in matches for c in match.concepts)


@pytest.mark.parametrize("text", _sentences())
def test_invented_words_change_nothing_but_the_names(text: str) -> None:
    lexicon, names = _invented()
    plain = understand(text, lexicon_of("commerce"), ENVIRONMENTS)
    odd = understand(_renamed(text), lexicon, ENVIRONMENTS)
    expected = [goal_line(goal) for goal in plain.goals]
    for old, (new, _) in sorted(names.items(), key=lambda item: -len(item[0])):
        expected = [line.replace(old, new) for line in expected]
    assert [goal_line(goal) for goal in odd.goals] == expected
    assert (odd.intent_type, odd.environment) == (plain.intent_type, plain.environment)
