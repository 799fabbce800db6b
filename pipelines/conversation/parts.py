"""The parts of a request that a short message says: where, how many, for whom, of what sort."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.conversation.words import blanked, first, says, stretches
from pipelines.intent import setting
from pipelines.intent.tokens import Token, tokenise
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Concept, Kind

_CUES = ("correction", "again")
_SMALL = 100
"""From here on, a bare number names something instead of counting it."""
_NAMES = ("code", "phone", "email", "account", "quoted_id")


@dataclass(frozen=True, slots=True)
class Parts:
    """What a message says, beside the words by which it goes on from what came before."""

    cues: frozenset[str] = frozenset()
    """`again`, `correction`."""
    environment: str | None = None
    production: str | None = None
    count: int | None = None
    ids: tuple[str, ...] = ()
    pointers: tuple[tuple[int, int], ...] = ()
    """Where words point back at something."""
    actions: tuple[Concept, ...] = ()
    entity: str | None = None
    """The last noun."""
    entities: frozenset[str] = frozenset()
    """All of them."""
    attributes: frozenset[str] = frozenset()
    """What is named of a thing, beside its value: its status, its price."""
    phrase: str = ""
    """The noun with its values and its count, as it was said."""
    values: str = ""
    """Values that are said without a noun."""
    unknown: tuple[str, ...] = ()

    @property
    def is_request(self) -> bool:
        """True where it says what is to be done to which thing."""
        return bool(self.entity and self.ids and self.actions)


def parts_of(text: str, catalogue: Catalogue) -> Parts:
    """What the message says; `text` without its opener."""
    cues = frozenset(cue for cue in _CUES if says(cue, text))
    rest = blanked("lot", text) if first("lot", text) or says("lot", text) else text
    if "correction" in cues or "again" in cues:
        for cue in _CUES:
            rest = blanked(cue, rest)
    rest = blanked("light", rest)
    lexicon, environments = catalogue.lexicon, catalogue.environments
    return _Reader(rest, tokenise(rest, lexicon, setting.words(environments, lexicon))).parts(cues)


class _Reader:
    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        self.text = text
        self.where, rest = setting.read(tokens)
        self.tokens = [one for one in rest if not one.sign]
        self.count: int | None = None
        self.ids: list[str] = []
        self.said: list[Token] = []
        self.actions: list[Concept] = []
        self.entities: list[str] = []
        self.attributes: list[str] = []
        self.unknown: list[str] = []
        self.pointers = [
            (one.start, one.end)
            for one in self.tokens
            if any(name.startswith(("reference:", "ordinal:")) for name in one.markers)
            and "reference:me" not in one.markers
        ]
        self.pointers += [span for span in stretches("pointer", text) if not self._inside(span)]

    def _inside(self, span: tuple[int, int]) -> bool:
        return any(start < span[1] and span[0] < end for start, end in self.pointers)

    def parts(self, cues: frozenset[str]) -> Parts:
        """All that the words say."""
        for place, token in enumerate(self.tokens):
            after = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
            by_looks = after is not None and (after.start, after.end) == (token.start, token.end)
            if not by_looks and not self._inside((token.start, token.end)):
                self._take(token, after)
        values = [one for one in self.said if one.shape == "fact" or one.of(Kind.VALUE)]
        where = self.where
        return Parts(
            cues=cues,
            environment=where.named[0] if len(where.named) == 1 else None,
            production=where.production.text if where.production else None,
            count=self.count,
            ids=tuple(self.ids),
            pointers=tuple(sorted(self.pointers)),
            actions=tuple(self.actions),
            entity=self.entities[-1] if self.entities else None,
            entities=frozenset(self.entities),
            attributes=frozenset(self.attributes),
            phrase=self._words(self.said) if self.entities and values else "",
            values="" if self.entities else self._words(values),
            unknown=tuple(self.unknown),
        )

    def _take(self, token: Token, after: Token | None) -> None:
        number = _number(token)
        if number is not None and _counts(number, after):
            self.count = number
            self.said.append(token)
        elif number is not None or token.shape in _NAMES:
            self.ids.append(token.text)
        elif token.shape is not None or token.of(Kind.VALUE):
            self.said.append(token)
        elif entity := token.of(Kind.ENTITY):
            self.entities.append(entity.name)
            self.said.append(token)
        elif action := token.of(Kind.ACTION):
            self.actions.append(action)
        elif attribute := token.of(Kind.ATTRIBUTE):
            self.attributes.append(attribute.name)
        elif token.is_("article"):
            self.said.append(token)
            self.count = 1 if after is not None and not after.of(Kind.ENTITY) else self.count
        elif token.unknown:
            self.unknown.append(token.text)

    def _words(self, tokens: Sequence[Token]) -> str:
        if not tokens:
            return ""
        return self.text[tokens[0].start : tokens[-1].end].strip()


def _number(token: Token) -> int | None:
    value = token.values[0].value if token.shape == "number" and token.values else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _counts(number: int, after: Token | None) -> bool:
    """A number with a classifier, or a small one that stands for itself."""
    return number < _SMALL or (after is not None and after.is_("classifier"))
