"""Result fields of tools that declare no output schema, from what the author writes of them."""

import re

from tool_registry.parsing.description_terms import phrase_set, phrases
from tool_registry.parsing.schema import Field
from tool_registry.parsing.sections import Sections
from tool_registry.vocabulary.text import fold, split_identifier

_KEY = re.compile(
    r"(?<![A-Za-z0-9_$.\[\]])(?P<path>[A-Za-z_$][A-Za-z0-9_]*(?:\[\])?(?:\.[A-Za-z_][A-Za-z0-9_]*(?:\[\])?)*)"
    r"(?![A-Za-z0-9_\[\]])"
)
_SAID = re.compile(r"\s*[`*\"'|]*\s*(?:[:：=\-—–|]+|[(（])\s*(?P<text>[^\n,，;；。、|)）]{1,60})")
_CAMEL = re.compile(r"[a-z][A-Z]|_|\.")


def told_outputs(sections: Sections) -> list[Field]:
    """Fields whose names the output section (or a sentence such as `returns …`) writes out.

    A name counts when it looks like one (`bookId`, `book_id`, `data.id`), is explained
    (`status: …`), or stands alone in the output section."""
    own = sections.text("outputs")
    text = own or _returning(sections.prose)
    found: dict[str, Field] = {}
    for match in _KEY.finditer(text):
        path = match["path"].removeprefix("$.")
        said = _SAID.match(text, match.end())
        if path not in found and _is_field(path, said is not None, bool(own)):
            description = said["text"].strip(" `*\"'") if said else ""
            many = "[]" in path
            schema = {"description": description}
            found[path] = Field(path, schema, "any", required=False, many=many)
    siblings = frozenset(field.key for field in found.values())
    return [
        Field(f.path, f.schema, f.type, f.required, f.many, siblings=siblings)
        for f in found.values()
    ]


def _is_field(path: str, explained: bool, own_section: bool) -> bool:
    words = split_identifier(path)
    if path.upper() == path and "_" in path:
        return False
    if " ".join(words) in phrase_set("naming", "envelope") or path in ("true", "false", "null"):
        return False
    if _CAMEL.search(path):
        return True
    identifier = words[-1] in phrase_set("naming", "identifier_suffixes", "en")
    return (own_section and (explained or identifier)) or (explained and identifier)


def _returning(prose: str) -> str:
    """The sentences of free prose that tell what comes back."""
    kept: list[str] = []
    for sentence in re.split(r"(?<=[。;；\n])|(?<=\.)\s", prose):
        folded = fold(sentence)
        starts = [folded.find(p) for p in phrases("effects", "returns") if p in folded]
        if starts:
            kept.append(sentence[min(starts) :])
    return "\n".join(kept)
