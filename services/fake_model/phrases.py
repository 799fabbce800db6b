"""Noun phrases of a sentence, out of the words that the prompt explains: a small grammar."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from services.fake_model.glossary import Word

ROLES = ("recipient", "source", "target", "place", "using")
_STOPS = ("and", "sequence", "also", "or", "copula", "be", "possess", "if", "want")
_LONG = 4
"""Digits from which a number names rather than counts."""
_COMPARED = ("ge", "gt", "le", "lt", "ne")


@dataclass(slots=True)
class Phrase:
    """A thing with everything that is said of it."""

    words: list[Word] = field(default_factory=list[Word])
    head: Word | None = None
    lead: str | None = None
    """The grammar word before it: recipient, front, target, of, …"""
    role: str | None = None
    count: str | None = None
    identifiers: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    constraints: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    attributes: list[Word] = field(default_factory=list[Word])
    pointing: Word | None = None
    aged: str | None = None
    """new or old."""
    owned: bool = False
    """Something follows that belongs to it."""

    @property
    def empty(self) -> bool:
        """Nothing that a form could hold."""
        said = self.identifiers or self.constraints or self.pointing or self.attributes
        return self.head is None and not said and not self.count

    @property
    def start(self) -> int:
        """Where it begins in the sentence."""
        return min((word.start for word in self.words), default=0)

    @property
    def entity(self) -> str | None:
        """What it is a phrase for."""
        return (self.head.entity or self.head.held) if self.head else None

    def told(self, sentence: str) -> dict[str, Any]:
        """Its part of the form."""
        end = max((word.end for word in self.words), default=0)
        points = self.pointing is not None and not self.identifiers
        previous = points and self.pointing is not None and self.pointing.is_("reference:previous")
        return {
            "type": self.entity,
            "words": sentence[self.start : end].strip(),
            "role": self.role or self.aged,
            "quantity_words": self.count,
            "identifiers": self.identifiers,
            "constraints": self.constraints,
            "reference": ("previous" if previous else "that") if points else None,
        }


def phrases(words: Sequence[Word]) -> list[Phrase]:
    """The phrases between the actions, in order."""
    return [one for one in _Reader(words).read() if not one.empty]


class _Reader:
    """Goes through the words once; `now` is the phrase that is being read."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.now = Phrase()
        self.done: list[Phrase] = []
        self.compared: str | None = None

    def read(self) -> list[Phrase]:
        """All phrases; what belongs to another one stands before it."""
        for place, word in enumerate(self.words):
            self._take(place, word)
        self._close()
        return self.done

    def _take(self, place: int, word: Word) -> None:
        if word.facts:
            self._facts(place, word)
        elif word.shape:
            self._value(place, word)
        elif word.is_verb:
            self._verb(word)
        elif word.entity is not None and word.is_("generic_head") and self.now.head is not None:
            self.now.words.append(word)
        elif word.entity is not None and not self._describes(place, word):
            self._entity(word)
        elif word.value is not None:
            self._kind(place, word)
        elif word.attribute is not None:
            self.now.attributes.append(word)
            self.now.words.append(word)
        elif not (self.now.attributes and word.is_("copula") and not word.is_("of")):
            self._grammar(place, word)

    def _close(self, lead: str | None = None) -> None:
        self.done.append(self.now)
        self.now = Phrase(lead=lead)

    def _verb(self, word: Word) -> None:
        """An action ends a phrase; the thing that it holds begins one."""
        self._close("which" if word.is_("which") else None)
        if word.held:
            self.now.head = word
            self.now.words.append(word)

    def _describes(self, place: int, word: Word) -> bool:
        """A thing that is a kind as well, right before another thing."""
        after = self._after(place)
        return word.value is not None and after is not None and after.entity is not None

    def _entity(self, word: Word) -> None:
        if self.now.head is not None:
            self.now.owned = True
            self._close()
        elif self.now.identifiers and self.now.attributes:
            self._close()
        self.now.head = word
        self.now.words.append(word)

    # ---- values ----------------------------------------------------------------------------

    def _facts(self, place: int, word: Word) -> None:
        """A reduction, a date, an amount of money: said of what is being done, not of its owner."""
        named = self.now.attributes.pop().attribute if self.now.attributes else None
        found = [
            said(named if one == "-" else one, words, self._operator()) for one, words in word.facts
        ]
        after = self._content(place)
        if self.now.head is None and after is not None and (after.entity or after.value):
            self.now.constraints += found
            self.now.words.append(word)
        else:
            self._alone(word, found)

    def _alone(self, word: Word, found: list[dict[str, Any]]) -> None:
        self.done.append(Phrase(words=[word], constraints=found, lead=self.now.lead))

    def _kind(self, place: int, word: Word) -> None:
        after = self._content(place)
        attribute = word.value_of
        if self.now.attributes and attribute is None:
            attribute = self.now.attributes.pop().attribute
        found = [said(attribute, word.text, self._operator())]
        modifies = after is not None and (after.entity or after.value or after.facts)
        if modifies and self.now.head is not None and not self._is_before(place, "and"):
            self.now.owned = True
            self._close()
        if modifies:
            self.now.constraints += found
            self.now.words.append(word)
        else:
            self._alone(word, found)

    def _is_before(self, place: int, marker: str) -> bool:
        return place > 0 and self.words[place - 1].is_(marker)

    def _value(self, place: int, word: Word) -> None:
        if word.shape == "number" and self._counts(place, word):
            self._count(place, word)
        else:
            self._identify(place, word)

    def _counts(self, place: int, word: Word) -> bool:
        """A number before a classifier or noun, rather than after a noun that it names."""
        after = self._after(place)
        if after is None or self.compared is not None:
            return False
        if after.is_("classifier"):
            return True
        long = sum(one.isdigit() for one in word.text) >= _LONG
        noun = after.entity or after.value or after.attribute
        if long or (self._named() and not word.text.isalpha()):
            return False
        return bool(noun or after.is_("first", "last", "new", "old"))

    def _named(self) -> bool:
        return self.now.head is not None or bool(self.now.attributes)

    def _count(self, place: int, word: Word) -> None:
        before = self.words[place - 1] if place else None
        if self._named() or self.now.identifiers:
            self._close()
        if before is not None and before.is_("last", "first"):
            which = "last" if before.is_("last") else "first"
            self.now.constraints.append(said(None, word.text, which))
        self.now.count = word.text
        self.now.words.append(word)

    def _identify(self, place: int, word: Word) -> None:
        if self.now.identifiers and self._named() and not self._is_before(place, "and"):
            self._close()
        attribute = self._attribute(word)
        told = said(attribute, word.text, self._operator())
        if told["operator"] != "eq":
            self.now.constraints.append(told)
        elif word.shape == "quote":
            self.now.constraints.append(told | {"attribute": attribute or "name"})
        else:
            self.now.identifiers.append(told)
        self.now.words.append(word)

    def _attribute(self, word: Word) -> str | None:
        told = self.now.attributes
        beside = bool(told) and self.now.words[-1] is told[-1]
        named = told.pop().attribute if beside else None
        return word.shaped or named

    def _operator(self) -> str:
        compared, self.compared = self.compared, None
        return compared or "eq"

    # ---- grammar ---------------------------------------------------------------------------

    def _grammar(self, place: int, word: Word) -> None:
        lead = next((one for one in (*ROLES, "front") if word.is_(one)), None)
        compared = next((one for one in _COMPARED if word.is_(f"compare:{one}")), None)
        if word.is_("new", "old"):
            self._age(word)
        elif word.is_("genitive", "of", "inside", "possessive"):
            self._genitive(place, word)
        elif word.is_("which"):
            self._close("which")
        elif word.is_("reference:that", "reference:previous", "thing_pronoun", "person_pronoun"):
            self._point(place, word)
        elif word.is_("article", "classifier") and not word.is_("front"):
            self._one(place, word)
        elif word.is_("negation", "contrast"):
            self.compared = "ne"
        elif compared is not None and not word.is_("inside"):
            self.compared = compared
        elif lead is not None and not word.is_("function"):
            self._close(lead)
        elif word.is_(*_STOPS):
            self._stop(word)

    def _age(self, word: Word) -> None:
        if self._named() or self.now.identifiers:
            self._close(self.now.lead if self.now.empty else None)
        self.now.aged = "new" if word.is_("new") else "old"
        self.now.words.append(word)

    def _one(self, place: int, word: Word) -> None:
        """An article or a bare classifier counts one."""
        counted = self.now.words and self.now.words[-1].shape == "number"
        after = self._after(place)
        if counted or (after is not None and after.shape == "number"):
            return
        if self._named() or self.now.identifiers:
            self._close()
        self.now.count = word.text
        self.now.words.append(word)

    def _stop(self, word: Word) -> None:
        self._close("and" if word.is_("and") else None)

    def _genitive(self, place: int, word: Word) -> None:
        if word.text.isascii() and word.is_("of", "inside"):
            if self.now.head is not None:
                self._close("of")
        elif self.now.head is None and any(one.attribute for one in self.now.words):
            return
        elif self._content(place, "entity") and (self.now.head or self.now.identifiers):
            self.now.owned = True
            self._close()

    def _point(self, place: int, word: Word) -> None:
        following = self.words[place + 1] if place + 1 < len(self.words) else None
        if following is not None and following.is_("definite"):
            return
        if self.now.head is not None:
            self._close()
        self.now.pointing = word
        self.now.words.append(word)

    def _after(self, place: int) -> Word | None:
        """The next word but for articles and fillers."""
        for one in self.words[place + 1 :]:
            if not (one.bare and one.is_("article", "definite", "filler", "polite")):
                return one
        return None

    def _content(self, place: int, what: str = "") -> Word | None:
        """The next word with content of its own before an action or preposition."""
        for word in self.words[place + 1 :]:
            if word.is_verb or (word.bare and word.is_(*ROLES, *_STOPS)):
                return None
            if word.entity or (not what and (word.value or word.facts or word.shape)):
                return word
        return None


def said(attribute: str | None, words: str, operator: str = "eq") -> dict[str, Any]:
    """A value of the form."""
    return {"attribute": attribute, "operator": operator, "words": words}
