"""A sentence in pieces: verbs, words for collections and fields, grammar words, and names."""

import re
from collections.abc import Collection as Held
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pipelines.records.words import sections
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon, Match
from tool_registry.vocabulary.numerals import number_of
from tool_registry.vocabulary.text import fold, is_ideograph

_QUOTED = re.compile(r"[\"“”「『《‘`]([^\"“”「」『』《》’`]+)[\"”“」』》’`]|(?<!\w)'([^']+)'(?!\w)")
_CODE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._\-/:@+#%]*[A-Za-z0-9%])?")
_CODED = re.compile(r"\d|(?<=\w)[-_./:@+#](?=\w)")
_WORD = r"[A-Z][A-Za-z0-9'&]*"
_CAPITALS = re.compile(
    rf"(?<![A-Za-z0-9]){_WORD}(?:[ .\-](?:{_WORD}|\d+|&)| (?:the|of the)(?= [A-Z]))*"
)
_SIGNS = ",,。;;!!??\n.()()"
_MASK = "|"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the sentence and what it is."""

    kind: str
    """`verb`, `noun`, `field`, `mark`, `name`, `plain` (unknown, in small letters) or `stop`."""
    what: str
    """Of verbs and marks: which one."""
    text: str
    start: int
    end: int

    @property
    def number(self) -> bool:
        """A bare number."""
        return self.kind == "name" and self.text.isdigit()


def scan(text: str, nouns: Iterable[str], fields: Iterable[str]) -> list[Piece]:
    """The pieces of a text in order; `nouns` and `fields` are words of the collections."""
    lexicon = Lexicon(_concepts(tuple(nouns), tuple(fields)))
    names = [*_counts(text), *_names(text, lexicon)]
    names = [n for i, n in enumerate(names) if not _meets(n, names[:i])]
    masked = _masked(text, names)
    matches = [m for m in lexicon.scan(masked) if not _inside_word(m, masked)]
    placed = [*names, *(_piece(match) for match in matches)]
    placed.sort(key=lambda piece: piece.start)
    return _whole_names(list(_filled(text, masked, placed)))


def count_in(text: str) -> int:
    """How many `3 …` or `two` are; 1 where that is no whole number."""
    signs = "".join(sections("signs")["classifiers"])
    said = number_of(text.rstrip(signs).strip()) or number_of(text)
    return said if isinstance(said, int) else 1


def _counts(text: str) -> list[Piece]:
    signs = "".join(sections("signs")["classifiers"])
    found = re.finditer(rf"(?<![A-Za-z0-9.])\d{{1,4}} ?[{signs}]", text)
    return [Piece("mark", "counted", hit[0], hit.start(), hit.end()) for hit in found]


def _whole_names(pieces: list[Piece]) -> list[Piece]:
    """In scripts without blanks a one-sign word inside an unknown word is part of that name."""
    found: list[Piece] = []
    for place, piece in enumerate(pieces):
        last = found[-1] if found else None
        after = pieces[place + 1] if place + 1 < len(pieces) else None
        if last is not None and last.what == "han" and _touches(last, piece):
            inside = _is_short(piece) and after is not None and after.what == "han"
            if piece.what == "han" or (inside and after and _touches(piece, after)):
                found[-1] = replace(last, text=last.text + piece.text, end=piece.end)
                continue
        named = last is not None and last.what == "naming"
        begins = _is_short(piece) and (piece.what == "within" or named) and after is not None
        if begins and after and after.what == "han" and _touches(piece, after):
            found.append(replace(piece, kind="name", what="han"))
        else:
            found.append(piece)
    return found


def _touches(first: Piece, second: Piece) -> bool:
    return first.end == second.start


def _is_short(piece: Piece) -> bool:
    return piece.kind in ("mark", "verb") and len(piece.text) == 1 and is_ideograph(piece.text)


def _concepts(nouns: tuple[str, ...], fields: tuple[str, ...]) -> Iterator[Concept]:
    yield Concept(Kind.ENTITY, "noun", nouns)
    yield Concept(Kind.ATTRIBUTE, "field", fields)
    for name, said in sections("marks").items():
        yield Concept(Kind.MARKER, name, tuple(said))
    for name, said in sections("verbs").items():
        yield Concept(Kind.ACTION, f"verb {name}", tuple(said))


def _piece(match: Match) -> Piece:
    for kind, name in ((Kind.ENTITY, "noun"), (Kind.ATTRIBUTE, "field")):
        if match.of(kind):
            return Piece(name, "", fold(match.text), match.start, match.end)
    verb, mark = match.of(Kind.ACTION), match.of(Kind.MARKER)
    if verb is not None:
        return Piece("verb", verb.name.split()[-1], match.text, match.start, match.end)
    return Piece("mark", mark.name if mark else "idle", match.text, match.start, match.end)


def _names(text: str, lexicon: Lexicon) -> list[Piece]:
    """What can only be a name or a value: quoted, with digits or signs inside, in capitals."""
    found: list[Piece] = []
    for quoted in _QUOTED.finditer(text):
        said = quoted[1] or quoted[2]
        found.append(Piece("name", "quoted", said.strip(), quoted.start(), quoted.end()))
    for pattern in (_CODE, _CAPITALS):
        for hit in pattern.finditer(text):
            piece = _name(hit, pattern is _CODE, text, lexicon)
            if piece is not None and not _meets(piece, found):
                found.append(piece)
    return _joined(sorted(found, key=lambda piece: piece.start), text)


def _name(hit: re.Match[str], code: bool, text: str, lexicon: Lexicon) -> Piece | None:
    said, start = hit[0], hit.start()
    if code:
        known = lexicon.lookup(said)
        return None if known or not _CODED.search(said) else _as_name(said, start)
    first = not text[:start].strip(" \n|")
    while said:
        head = _known_head(said, lexicon)
        if head is None:
            break
        cut = len(head) + len(said[len(head) :]) - len(said[len(head) :].lstrip())
        said, start = said[cut:], start + cut
    lead = said.split(" ")[0]
    if first and start == hit.start() and lexicon.lookup(lead):
        return None
    return _as_name(said, start) if said else None


def _known_head(said: str, lexicon: Lexicon) -> str | None:
    """The word of a collection, or the grammar word, that a stretch in capitals starts with."""
    words = said.split(" ")
    for count in range(min(3, len(words)), 0, -1):
        head = " ".join(words[:count])
        shouted = head.isupper() and len(head) > 1
        kinds = (Kind.ENTITY, Kind.ATTRIBUTE) if shouted else (None,)
        if any(lexicon.lookup(head, kind) for kind in kinds):
            return head
    return None


def _as_name(said: str, start: int) -> Piece:
    return Piece("name", "", said, start, start + len(said))


def _meets(piece: Piece, others: Held[Piece]) -> bool:
    return any(piece.start < other.end and other.start < piece.end for other in others)


def _joined(names: Sequence[Piece], text: str) -> list[Piece]:
    """`Core 5`, `Lyon-2 North`: a word in capitals and a code beside it are one name."""
    found: list[Piece] = []
    for piece in names:
        last = found[-1] if found else None
        beside = last is not None and text[last.end : piece.start] == " "
        if last and beside and (_one_name(last, piece) or _measure(last, piece)):
            said = text[last.start : piece.end]
            found[-1] = replace(last, text=said, end=piece.end)
        else:
            found.append(piece)
    return found


def _one_name(first: Piece, second: Piece) -> bool:
    quoted = "quoted" in (first.what, second.what)
    return not quoted and first.text[0].isupper() and second.text[0].isupper()


def _measure(first: Piece, second: Piece) -> bool:
    """`16 GB`: a number and a unit in capitals."""
    return first.text.isdigit() and second.text.isupper() and len(second.text) <= 3


def _masked(text: str, names: Sequence[Piece]) -> str:
    signs = list(text)
    for piece in names:
        signs[piece.start : piece.end] = _MASK * (piece.end - piece.start)
    return "".join(signs)


def _inside_word(match: Match, text: str) -> bool:
    """True for a Latin match that is only part of a word (a letter stands right beside it)."""
    before, after = text[match.start - 1 : match.start], text[match.end : match.end + 1]
    return (before.isascii() and before.isalnum() and match.text[0].isascii()) or (
        after.isascii() and after.isalnum() and match.text[-1].isascii()
    )


def _filled(text: str, masked: str, placed: Sequence[Piece]) -> Iterator[Piece]:
    position = 0
    for piece in placed:
        if piece.start < position:
            continue
        yield from _gap(text, masked, position, piece.start)
        yield piece
        position = piece.end
    yield from _gap(text, masked, position, len(text))


def _gap(text: str, masked: str, start: int, end: int) -> Iterator[Piece]:
    """Unknown words and signs between what is known."""
    here = masked[start:end]
    for hit in re.finditer(
        rf"[{re.escape(_SIGNS)}]|[^\s{re.escape(_SIGNS)}]+(?: +[^\W\d_]+)*", here
    ):
        said = hit[0].strip()
        begin = start + hit.start()
        if said in _SIGNS:
            yield Piece("stop", said, said, begin, begin + 1)
            continue
        if not any(char.isalnum() for char in said):
            continue
        kind = "name" if is_ideograph(said[0]) else "plain"
        yield Piece(kind, "han" if kind == "name" else "", said, begin, begin + len(hit[0]))
