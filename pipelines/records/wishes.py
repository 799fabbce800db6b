"""What a sentence wants done to which records: verbs with the names and fields around them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pipelines.records.collections import Collections, labels_for
from pipelines.records.mentions import Mention, mentions_of
from pipelines.records.scan import Piece, scan
from pipelines.records.words import phrase_set
from tool_registry.vocabulary.text import fold


@dataclass(slots=True)
class Wish:
    """One thing to be done."""

    kind: str
    """create, change, rename, delete, query; clear: a field is to hold nothing."""
    verb: str
    left: list[Mention] = field(default_factory=list[Mention])
    right: list[Mention] = field(default_factory=list[Mention])
    noun: str | None = None
    """Of the collection; None where only looking the name up will tell."""
    name: str | None = None
    """Of the record: the new one's, or that of one that exists."""
    values: list[Mention] = field(default_factory=list[Mention])
    unknown: str = ""
    """The word for its kind that no collection has."""
    quantity: int = 1
    """So many alike are to be made."""
    asked: Mention | None = None
    """The field of the record that is asked for."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """All that the sentence wants, in order."""

    wishes: tuple[Wish, ...]
    makes_missing: bool
    """What it refers to and does not exist is to be made."""
    known: Collections
    """The collections by whose words it was read."""


def read_wishes(text: str, known: Collections) -> Wishes | None:
    """The wishes of a sentence (without its environment); None where it is about something else."""
    pieces = scan(text, known.spoken, ())
    if not any(piece.kind == "verb" for piece in pieces):
        return None
    said = [n for piece in pieces if piece.kind == "noun" for n in known.nouns(piece.text)]
    pieces = [_numbered(p, known) for p in scan(text, known.spoken, _labels(known, said))]
    supplement = any(piece.what == "supplement" for piece in pieces)
    wishes = [one for wish in _gathered(pieces, known) for one in _settled(wish, known)]
    _inherit(wishes)
    readable = wishes and all(_readable(wish) for wish in wishes)
    return Wishes(tuple(wishes), supplement, known) if readable else None


def _numbered(piece: Piece, known: Collections) -> Piece:
    """The plural of a noun says so."""
    plural = piece.kind == "noun" and piece.text not in known.spoken
    return replace(piece, what="many") if plural else piece


def _labels(known: Collections, nouns: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for noun in dict.fromkeys(nouns):
        for collection in known.by_noun.get(noun, [])[:2]:
            for name in {*collection.parts, *collection.changes}:
                found.update(labels_for(name))
                found.update(labels_for(name.rpartition(" ")[2]))
    return found - {fold(word) for word in phrase_set("marks", "idle")}


def _gathered(pieces: Sequence[Piece], known: Collections) -> list[Wish]:
    """A wish for every verb, with what stands before and after it."""
    wishes: list[Wish] = []
    waiting: list[Piece] = []
    for piece in pieces:
        if piece.what == "supplement":
            continue
        if piece.kind != "verb":
            waiting.append(piece)
            continue
        if wishes and not _carries_on(wishes[-1], piece, waiting):
            before, waiting = _fronted(waiting)
            wishes[-1].right = mentions_of(before, known)
            wishes.append(Wish(piece.what, fold(piece.text), left=mentions_of(waiting, known)))
        elif wishes:
            _go_on(wishes[-1], piece, waiting, known)
        else:
            wishes.append(Wish(piece.what, fold(piece.text), left=mentions_of(waiting, known)))
        waiting = []
    if wishes:
        wishes[-1].right += mentions_of(waiting, known)
    return wishes


def _carries_on(wish: Wish, piece: Piece, between: Sequence[Piece]) -> bool:
    """`look up which …`, `move X and set it to`: a second verb of the same wish."""
    asks = wish.kind == "query" and piece.what == "query"
    empty = not any(p.kind in ("name", "noun", "plain", "field") for p in between)
    return asks or (empty and wish.kind == piece.what and not wish.right)


def _go_on(wish: Wish, piece: Piece, between: Sequence[Piece], known: Collections) -> None:
    wish.left += mentions_of(between, known)
    wish.verb = f"{wish.verb} {fold(piece.text)}"


def _fronted(pieces: Sequence[Piece]) -> tuple[list[Piece], list[Piece]]:
    """What belongs to the verb before, and what stands in front of the next one (Chinese)."""
    stops = [i for i, p in enumerate(pieces) if p.kind == "stop" or p.what in ("then", "link")]
    for at in reversed(stops):
        rest = [p for p in pieces[at + 1 :] if p.what not in ("then", "link", "idle")]
        if rest and rest[0].what in ("front", "within"):
            return list(pieces[:at]), list(pieces[at + 1 :])
    return list(pieces), []


def _settled(wish: Wish, known: Collections) -> Iterator[Wish]:
    """The wish with its record; one for each that is to be made."""
    settle = {"create": _creations, "query": _queries}.get(wish.kind, _changes)
    yield from settle(wish, known)


def _creations(wish: Wish, known: Collections) -> Iterator[Wish]:
    for mention in wish.left:
        mention.lead = mention.lead or "within"
    mentions = [m for m in wish.right if not m.pronoun or m.lead]
    first = next((i for i, m in enumerate(mentions) if _may_be_object(m)), None)
    before = mentions[:first] if first is not None else mentions
    if first is None or any(m.plain or m.value in (None, "") for m in before):
        strange = next((m for m in mentions if m.plain), None)
        yield replace(wish, unknown=(strange.value or "") if strange else "", values=mentions)
        return
    starts = [first, *_further(mentions, first, known)]
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(mentions)
        own = mentions[start + 1 : end]
        early = [*wish.left, *before] if number == 0 else [m for m in wish.left if m.pronoun]
        thing = mentions[start]
        made = replace(wish, noun=thing.labels[0], name=thing.value, values=[*early, *own])
        yield from _each_listed(made, thing)


def _may_be_object(mention: Mention) -> bool:
    return bool(mention.labels) and mention.lead not in ("within",)


def _further(mentions: Sequence[Mention], first: int, known: Collections) -> list[int]:
    """Where another thing to be made starts: `…, and then a case for it`."""
    found: list[int] = []
    current = mentions[first].labels[0]
    for place in range(first + 1, len(mentions)):
        mention = mentions[place]
        if not mention.labels or mention.lead or mention.link not in ("then", "link"):
            continue
        collection = known.named(current)
        field_of = collection is not None and any(
            part.target is not None and known.by_key[part.target].noun in mention.labels
            for part in collection.parts.values()
        )
        if mention.link == "then" or not field_of:
            found.append(place)
            current = mention.labels[0]
    return found


def _each_listed(wish: Wish, thing: Mention) -> Iterator[Wish]:
    """`two X: 1 a and 2 b, both red`: a wish for each of the list."""
    groups: list[list[Mention]] = []
    shared: list[Mention] = []
    if thing.many and wish.name is None:
        for mention in wish.values:
            if mention.each or mention.label or mention.lead == "within":
                shared.append(mention)
            elif not groups or mention.link:
                groups.append([mention])
            else:
                groups[-1].append(mention)
    if len(groups) < 2:
        yield replace(wish, quantity=thing.count)
        return
    for group in groups:
        yield replace(wish, values=[*group, *shared])


def _queries(wish: Wish, known: Collections) -> Iterator[Wish]:
    mentions = [*wish.left, *wish.right]
    things = [m for m in mentions if m.labels and m.value is None]
    thing = things[-1] if things else next((m for m in mentions if m.labels), None)
    if thing is None:
        yield replace(wish, values=mentions)
        return
    asked = next((m for m in mentions if m.label and m.value is None), None)
    owner = next((m for m in mentions if m.labels and m.value), None)
    if asked and owner and _has(known, owner, asked):
        others = [m for m in mentions if m not in (asked, owner) and not m.plain]
        noun, name = owner.labels[0], owner.value
        yield replace(wish, noun=noun, name=name, asked=asked, values=others)
        return
    others = [m for m in mentions if m is not thing and not m.plain]
    yield replace(wish, noun=thing.labels[0], name=thing.value, values=others)


def _has(known: Collections, owner: Mention, asked: Mention) -> bool:
    """`the status of case 5`: what is asked for is a field of what is named."""
    collection = known.named(owner.labels[0])
    parts = {**collection.parts, **collection.changes} if collection else {}
    refers = (known.by_key[p.target].noun for p in parts.values() if p.target and not p.slot.many)
    return bool(set(asked.labels) & set(refers)) or (not asked.labels and bool(parts))


def _changes(wish: Wish, known: Collections) -> Iterator[Wish]:
    """The record that is changed or deleted, and what it is to become."""
    mentions = [*wish.left, *wish.right]
    label = next((m for m in mentions if m.labels), None)
    first = _record_of(wish)
    if first is not None and wish.kind == "delete" and _only_a_field(first, mentions):
        yield replace(wish, kind="clear", unknown=first.value or "")
        return
    if first is None:
        pointed = next((m for m in mentions if m.pointed), None)
        what = label or pointed or next((m for m in mentions if m.plain or m.value), None)
        noun = label.labels[0] if label else None
        yield replace(wish, noun=noun, unknown=_said(what), values=[])
        return
    if first.pointed and not first.labels and first.value:
        yield replace(wish, unknown=first.value, values=[])
        return
    noun = first.labels[0] if first.labels else None
    if noun is None and label is not None and label.value is None and first.lead == "naming":
        noun = label.labels[0]
        mentions = [m for m in mentions if m is not label]
    same = [first, *_alike(first, mentions)]
    others = [m for m in mentions if m not in same]
    for one in same:
        own = one.labels[0] if one.labels else noun
        yield replace(wish, noun=own, name=one.value, values=[replace(m) for m in others])


def _alike(first: Mention, mentions: Sequence[Mention]) -> list[Mention]:
    """`A and B`: what is joined to the record is a record as well."""
    found: list[Mention] = []
    for mention in mentions[mentions.index(first) + 1 :]:
        joined = mention.link == "link" and not mention.lead and mention.value
        if not joined or mention.plain or (mention.label and mention.labels != first.labels):
            break
        found.append(mention)
    return found


def _said(mention: Mention | None) -> str:
    return (mention.value or mention.label) if mention else ""


def _record_of(wish: Wish) -> Mention | None:
    """The name that stands first is the record; of `A's B` or `A box B` it is the second."""
    for side in (wish.left, wish.right):
        named = [m for m in side if m.value and not m.plain and m.lead != "becomes"]
        named = [m for m in named if m.labels or not m.label]
        for place, mention in enumerate(named):
            after = named[place + 1] if place + 1 < len(named) else None
            closer = after is not None and not after.lead and not after.link
            if (
                after is not None
                and closer
                and (after.owned or (after.labels and not mention.label))
            ):
                mention.lead = mention.lead or "within"
                continue
            return mention
    return None


def _only_a_field(first: Mention, mentions: Sequence[Mention]) -> bool:
    """`remove the owner from case 5`: what is to go is not the case."""
    return any(
        m.label and m.value is None and first.lead != "naming" for m in mentions if m is not first
    )


def _inherit(wishes: Sequence[Wish]) -> None:
    """`set case A to open and delete B`: B is a case as well."""
    for before, wish in pairwise(wishes):
        if wish.noun is None and wish.name and not wish.unknown:
            wish.noun = before.noun


def _readable(wish: Wish) -> bool:
    if wish.kind == "create":
        return wish.noun is not None or bool(wish.unknown)
    if wish.kind == "query":
        return wish.noun is not None
    return bool(wish.noun or wish.name or wish.unknown)
