"""Names and labels of a sentence, each with the grammar words in front of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipelines.records.collections import Collections
from pipelines.records.scan import Piece, count_in
from pipelines.records.words import phrase_set
from tool_registry.vocabulary.text import fold


@dataclass(slots=True)
class Mention:
    """A name, a label (`status`), or a label with its value (`status Active`)."""

    labels: tuple[str, ...] = ()
    """Nouns of collections that the label can be, nearest first."""
    label: str = ""
    """The label as it was said, folded."""
    value: str | None = None
    lead: str = ""
    """The grammar word in front: `naming`, `within`, `becomes`."""
    words: str = ""
    """The grammar word itself."""
    link: str = ""
    """How it is joined to what stands before: `link`, `then`, `stop`, or nothing."""
    each: bool = False
    """Said of everything that is listed."""
    pronoun: bool = False
    plain: bool = False
    """Words in small letters that nothing is known of."""
    many: bool = False
    """The label is in the plural, or counted."""
    count: int = 1
    """How many of it."""
    pointed: bool = False
    """That one: something that only the speaker sees."""
    owned: bool = False
    """It belongs to what stands right before it: `X's Y`."""
    start: int = 0
    end: int = 0


def mentions_of(pieces: Sequence[Piece], known: Collections) -> list[Mention]:
    """The names and labels among the pieces, each with the grammar words in front of it."""
    found: list[Mention] = []
    before, place = _Before(), 0
    while place < len(pieces):
        piece = pieces[place]
        if _is_count(pieces, place):
            before.count = int(piece.text)
        elif piece.kind in ("name", "plain", "noun", "field") or piece.what == "pronoun":
            mention, place = _mention(pieces, place, known, before.count > 1)
            before.tell(mention, bool(found))
            found.append(mention)
            before = _Before()
            continue
        else:
            before.see(piece)
        place += 1
    return found


@dataclass(slots=True)
class _Before:
    """The grammar words in front of a mention."""

    lead: str = ""
    words: str = ""
    link: str = ""
    marks: set[str] = field(default_factory=set[str])
    count: int = 1

    def see(self, piece: Piece) -> None:
        if piece.what == "counted":
            self.count = count_in(piece.text)
        elif piece.kind == "stop":
            self.link, self.lead, self.words = self.link or "stop", "", ""
        elif piece.what in ("link", "then"):
            self.link, self.lead = piece.what if self.link != "then" else self.link, ""
        elif piece.what in ("naming", "within", "becomes"):
            self.lead, self.words = piece.what, fold(piece.text)
        else:
            self.marks.add(piece.what)

    def tell(self, mention: Mention, follows: bool) -> None:
        mention.lead, mention.words, mention.link = self.lead, self.words, self.link
        mention.each, mention.pointed = "each" in self.marks, "demonstrative" in self.marks
        mention.owned = follows and "owned" in self.marks and not (self.lead or self.link)
        mention.plain = mention.plain and self.lead != "naming"
        mention.count = self.count


def _is_count(pieces: Sequence[Piece], place: int) -> bool:
    """`3 cases`: a number in front of what is counted, not a name."""
    after = pieces[place + 1] if place + 1 < len(pieces) else None
    return pieces[place].number and after is not None and after.what == "many"


def _mention(
    pieces: Sequence[Piece], place: int, known: Collections, counted: bool
) -> tuple[Mention, int]:
    """The mention that starts at a place, and the place behind it."""
    piece = pieces[place]
    if piece.what == "pronoun":
        return Mention(pronoun=True, start=piece.start, end=piece.end), place + 1
    if piece.kind in ("name", "plain"):
        plain = piece.kind == "plain"
        value = piece.text
        return Mention(value=value, plain=plain, start=piece.start, end=piece.end), place + 1
    labels = known.nouns(piece.text)
    mention = Mention(labels, piece.text, start=piece.start, end=piece.end)
    mention.many = counted or piece.what == "many"
    value, after = _value_after(pieces, place + 1)
    if value is not None and not (mention.many and _listed(pieces[place + 1 : after])):
        mention.value, mention.end = value.text, value.end
        return mention, after
    return mention, place + 1


def _listed(between: Sequence[Piece]) -> bool:
    """A list of names follows, not the name of one."""
    return True if len(between) > 1 else any(p.number for p in between)


def _value_after(pieces: Sequence[Piece], place: int) -> tuple[Piece | None, int]:
    while place < len(pieces):
        piece = pieces[place]
        if piece.kind in ("name", "plain"):
            return piece, place + 1
        turns = fold(piece.text) in phrase_set("marks", "turning")
        if piece.what not in ("idle", "becomes", "naming") or turns:
            return None, place
        place += 1
    return None, place
