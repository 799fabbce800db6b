"""What a code means that a result tells bare (`UNUSED`): the words that authors have elsewhere."""

import re
from dataclasses import replace

from pipelines.messages import LANGUAGES, Language
from pipelines.messages.labels import is_in
from pipelines.summary.rows import Cell, Key, Row
from tool_registry.catalogue import Catalogue

_CODE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")


def with_meaning(catalogue: Catalogue, key: Key, cell: Cell, language: Language) -> Cell:
    """The value with what its code means where the same attribute has it elsewhere, and all who
    say so in the reader's language say the same; else as it is."""
    if cell.words or not isinstance(cell.value, str):
        return cell
    word = _word(catalogue, cell.value, language, key)
    return replace(cell, words=(word,)) if word is not None else cell


def as_meant(catalogue: Catalogue, row: Row) -> Row:
    """The row with what its bare codes mean in any language: to compare with what was said."""

    def told(key: Key, cell: Cell) -> Cell:
        meant = (with_meaning(catalogue, key, cell, language).words for language in LANGUAGES)
        words = tuple(dict.fromkeys(word for each in meant for word in each))
        return replace(cell, words=words) if words else cell

    return replace(row, cells={key: told(key, cell) for key, cell in row.cells.items()})


def code_in_words(catalogue: Catalogue, text: str, language: Language) -> str:
    """A bare code of which nobody knows the attribute: its meaning where it has but one anywhere,
    else itself."""
    return _word(catalogue, text, language, None) or text


def _word(catalogue: Catalogue, code: str, language: Language, key: Key | None) -> str | None:
    if not _CODE.fullmatch(code):
        return None
    words = {
        word
        for entity, attribute, word in catalogue.codes.get(code, ())
        if is_in(word, language) and key in (None, (entity, attribute))
    }
    return words.pop() if len(words) == 1 else None
