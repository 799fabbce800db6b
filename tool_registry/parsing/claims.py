"""Which word belongs to which concept of the catalogue: glossary first, then tools, then packs."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tool_registry.parsing.naming import is_chinese
from tool_registry.vocabulary.lexicon import Concept, Kind
from tool_registry.vocabulary.text import fold


@dataclass(slots=True)
class Claims:
    """Concepts in the making; a word is claimed once, by whoever comes first."""

    absorbs: Kind
    """Kind of the packs' concepts that go over to the catalogue's."""
    names: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    """Concept name → its surfaces, in order."""
    kinds: dict[str, Kind] = field(default_factory=dict[str, Kind])
    held: dict[str, str] = field(default_factory=dict[str, str])
    """Folded word → name of the concept that holds it."""
    sources: dict[str, str] = field(default_factory=dict[str, str])
    shared: dict[str, str] = field(default_factory=dict[str, str])
    """Concept name → a word that it has beside the concept that holds it."""
    reserved: set[str] = field(default_factory=set[str])
    """Folded words that nobody may take as another word for a concept."""

    def claim(self, name: str, words: Iterable[str], kind: Kind, source: str) -> None:
        """Give words to a concept; words that another one holds stay where they are."""
        if name not in self.names:
            self.names[name], self.kinds[name], self.sources[name] = {}, kind, source
            self.held[fold(name)] = name
        for word in words:
            folded = fold(word)
            if folded not in self.reserved and self.held.setdefault(folded, name) == name:
                self.names[name].update({word: None} if word != name else {})

    def merge(self, name: str, into: str) -> None:
        """Two concepts turn out to be one."""
        words = [name, *self.names.pop(name)]
        for word in words:
            del self.held[fold(word)]
        self.claim(into, words, self.kinds[into], self.sources[into])

    def drop(self, name: str) -> None:
        """Nothing of that name after all; its words are free again."""
        for word in (name, *self.names.pop(name)):
            self.held.pop(fold(word), None)

    def release(self, words: Iterable[str]) -> None:
        """Take words back from whoever holds them as a synonym, and reserve them."""
        for word in words:
            name = self.held.get(word)
            if name and fold(name) != word:
                del self.held[word]
                kept = {w: None for w in self.names[name] if fold(w) != word}
                self.names[name] = kept
            self.reserved.add(word)

    def holder(self, word: str) -> str | None:
        """The concept that holds a word, or None."""
        return self.held.get(fold(word))

    def by_ending(self, noun: str, shortest: int = 2) -> str | None:
        """The entity whose word a Chinese noun ends with, the longest word first."""
        for start in range(len(noun) - shortest + 1):
            name = self.holder(noun[start:])
            if name and self.kinds[name] is Kind.ENTITY:
                return name
        return None

    def over(self, packs: Iterable[Concept]) -> list[Concept]:
        """The packs without what the catalogue claims, then the catalogue's own concepts.

        A pack's concept goes over with all its words where one of the two names is a word of the
        other; otherwise only the words that are claimed, or that end with such a word, go."""
        kept: list[Concept] = []
        flags: dict[str, frozenset[str]] = {}
        for concept in packs:
            if concept.kind is not self.absorbs:
                kept.append(concept)
            elif rest := self._absorbed(concept, flags):
                kept.append(rest)
        return [*kept, *(self._concept(name, flags) for name in self.names)]

    def _absorbed(self, concept: Concept, flags: dict[str, frozenset[str]]) -> Concept | None:
        words = [w for w in (concept.name, *concept.surfaces) if fold(w) not in self.reserved]
        claimed = {word: name for word in words if (name := self.holder(word))}
        same = claimed.get(concept.name) or next((n for n in claimed.values() if n in words), None)
        left: list[str] = []
        for word in words:
            name = claimed.get(word) or _by_tail(word, claimed) or same
            if name is None:
                left.append(word)
                continue
            self.claim(name, [word], self.kinds[name], self.sources[name])
            flags[name] = flags.get(name, frozenset()) | concept.flags
        return _renamed(concept, left)

    def _concept(self, name: str, flags: dict[str, frozenset[str]]) -> Concept:
        absorbing = self.kinds[name] is self.absorbs
        return Concept(
            self.kinds[name],
            name,
            (*self.names[name], *self._shared(name)),
            flags=flags.get(name, frozenset()) if absorbing else frozenset(),
            source=self.sources[name],
        )

    def _shared(self, name: str) -> tuple[str, ...]:
        return (self.shared[name],) if name in self.shared else ()


def _by_tail(word: str, claimed: dict[str, str]) -> str | None:
    """A longer word goes with the claimed word that it ends with, a shorter one the other way."""
    tails = [known for known in claimed if word.endswith(known)]
    if tails:
        return claimed[max(tails, key=len)]
    longer = [known for known in claimed if known.endswith(word)]
    return claimed[min(longer, key=len)] if longer and is_chinese(word) else None


def _renamed(concept: Concept, words: list[str]) -> Concept | None:
    """The concept with these words only; None without any."""
    if not words:
        return None
    name = concept.name if concept.name in words else words[0]
    return replace(concept, name=name, surfaces=tuple(w for w in words if w != name))
