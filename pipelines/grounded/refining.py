"""Atoms set right by what stands beside them: half-known words, short forms, times, counts."""

import re
from collections.abc import Iterable, Iterator, Sequence

from pipelines.grounded.atoms import Atom, folded
from pipelines.grounded.live import Live
from pipelines.grounded.surfaces import Words
from pipelines.grounded.words import listed, pattern
from tool_registry.vocabulary.clocks import clock
from tool_registry.vocabulary.text import is_ideograph

_TIMES = re.compile(r"^[xX×*](\d+)$|^(\d+)[xX×]$")
_FAMILY = 5
"""Letters at which words of one family begin alike."""
_SHORT = 3


def refined(atoms: Sequence[Atom], words: Words, live: Live) -> list[Atom]:
    """The atoms, with what only their neighbours tell."""
    found = list(_whole_words(_clock_times(atoms)))
    _parted_verbs(found, words)
    _numbered(found, live)
    for place, atom in enumerate(found):
        if pattern("one").search(atom.text) and atom.marks:
            atom.marks |= {"new"}
        if atom.unknown or atom.shape == "code":
            _counted(atom)
        if atom.unknown and atom.text.isascii():
            _akin(atom, words)
        after = found[place + 1] if place + 1 < len(found) else None
        if atom.shape == "number" and atom.text in ("2", "4") and after and after.records:
            atom.shape, atom.marks = None, frozenset({"owner", "light"})  # `4 Ann`: for Ann
    return found


def _parted_verbs(atoms: Sequence[Atom], words: Words) -> None:
    """`check it in`: a verb of two words with its object between them."""
    for place, atom in enumerate(atoms):
        for after in atoms[place + 2 : place + 4]:
            both = f"{folded(atom)} {folded(after)}"
            short = folded(after) in listed("particles") and not any(
                a.sign for a in atoms[place : place + 3]
            )
            if short and both in words.verbs:
                atom.verbs, atom.marks = dict(words.verbs[both]), frozenset()
                after.marks, after.options = frozenset({"light"}), frozenset()


def _numbered(atoms: Sequence[Atom], live: Live) -> None:
    """`room 12`, `12 and 14`: bare numbers that identify what the sentence speaks of."""
    spoken = [kind for a in atoms for kind, far in a.nouns.items() if far <= 3]
    for place, atom in enumerate(atoms):
        if atom.shape != "number" or not atom.text.isdigit():
            continue
        beside = [a for a in atoms[max(0, place - 1) : place + 2] if a is not atom]
        near = [kind for a in beside for kind in a.nouns]
        free = not any(a.is_("light") and a.start == atom.end for a in beside)
        plural = place + 1 < len(atoms) and atoms[place + 1].text.lower().endswith("s")
        for kind in near if not plural else ():
            _identify(atom, kind, live)
        before = atoms[place - 1] if place else None
        if before is not None and before.is_("except", "and") and free:
            for kind in spoken:
                _identify(atom, kind, live)


def _identify(atom: Atom, kind: str, live: Live) -> None:
    record = live.record(kind, atom.text)
    if record is not None and not atom.records:
        atom.records, atom.shape = (record,), None


def _counted(atom: Atom) -> None:
    hit = _TIMES.match(atom.text)
    if hit:
        atom.shape, atom.value = "number", int(hit[1] or hit[2])


def _clock_times(atoms: Sequence[Atom]) -> Iterator[Atom]:
    """`9 am, half past 9 and 10`: after a time, the numbers that are told as times are such."""
    timed, skip = False, False
    for place, atom in enumerate(atoms):
        if skip:
            skip = False
            continue
        timed = timed or atom.shape == "time"
        after = atoms[place + 1] if place + 1 < len(atoms) else None
        if timed and atom.shape == "number" and after and pattern("clock").match(after.text):
            said = atom.text + after.text
            told = clock(said)
            if told is not None:
                skip = True
                yield Atom(atom.start, after.end, said, shape="time", value=told)
                continue
        yield atom


def _whole_words(atoms: Iterable[Atom]) -> Iterator[Atom]:
    """A classifier or the like right behind an unknown sign is the end of an unknown word."""
    held: Atom | None = None
    for atom in atoms:
        joined = held is not None and held.end == atom.start and _han(held) and _han(atom)
        if held is not None and joined and (atom.unknown or _loose(atom)):
            held = Atom(held.start, atom.end, held.text + atom.text)
            continue
        if held is not None:
            yield held
            held = None
        if atom.unknown:
            held = atom
        else:
            yield atom
    if held is not None:
        yield held


def _han(atom: Atom) -> bool:
    return is_ideograph(atom.text[0])


def _loose(atom: Atom) -> bool:
    """A single sign that counts things elsewhere."""
    return len(atom.text) == 1 and atom.is_("light") and bool(pattern("counting").match(atom.text))


def _akin(atom: Atom, words: Words) -> None:
    """A word of a known one's family, or its short form: `allergic`, `appt`, `recieve`."""
    said = folded(atom)
    for forms, give in (
        (words.labels, "labels"),
        (words.nouns, "nouns"),
        (words.values, "options"),
    ):
        same = {w for w in forms if w.isascii() and (_family(said, w) or _short_of(said, w))}
        if give == "nouns":
            told: dict[str, int] = {}
            for word in same:
                told |= {k: far for k, far in words.nouns[word].items() if far <= 1}
            if len(told) == 1:
                atom.nouns = told
        elif give == "labels" and same:
            atom.labels = frozenset(key for word in same for key in words.labels[word])
        elif same:
            atom.options = frozenset(o for word in same for o in words.values[word])
        if atom.content:
            return


def _family(said: str, word: str) -> bool:
    long = len(said) >= _FAMILY and len(word) >= _FAMILY and " " not in word
    return long and said[:_FAMILY] == word[:_FAMILY] and abs(len(said) - len(word)) <= 4


def _short_of(said: str, word: str) -> bool:
    """`appt` of `appointment`: its letters in their order, the first three alike."""
    stem = said.rstrip("s") if len(said) > 4 else said
    if len(stem) <= _SHORT or " " in word or len(word) <= len(stem):
        return False
    rest = iter(word)
    return stem[:_SHORT] == word[:_SHORT] and all(char in rest for char in stem)
