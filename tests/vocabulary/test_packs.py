"""The shipped synonym packs, and what is said when a pack is wrong."""

from pathlib import Path

import pytest

from tool_registry.base.errors import ConfigurationError
from tool_registry.vocabulary.lexicon import Kind, Lexicon, merge
from tool_registry.vocabulary.packs import load_packs


def test_no_two_meanings_of_the_general_pack_run_together() -> None:
    concepts = load_packs(("general",))
    assert len(merge(concepts)) == len({(c.kind, c.name) for c in concepts})


def test_every_action_says_what_it_does_to_data() -> None:
    actions = [c for c in load_packs(("general", "commerce")) if c.kind is Kind.ACTION]
    assert [c.name for c in actions if c.function is None] == []


def test_state_words_of_the_packs_are_values_of_the_status() -> None:
    lexicon = Lexicon(load_packs(("general", "commerce")))
    for word in ("完结", "completed", "待支付", "cancelled"):
        assert [c.attribute for c in lexicon.lookup(word, Kind.VALUE)] == ["status"], word


def test_a_missing_pack_is_named() -> None:
    with pytest.raises(ConfigurationError, match="synonym pack 'nothing' not found"):
        load_packs(("nothing",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("actions: [", "not valid YAML"),
        ("verbs: []", "unknown section 'verbs'"),
        ("actions:\n- {zh: [造]}", "has no name"),
        ("markers:\n- {name: place, en: [on]}", "put it in quotes"),
    ],
)
def test_a_broken_pack_says_what_is_wrong_and_where(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "odd.yaml").write_text(text, "utf-8")
    with pytest.raises(ConfigurationError, match=said) as raised:
        load_packs(("odd",), tmp_path)
    assert "odd.yaml" in str(raised.value)
