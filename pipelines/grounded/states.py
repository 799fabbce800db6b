"""From which state to which an operation brings a record, by what its author says of it."""

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pipelines.grounded.surfaces import Words, add_states, perfects
from pipelines.grounded.words import also, form, listed, pattern
from pipelines.grounded.world import Kind, Operation, World
from tool_registry.vocabulary.forms import inflections
from tool_registry.vocabulary.text import fold, is_ideograph, split_identifier

_SENTENCE = re.compile(r"[.。;；\n](?:\s|$)?|[—–]\s")
_FAR = 24
"""Signs that may stand between such a word and the state."""
_ARROW = (
    r"(?<![\w-])(?P<before>(?:{raws})(?:\s*(?:/|,|\bor\b)\s*(?:{raws}))*)\s*(?:\u2192|[-=]>)\s*"
    r"(?P<after>{raws})(?![\w-])"
)
_RAW = re.compile(r"(?!\bor\b)[\w-]+")
_SHORTEST = 5
"""Letters that two words have in common at their beginning where they are of one family."""


@dataclass(frozen=True, slots=True)
class Change:
    """An operation on a record that exists: the states it wants, and the one it leaves."""

    operation: Operation
    after: str
    before: frozenset[str] = frozenset()
    """Empty: nothing is known."""
    sets: str | None = None
    """Argument that takes the state itself."""


@dataclass(slots=True)
class States:
    """The changes of every kind, and the states that operations want of what they refer to."""

    changes: dict[str, list[Change]] = field(default_factory=dict[str, list[Change]])
    """By kind."""
    demands: dict[tuple[str, str], frozenset[str]] = field(
        default_factory=dict[tuple[str, str], frozenset[str]]
    )
    """(operation, argument that refers to a record) → states of that record."""

    def reaching(self, kind: str, state: str) -> list[Change]:
        """The changes that bring about that state."""
        return [one for one in self.changes.get(kind, []) if one.after == state]

    def way(self, kind: Kind, start: str, goal: str) -> list[Change] | None:
        """The shortest chain of changes from a state to another; None where there is none."""
        order = list(kind.state.told.values) if kind.state else []
        paths: deque[tuple[str, tuple[Change, ...]]] = deque([(start, ())])
        seen = {start}
        while paths:
            state, done = paths.popleft()
            if state == goal:
                return list(done)
            for change in self.changes.get(kind.key, []):
                if change.after not in seen and _starts(change, state, order):
                    seen.add(change.after)
                    paths.append((change.after, (*done, change)))
        return None


def _starts(change: Change, state: str, order: Sequence[str]) -> bool:
    if change.before:
        return state in change.before
    if change.sets is not None or fold(change.after) in listed("terminal"):
        return True
    places = [order.index(one) for one in (state, change.after) if one in order]
    return len(places) == 2 and places[1] == places[0] + 1


def states_of(world: World, words: Words) -> States:
    """All that is said of states; what operations lead to is said by their words from now on."""
    found = States()
    for kind in world.kinds.values():
        found.changes[kind.key] = list(_changes(kind, words))
    for kind in world.kinds.values():
        for change in found.changes[kind.key]:
            if kind.state is not None and change.sets is None:
                names = (kind.key, kind.state.key, change.after, change.operation.name)
                add_states(words, *names)
    for one in world.operations:
        for arg in one.args:
            target = world.kinds.get(arg.target or "")
            if target is not None and not arg.subject and target.state is not None:
                wanted = _mentioned([arg.slot.description], target, words, plainly=True)
                wanted = wanted or _demanded(_first(one.tool.description), target, words)
                if wanted:
                    found.demands[(one.name, arg.key)] = wanted
    return found


def _changes(kind: Kind, words: Words) -> Iterable[Change]:
    if kind.state is None:
        return
    for one in kind.of("act", "update"):
        slot = one.arg(kind.state.key)
        if slot is not None and slot.slot.values:
            yield from (Change(one, raw, sets=slot.key) for raw in slot.slot.values)
            continue
        told = _arrow(one, kind)
        after = told[1] if told else _after(one, kind, words) if one.role == "act" else None
        if after is not None:
            before = told[0] if told else _before(one, kind, words) - {after}
            yield Change(one, after, before)


def _arrow(one: Operation, kind: Kind) -> tuple[frozenset[str], str] | None:
    """`new -> open`: its author writes both states; None where there is no one such change."""
    assert kind.state is not None
    raws = "|".join(re.escape(raw) for raw in kind.state.told.values)
    told = f"{one.tool.title}\n{one.tool.description}"
    hits = {
        (frozenset(_RAW.findall(hit["before"])), hit["after"])
        for hit in re.finditer(_ARROW.format(raws=raws), told)
    }
    return hits.pop() if len(hits) == 1 else None


def _after(one: Operation, kind: Kind, words: Words) -> str | None:
    """The state that is called as the deed is."""
    assert kind.state is not None
    deeds = [w for w, told in words.verbs.items() if told.get(one.name, 9) == 0]
    titled = {fold(w) for w in (*split_identifier(one.tool.name), *one.tool.title.split())}
    nouns = [w for w, told in words.nouns.items() if told.get(kind.key, 9) <= 2]
    bare = {_bare(deed, nouns) for deed in deeds}
    scores = {
        raw: max(_like_deed(raw, bare, _glosses(kind, raw, words)), _like_title(raw, titled))
        for raw in kind.state.told.values
    }
    best = max(scores.values(), default=0)
    winners = [raw for raw, score in scores.items() if score == best]
    return winners[0] if best and len(winners) == 1 else None


def _bare(deed: str, nouns: Iterable[str]) -> str:
    """The deed without the thing and without words for doing: what is left must be the state's."""
    if not is_ideograph(deed[0]):
        return deed
    for word in sorted((*nouns, *listed("deed_helpers")), key=len, reverse=True):
        deed = deed.replace(word, "", 1) if word != deed else deed
    return deed


def _glosses(kind: Kind, raw: str, words: Words) -> set[str]:
    return {
        word
        for option, own in words.glosses.items()
        if option.kind == kind.key and option.raw == raw
        for word in own
    }


def _like_deed(raw: str, deeds: Iterable[str], glosses: Iterable[str]) -> int:
    plain = fold(" ".join(split_identifier(raw)))
    irregular = _irregular()
    for deed in deeds:
        if plain in inflections(deed) or irregular.get(deed) == plain or plain == deed:
            return 4
    return 2 if not perfects(glosses).isdisjoint(deeds) else 0


def _irregular() -> Mapping[str, str]:
    return {verb: forms[0] for verb, forms in also("irregular").items()}


def _like_title(raw: str, titled: Iterable[str]) -> int:
    content = [w for w in split_identifier(raw) if len(w) >= _SHORTEST]
    same = any(w[:_SHORTEST] == t[:_SHORTEST] for w in content for t in titled)
    return 1 if same else 0


# ---- the states before ---------------------------------------------------------------------


def _before(one: Operation, kind: Kind, words: Words) -> frozenset[str]:
    told = _mentioned(one.tool.refusals, kind, words, plainly=False)
    return told or _mentioned(_first(one.tool.description), kind, words, plainly=True)


def _first(description: str) -> list[str]:
    """The first sentence, and those that tell what has to be."""
    parts = [part for part in _SENTENCE.split(description) if part.strip()]
    return parts[:1] + [p for p in parts[1:] if re.search(r"\b(must|requires?|only)\b", p, re.I)]


def _mentioned(texts: Iterable[str], kind: Kind, words: Words, *, plainly: bool) -> frozenset[str]:
    """States of the kind that the texts demand; `plainly`: any that they name."""
    assert kind.state is not None
    found: set[str] = set()
    for text in texts:
        normal = fold(text.replace("_", " "))
        for raw in kind.state.told.values:
            for word in _state_words(raw, kind, words):
                for hit in re.finditer(_bounded(word), normal):
                    lead = normal[max(0, hit.start() - _FAR) : hit.start()]
                    if (
                        plainly
                        or pattern("wants").search(lead)
                        or _joined(lead, kind, found, words)
                    ):
                        found.add(raw)
    return frozenset(found)


def _demanded(texts: Iterable[str], kind: Kind, words: Words) -> frozenset[str]:
    """`an open case`, `the case must be open or new`: states said of a thing of that kind."""
    nouns = [w for w, told in words.nouns.items() if told.get(kind.key, 9) <= 1]
    named = "|".join(re.escape(noun) for noun in sorted(nouns, key=len, reverse=True))
    found: set[str] = set()
    for text in texts:
        normal = fold(text.replace("_", " "))
        for raw in kind.state.told.values if kind.state and named else ():
            for word in map(_bounded, _state_words(raw, kind, words)):
                before = rf"{word}\s*(?:{form('of')})?\s*(?:{named})"
                after = rf"(?:{named})\W+(?:must be|has to be|should be)[^.]{{0,40}}?{word}"
                if re.search(before, normal) or re.search(after, normal):
                    found.add(raw)
    return frozenset(found)


def _joined(lead: str, kind: Kind, found: Iterable[str], words: Words) -> bool:
    """`… a draft or issued`: joined to a state that is demanded."""
    before = pattern("joined").search(lead)
    return before is not None and any(
        before[1].endswith(word) for raw in found for word in _state_words(raw, kind, words)
    )


def _state_words(raw: str, kind: Kind, words: Words) -> set[str]:
    plain = fold(" ".join(split_identifier(raw)))
    return {w for w in (plain, *_glosses(kind, raw, words)) if len(w) > 1}


def _bounded(word: str) -> str:
    escaped = re.escape(word)
    return rf"(?<![a-z]){escaped}(?![a-z])" if word.isascii() else escaped
