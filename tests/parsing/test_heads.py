"""What several titles speak of, where nothing else names it."""

from tool_registry.parsing.titles import Titled, titled_entities
from tool_registry.vocabulary.lexicon import Lexicon


def test_a_blank_at_the_end_of_a_title_is_no_thing() -> None:
    told = [Titled("harbour pass ", ()), Titled("gate pass ", ()), Titled("lantern", ())]
    found = titled_entities(told, Lexicon(()))
    assert sorted(one.name for one in found) == ["lantern", "pass"]
