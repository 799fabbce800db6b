"""States that must hold before a call, and that hold after it, from what authors write."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeAlias

from tool_registry.model import StateChange
from tool_registry.parsing.description_terms import is_whole, occurrences, phrases
from tool_registry.parsing.frame import Frame
from tool_registry.parsing.meaning import Reader
from tool_registry.parsing.reading import Reading
from tool_registry.parsing.sections import says
from tool_registry.vocabulary.lexicon import Concept, Kind
from tool_registry.vocabulary.text import fold

_CLAUSE = re.compile(r"[。;；!！\n]|\.\s|\.$")
_PIECE = re.compile(r"[,，()（）]")
StateUse: TypeAlias = tuple[tuple[str, ...], str, str | None, str | None]
"""Words, canonical word, attribute and entity of one value of a status field."""
_CODE = re.compile(r"(?<![A-Za-z0-9_])[A-Z][A-Z_]{2,30}(?![A-Za-z0-9_])")


@dataclass(frozen=True, slots=True)
class StateWord:
    """A state in a text: where it stands, and what it is a state of."""

    said: str
    """Folded."""
    start: int
    end: int
    held: "Held"


Held: TypeAlias = Mapping[str | None, tuple[str, str]]
"""Entity → canonical word and attribute; under None, those of whatever is spoken of."""


@dataclass(frozen=True)
class StateTable:
    """Which words are states, of which entity: from closed sets of status fields."""

    by_word: dict[str, Held]
    """By folded word or raw code."""
    closed: frozenset[tuple[str | None, str]]
    """Entities and attributes whose states are listed: another one has to be written just so."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """All words, the longest first, at every place of a folded text."""
        return re.compile(f"(?=({'|'.join(map(re.escape, self.by_word))}))")


def read_states(
    reading: Reading, main: str | None, table: StateTable, reader: Reader
) -> tuple[StateChange, ...]:
    """State changes per entity, preconditions and outcome of one entity joined."""
    before: dict[tuple[str, str], dict[str, None]] = {}
    after: dict[tuple[str, str], str] = {}
    for clause in _CLAUSE.split(reading.sections.prose + "\n" + reading.sections.text("outputs")):
        for piece in _pieces(clause):
            near = [*_things(piece, reader), *_things(clause, reader)]
            for word, tense in _tensed(piece, table, reader):
                name, place = _placed(word, near, main, table)
                if place and tense == "before":
                    before.setdefault(place, {})[name] = None
                elif place and tense == "after":
                    after[place] = name
            for word in _automatic(piece, table):
                name, place = _placed(word, near, main, table)
                if place:
                    after[place] = name
    places = dict.fromkeys([*before, *after])
    return tuple(
        StateChange(
            entity=entity,
            attribute=attribute,
            before=tuple(w for w in before.get((entity, attribute), {})),
            after=after.get((entity, attribute)),
        )
        for entity, attribute in places
    )


def _automatic(piece: str, table: StateTable) -> Iterator[StateWord]:
    """`is listed automatically afterwards`: a state told by the action that leads to it."""
    folded = fold(piece).strip()
    for mark in phrases("effects", "states", "automatic"):
        before, found, rest = folded.partition(mark)
        if before and mark in phrases("effects", "states", "automatic_first"):
            continue
        for key, held in table.by_word.items() if found else ():
            action = key[1:] if key.startswith(phrases("effects", "states", "done")) else key
            if len(action) > 1 and rest.lstrip().startswith(action):
                yield StateWord(key, 0, len(piece), held)
                return


def with_outcome(
    told: tuple[StateChange, ...], frame: Frame, table: StateTable
) -> tuple[StateChange, ...]:
    """Where the author names no state of the object as outcome, the verb's participle may be one.

    `approve` leaves a thing approved, if approved is one of the states of that thing; what a path
    calls `no-show` leaves it so."""
    main = frame.main
    if main is None:
        return told
    after = [fold(change.after) for change in told if change.entity == main and change.after]
    if any(main in table.by_word.get(word, {}) for word in after):
        return told
    participles = [p for verb in frame.actions[:1] for p in _participles(verb)]
    same = [fold(verb) for verb in frame.actions if " " in verb]
    held = [table.by_word.get(p, {}) for p in (*participles, *same)]
    state = next((states[main] for states in held if main in states), None)
    if state is None:
        return told
    word, attribute = state
    own = next((c for c in told if c.entity == main and c.attribute == attribute), None)
    change = own or StateChange(entity=main, attribute=attribute)
    others = [one for one in told if one is not own]
    return (change.model_copy(update={"after": word}), *others)


def _participles(verb: str) -> list[str]:
    """Spellings of a regular English verb's participle."""
    folded = fold(verb)
    if not folded.isascii() or not folded.isalpha():
        return []
    stem = folded[:-1] + "i" if folded.endswith("y") else folded
    return [stem + "ed", folded + "d", folded + folded[-1] + "ed"]


def _pieces(clause: str) -> list[str]:
    return [piece for piece in _PIECE.split(clause) if piece.strip()]


def _placed(
    word: StateWord, near: list[str], main: str | None, table: StateTable
) -> tuple[str, tuple[str, str] | None]:
    """What the state is called and whose it is: a word of some entities only counts where one of
    those is spoken of, and no entity has a state that is not among those listed for it."""
    owner = next((one for one in (*near, main) if one and one in word.held), None)
    name, attribute = word.held.get(owner, ("", ""))
    if owner is None and name:
        owner = near[0] if near else main
        translated = fold(name) != word.said and (owner, attribute) in table.closed
        owner = None if translated else owner
    return name, (owner, attribute) if owner else None


def _things(text: str, reader: Reader) -> list[str]:
    return [c.name for m in reader.scan(text) if (c := m.of(Kind.ENTITY))]


def _tensed(piece: str, table: StateTable, reader: Reader) -> list[tuple[StateWord, str]]:
    """Each state word with `before` or `after`, by the nearest marker; none without a marker."""
    if says(piece, "effects", "states", "refused"):
        return []
    words = [w for w in find_states(piece, table, reader) if not _passive(piece, w)]
    if not words:
        return []
    marks = _markers(piece, words)
    found: list[tuple[StateWord, str]] = []
    for word in words:
        tense = _tense(word, marks)
        if tense:
            found.append((word, tense))
    return found


def _passive(piece: str, word: StateWord) -> bool:
    """`can be approved` tells what may be done, not what is so."""
    before = fold_same(piece)[: word.start].rstrip()
    return before.endswith(phrases("effects", "states", "passive"))


def _tense(word: StateWord, marks: list[tuple[int, str]]) -> str | None:
    """The last marker in front decides; a marker behind counts where none is in front."""
    ahead = [tense for at, tense in marks if at <= word.start]
    if ahead:
        return ahead[-1]
    behind = [tense for at, tense in marks if at >= word.end]
    return "before" if behind else None


def _markers(piece: str, words: list[StateWord]) -> list[tuple[int, str]]:
    folded = fold_same(piece)
    spans = [(word.start, word.end) for word in words]
    taken: list[tuple[int, int]] = []
    found: list[tuple[int, str]] = []
    both = [(p, t) for t in ("before", "after") for p in phrases("effects", "states", t)]
    if says(piece, "effects", "states", "motion"):
        both += [(p, "after") for p in phrases("effects", "states", "after_weak")]
    for phrase, tense in sorted(both, key=lambda pair: -len(pair[0])):
        for at in occurrences(folded, phrase):
            end = at + len(phrase)
            clear = all(end <= s or at >= e for s, e in (*spans, *taken))
            if clear and is_whole(folded[max(0, at - 1) : end + 1], phrase):
                taken.append((at, end))
                found.append((at, tense))
    return sorted(found)


def fold_same(text: str) -> str:
    """Lower case without changing the length, so that offsets hold."""
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def find_states(piece: str, table: StateTable, reader: Reader) -> list[StateWord]:
    """State words of a piece: those of the table, longest first, then shaped ones and CODES."""
    found: list[StateWord] = []
    folded = fold_same(piece)
    for match in table.pattern.finditer(folded) if table.by_word else ():
        at, word = match.start(1), match[1]
        whole = is_whole(folded[max(0, at - 1) : at + len(word) + 1], word)
        if whole and not _is_thing(folded[:at], word, reader):
            found.append(StateWord(word, at, at + len(word), table.by_word[word]))
    found.extend(_shaped(piece, reader))
    for match in _CODE.finditer(piece):
        if held := table.by_word.get(said := fold(match[0])):
            found.append(StateWord(said, match.start(), match.end(), held))
    return _longest(found)


def _is_thing(before: str, word: str, reader: Reader) -> bool:
    """`the candidate must be …`: a word that is a thing as well, and the one spoken of."""
    pointed = before.rstrip().endswith(phrases("effects", "states", "definite"))
    return pointed and bool(reader.lexicon.lookup(word, Kind.ENTITY))


def _longest(found: list[StateWord]) -> list[StateWord]:
    kept: list[StateWord] = []
    for word in sorted(found, key=lambda w: (w.start - w.end, None in w.held, w.start)):
        if all(word.end <= other.start or word.start >= other.end for other in kept):
            kept.append(word)
    return sorted(kept, key=lambda w: w.start)


def _shaped(piece: str, reader: Reader) -> list[StateWord]:
    """State words by their shape: a prefix (already, not yet) before a verb or before `state`."""
    found: list[StateWord] = []
    for match in _prefixed().finditer(piece):
        verbs = [match[0][1 : n + 1] for n in range(len(match[0]) - 1, 1, -1)]
        length = next((len(v) for v in verbs if reader.lexicon.lookup(v, Kind.ACTION)), 0)
        told = _before_state_word().match(piece, match.start())
        end = match.start() + 1 + length if length else (told.end(1) if told else 0)
        if end:
            word = piece[match.start() : end]
            found.append(StateWord(fold(word), match.start(), end, {None: (word, "status")}))
    return found


@cache
def _prefixed() -> re.Pattern[str]:
    return re.compile(
        rf"[{''.join(phrases('effects', 'states', 'prefixes'))}][\u3400-\u9fff]{{2,4}}"
    )


@cache
def _before_state_word() -> re.Pattern[str]:
    words = "|".join(w for w in phrases("effects", "states", "words") if not w.isascii())
    return re.compile(rf"([\u3400-\u9fff]{{3,5}}?)(?:{words})")


def state_table(
    uses: list[StateUse],
    concepts: list[Concept],
    verbs: frozenset[str],
) -> StateTable:
    """From (words, canonical word, attribute, entity) of every status field's values.

    `concepts`: states that the packs know, without those of their words that are `verbs`."""
    by_word: dict[str, dict[str | None, tuple[str, str]]] = {}
    for words, name, attribute, entity in uses:
        for word in words:
            by_word.setdefault(fold(word), {})[entity] = (name, attribute or "status")
    closed = frozenset((entity, attribute or "status") for _, _, attribute, entity in uses)
    for concept in concepts:
        for word in {concept.name, *concept.surfaces} - verbs:
            own = (concept.name, concept.attribute or "status")
            by_word.setdefault(fold(word), {None: own})
    ordered = sorted(by_word.items(), key=lambda pair: (-len(pair[0]), pair[0]))
    return StateTable(dict(ordered), closed)
