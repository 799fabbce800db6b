"""Values that stand beside an argument's own name in the sentence: `the contract ID is "98X"`,
`brightness 85`; both ends of a range; words of a closed set, and examples of a description.

For a form that a person looks at before it is sent: it fills what nobody has read. Nothing is
filled in but what stands in the sentence."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations

from pipelines.contracts.intent import Span
from pipelines.reasoning.arguments.labelled import labelled
from pipelines.reasoning.arguments.naming import names, told
from pipelines.reasoning.arguments.places import Place, alternatives, around, listed, places, ranges
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from tool_registry.model import Slot
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.text import split_identifier

Facts = dict[str, tuple[Fact, ...]]
"""Slot path → what it gets, several for a list."""
_NAMED = 0.6
"""That share of an argument's name has to stand beside the value."""
_BEHIND = 0.9
"""A name behind its value (`2 watts of power`) counts a little less than one before it."""
_LEAST = 2
"""Letters of an example at least."""


def beside(slots: Sequence[Slot], text: str, lexicon: Lexicon, taken: Iterable[Span] = ()) -> Facts:
    """What stands beside the slots' names. `taken`: stretches that are something else: the
    environment, what is taken back, forbidden, or of another goal."""
    spans = list(taken)
    fields = {slot.path: slot for slot in slots}
    named = labelled(slots, text, lexicon, spans)
    spans += [one.span for one in named]
    found: Facts = {
        one.path: (replace(one.fact, attribute=fields[one.path].attribute),) for one in named
    }
    for way in (_ends, _named, _closed, _exemplified):
        left = [slot for slot in slots if slot.path not in found]
        more = way(left, text, lexicon, spans)
        found |= more
        spans += [one.span for facts in more.values() for one in facts if one.span]
    return found


def _named(slots: Sequence[Slot], text: str, lexicon: Lexicon, taken: Sequence[Span]) -> Facts:
    free = places(text, taken)
    open_ = alternatives(free, text)
    attributes = Counter(slot.attribute for slot in slots)
    pairs = [
        (round(sure, 3), number, slot)
        for slot in slots
        for called in (tuple(names(slot, lexicon, alone=attributes[slot.attribute] == 1)),)
        for number, place in enumerate(free)
        if number not in open_
        if (sure := _nearness(place, called)) >= _NAMED
        if _takes(slot, place.fact, lexicon)
    ]
    found: Facts = {}
    used: set[int] = set()
    for sure, number, slot in sorted(pairs, key=lambda one: (-one[0], one[1])):
        rivals = {s.path for score, n, s in pairs if n == number and score == sure} - found.keys()
        if number in used or slot.path in found or len(rivals) > 1:
            continue
        own = listed(number, free, text) if slot.many else (free[number],)
        fitting = [one.fact for one in own if _takes(slot, one.fact, lexicon)]
        found[slot.path] = tuple(replace(one, attribute=slot.attribute) for one in fitting)
        used |= set(range(number, number + len(own)))
    return found


def _nearness(place: Place, called: Sequence[str]) -> float:
    """How much of a name stands beside the value, 0 to 1."""
    value = str(place.fact.value)
    before = max((told(name, place.before, value) for name in called), default=0.0)
    if before >= _NAMED:
        return before
    return _BEHIND * max((told(name, place.behind, value) for name in called), default=0.0)


def _takes(slot: Slot, fact: Fact, lexicon: Lexicon) -> bool:
    """Numbers for numbers; a text takes a bare number only where it is an id."""
    number = isinstance(fact.value, int | float) and not isinstance(fact.value, bool)
    if slot.values or slot.type == "boolean":
        return False
    if slot.type in ("integer", "number") and not number:
        return False
    if slot.type == "string" and number and slot.attribute != "id":
        return False
    return fit(replace(fact, attribute=slot.attribute), slot, lexicon) is not None


def _ends(slots: Sequence[Slot], text: str, lexicon: Lexicon, taken: Sequence[Span]) -> Facts:
    """The two ends of the only range, where the tool takes one pair of ends for it."""
    spans = list(ranges(places(text, taken), text))
    fitting = [
        (low, high, one, other)
        for one, other in spans
        for low, high in _pairs(slots)
        if _takes(low, one.fact, lexicon) and _takes(high, other.fact, lexicon)
    ]
    if len(fitting) != 1:
        return {}
    ((low, high, one, other),) = fitting
    return {
        low.path: (replace(one.fact, attribute=low.attribute),),
        high.path: (replace(other.fact, attribute=high.attribute),),
    }


def _pairs(slots: Sequence[Slot]) -> Iterator[tuple[Slot, Slot]]:
    """Arguments beside each other that are called alike but for start and end."""
    for low, high in permutations(slots, 2):
        together = low.path.rpartition(".")[0] == high.path.rpartition(".")[0]
        first, last = _without(low, "first"), _without(high, "last")
        if together and first is not None and first == last:
            yield low, high


def _without(slot: Slot, end: str) -> list[str] | None:
    """The words of its name but those for that end; None where there are none of these."""
    words, marks = split_identifier(slot.key), around("ends", end)
    return [one for one in words if one not in marks] if {*words} & {*marks} else None


def _closed(slots: Sequence[Slot], text: str, lexicon: Lexicon, taken: Sequence[Span]) -> Facts:
    """Words of closed sets."""
    del lexicon
    words = {
        slot.path: {
            raw: (raw, " ".join(split_identifier(raw)), *meant)
            for raw, meant in slot.values.items()
        }
        for slot in slots
        if slot.values
    }
    return _said_once(slots, words, text, taken)


def _exemplified(
    slots: Sequence[Slot], text: str, lexicon: Lexicon, taken: Sequence[Span]
) -> Facts:
    """Words that a description gives as examples of what the argument takes."""
    words = {
        slot.path: {one: (one,) for one in examples(slot.description)}
        for slot in slots
        if slot.type in ("string", "array") and not slot.values and not slot.format
    }
    found = _said_once(slots, words, text, taken)
    fitting = {
        slot.path
        for slot in slots
        for one in found.get(slot.path, ())[:1]
        if _takes(slot, one, lexicon)
    }
    return {
        path: tuple(replace(one, value=one.words) for one in facts)
        for path, facts in found.items()
        if path in fitting
    }


def examples(description: str) -> Iterator[str]:
    """The values that a description gives as examples."""
    begin, rest = _example_patterns()
    for match in begin.finditer(description):
        for one in rest.split(match[1]):
            word = one.strip(" .\"'“”‘’")
            if len(word) >= _LEAST:
                yield word


@cache
def _example_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Where examples begin, and what stands between and behind them."""
    begin = "|".join(around("examples", "begin"))
    words = "|".join(rf"\b{one}\b" for one in around("between", "words"))
    signs = "".join(around("between", "signs"))
    rest = "|".join(around("examples", "rest"))
    return (
        re.compile(rf"(?:{begin})[,，:：]?\s*([^)）。;；]+)", re.IGNORECASE),
        re.compile(rf"[,，、/{signs}]|{words}|(?:{rest})[.\s]*$", re.IGNORECASE),
    )


def _said_once(
    slots: Sequence[Slot],
    words: Mapping[str, Mapping[str, Sequence[str]]],
    text: str,
    taken: Sequence[Span],
) -> Facts:
    """Values (value → its words) of which the sentence says one, several for a list, and no other
    argument may be meant."""
    said = {slot.path: _said(slot, words.get(slot.path, {}), text, taken) for slot in slots}
    wanted = Counter(fact.words.casefold() for facts in said.values() for fact in facts)
    return {
        slot.path: said[slot.path]
        for slot in slots
        if said[slot.path]
        and (slot.many or len(said[slot.path]) == 1)
        and all(wanted[fact.words.casefold()] == 1 for fact in said[slot.path])
    }


def _said(
    slot: Slot, words: Mapping[str, Sequence[str]], text: str, taken: Sequence[Span]
) -> tuple[Fact, ...]:
    found: dict[tuple[int, int], Fact] = {}
    for value, word in ((value, word) for value, each in words.items() for word in {*each}):
        for match in _whole(word).finditer(text) if len(word) >= _LEAST else ():
            span = Span(start=match.start(), end=match.end(), text=match[0])
            if not any(span.meets(other) for other in taken):
                key = f"beside{span.start}"
                fact = Fact(key, slot.attribute, value, span=span, words=match[0])
                found.setdefault((span.start, span.end), fact)
    longest = {
        str(one.value): one
        for (start, end), one in sorted(found.items(), reverse=True)
        if not any(s <= start and end <= e and (s, e) != (start, end) for s, e in found)
    }
    return tuple(sorted(longest.values(), key=lambda one: one.span.start if one.span else 0))


def _whole(word: str) -> re.Pattern[str]:
    """The word by itself: letters and digits touch no others."""
    edge = r"[0-9A-Za-z_]"
    front = rf"(?<!{edge})" if re.match(edge, word) else ""
    back = rf"(?!{edge})" if re.search(rf"{edge}$", word) else ""
    return re.compile(f"{front}{re.escape(word)}{back}", re.IGNORECASE)
