"""Names of things and of their attributes in the user's language, from the lexicon."""

import re
from collections.abc import Iterable

from pipelines.messages import Language
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.bilingual import translations
from tool_registry.vocabulary.lexicon import Kind, Lexicon


def entity_label(lexicon: Lexicon, entity: str, language: Language) -> str:
    """The entity as the user calls it."""
    return _label(lexicon, Kind.ENTITY, entity, language)


def attribute_label(lexicon: Lexicon, attribute: str, language: Language) -> str:
    """The attribute's name for people; its canonical name where there is no other."""
    return _label(lexicon, Kind.ATTRIBUTE, attribute, language)


def value_label(lexicon: Lexicon, word: str, language: Language) -> str:
    """A value's word for people."""
    return _label(lexicon, Kind.VALUE, word, language)


def _label(lexicon: Lexicon, kind: Kind, name: str, language: Language) -> str:
    if is_in(name, language):
        return name.replace("_", " ")
    concept = lexicon.concept(kind, name)
    surfaces = concept.surfaces if concept else ()
    told = next((s for s in surfaces if is_in(s, language)), None)
    if told is None and kind is Kind.ENTITY:
        others = [pair for pair in translations(name) if is_in(pair[0], language)]
        told = min(others, key=lambda pair: pair[1])[0] if others else None
    return told or name


def is_in(word: str, language: Language) -> bool:
    """True when a word is written in the script of that language."""
    return word.isascii() == (language == "en")


def with_titles(text: str, tools: Iterable[ToolEssentialModel]) -> str:
    """An author's text with the titles of tools where it has their program names."""
    for tool in tools:
        if tool.name in text:
            text = re.sub(rf"(?<![\w-]){re.escape(tool.name)}(?![\w-])", tool.title, text)
    return text
