"""What a prompt says of itself: environments, the sentence and its words, names to choose from."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from services.fake_model.grammar import cut, markers_of
from services.fake_model.question import BadQuestion, Question

_WORD = re.compile(r'^("(?:[^"\\]|\\.)*") (.+)$')
_UNEXPLAINED = ("?", "-")
"""Words of which the prompt says only that they are unknown, or grammar."""
_HEAD = re.compile(r'^\[([a-z_ ]+)\](?: ("(?:[^"\\]|\\.)*")(?: (.+))?)?$')
_NAMED = re.compile(r"^(.+?)(?:\[([^\]]*)\])?$")
_FACT = re.compile(r'^(\S+) ("(?:[^"\\]|\\.)*")$')
_SHAPES = ("number", "code", "quote", "program")


@dataclass(slots=True)
class Word:
    """One word of the sentence and what the prompt says that it can be."""

    text: str
    start: int = 0
    action: str | None = None
    function: str = ""
    is_verb: bool = False
    """False where it only may be an action."""
    entity: str | None = None
    sort: str = ""
    """person, relation, or nothing."""
    held: str = ""
    """The thing that the action itself holds."""
    value: str | None = None
    value_of: str | None = None
    attribute: str | None = None
    shape: str | None = None
    shaped: str | None = None
    """The attribute that its shape tells."""
    facts: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    explained: bool = True
    """False where the prompt does not say what it can be."""
    markers: frozenset[str] = frozenset()

    @property
    def end(self) -> int:
        """Where it ends in the sentence."""
        return self.start + len(self.text)

    def is_(self, *names: str) -> bool:
        """True for a grammar word of one of these names."""
        return bool(self.markers.intersection(names))

    @property
    def bare(self) -> bool:
        """Grammar alone."""
        named = self.entity or self.value or self.attribute or self.shape or self.facts
        return bool(self.markers) and not named and not self.is_verb


@dataclass(frozen=True, slots=True)
class Clause:
    """Words that belong together, and how the prompt says they are meant."""

    kind: str
    words: list[Word]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that the intent prompt gives."""

    sentence: str
    clauses: list[Clause]
    outside: dict[str, list[tuple[str, str]]]
    """Environments, production and so on: (words, name)."""

    def of(self, *kinds: str) -> list[Clause]:
        """Clauses of these kinds."""
        return [one for one in self.clauses if one.kind in kinds]

    def said(self, name: str) -> str | None:
        """The first words outside of the clauses under that name."""
        found = self.outside.get(name)
        return found[0][0] if found else None


def read_sheet(question: Question) -> Sheet:
    """BadQuestion where the prompt lacks environments, schema, sentence or words."""
    _, _, said, words = question.needed("environments", "output_schema", "sentence", "words")
    try:
        sentence = str(json.loads(said)) + str(json.loads(question.section("reply") or '""'))
    except ValueError as error:
        raise BadQuestion(f"the sentence is no JSON text: {error}") from error
    clauses, outside = _parts(words)
    _place(sentence, clauses)
    told = [Clause(one.kind, list(_with_grammar(one.words, sentence))) for one in clauses]
    return Sheet(sentence, told, outside)


def _parts(text: str) -> tuple[list[Clause], dict[str, list[tuple[str, str]]]]:
    clauses: list[Clause] = []
    outside: dict[str, list[tuple[str, str]]] = {}
    for line in text.splitlines():
        if head := _HEAD.match(line):
            name, said, named = head.groups()
            if said is None:
                clauses.append(Clause(name, []))
            else:
                outside.setdefault(name, []).append((json.loads(said), named or ""))
        elif (word := _WORD.match(line)) and clauses:
            clauses[-1].words.append(_word(json.loads(word.group(1)), word.group(2)))
    return clauses, outside


def _word(text: str, notes: str) -> Word:
    word = Word(text, explained=notes not in _UNEXPLAINED)
    for note in notes.split("; "):
        kind, _, rest = note.partition(" ")
        if kind in ("action", "action?"):
            name, _, word.held = rest.partition(" of ")
            word.action, word.function = _named(name)
            word.is_verb = kind == "action"
        elif kind == "value":
            word.value, word.value_of = rest, _named(rest)[1] or None
        elif kind == "entity":
            word.entity, word.sort = _named(rest)
        elif kind == "attribute":
            word.attribute = rest
        elif kind == "value-of" and (fact := _FACT.match(rest)):
            word.facts.append((fact.group(1), json.loads(fact.group(2))))
        elif kind in _SHAPES:
            word.shape, word.shaped = kind, rest or None
    return word


def _with_grammar(words: list[Word], sentence: str) -> Iterator[Word]:
    """The words with what each does; stretches that the prompt does not explain, cut into words."""
    plain: list[Word] = []
    for word in words:
        apart = plain and sentence[plain[-1].end : word.start].strip()
        if plain and (word.explained or apart):
            yield from _cut(plain, sentence)
            plain = []
        if word.explained:
            word.markers = markers_of(word.text)
            yield word
        else:
            plain.append(word)
    yield from _cut(plain, sentence) if plain else ()


def _cut(words: list[Word], sentence: str) -> Iterator[Word]:
    start = words[0].start
    text = sentence[start : words[-1].end]
    for begin, end in cut(text):
        said = text[begin:end]
        if said.strip():
            yield Word(said, start + begin, explained=False, markers=markers_of(said))


def _named(text: str) -> tuple[str, str]:
    found = _NAMED.match(text)
    return (found.group(1), found.group(2) or "") if found else (text, "")


def _place(sentence: str, clauses: list[Clause]) -> None:
    """Where each word stands: after the one before it, where it can."""
    at = 0
    for word in _all(clauses):
        found = sentence.find(word.text, at)
        word.start = found if found >= 0 else max(0, sentence.find(word.text))
        at = word.end if found >= 0 else at


def _all(clauses: list[Clause]) -> Iterator[Word]:
    for clause in clauses:
        yield from clause.words
