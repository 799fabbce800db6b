"""A sentence as tokens: words of the lexicon, shapes of values, unknown words, signs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipelines.contracts.intent import Span
from tool_registry.vocabulary.concept import THING
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon, Match, SplitForm
from tool_registry.vocabulary.patterns import Shape, Shaped, Value, find
from tool_registry.vocabulary.text import fold, is_latin, split_identifier

_PIECE = re.compile(r"\s+|[^\W_]+(?:['’._][^\W_]+)*|.", re.DOTALL)
KIND_ATTRIBUTES = (None, "type")
"""Attributes whose values are kinds of a thing, so that the thing can be part of the word."""
_NAMED_NUMBER = re.compile(r"([A-Za-z]{2,})(\d+)")


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of the request (offsets of its text) and what it can be."""

    start: int
    end: int
    text: str
    concepts: tuple[Concept, ...] = ()
    shape: Shape | None = None
    values: tuple[Value, ...] = ()
    sign: bool = False
    """Punctuation and symbols."""

    def of(self, kind: Kind) -> Concept | None:
        """The best concept of that kind: a special word before a general one, then its own name."""
        found = [c for c in self.concepts if c.kind is kind and not self._borrowed(c)]
        return min(found, key=self._distance, default=None)

    def is_(self, *names: str) -> bool:
        """True when it can be a grammar word of one of these names."""
        return any(c.kind is Kind.MARKER and c.name in names for c in self.concepts)

    @property
    def unknown(self) -> bool:
        """A word that nothing is known of."""
        idle = all("content" in concept.flags for concept in self.concepts)
        return idle and self.shape is None and not self.sign

    @property
    def ideographic(self) -> bool:
        """Written in a script without blanks between words."""
        return bool(self.text) and self.text[0].isalnum() and not is_latin(self.text[0])

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(start=self.start, end=self.end, text=self.text)

    def _borrowed(self, concept: Concept) -> bool:
        """True for a grammar word that some tool uses as an argument's name: `to`, `from`."""
        named = concept.kind is Kind.ATTRIBUTE and concept.source == "tools"
        return named and any(c.kind is Kind.MARKER for c in self.concepts)

    def _distance(self, concept: Concept) -> tuple[bool, bool]:
        return concept.source == "general", fold(concept.name) != fold(self.text)


def tokenise(text: str, lexicon: Lexicon, beside: Lexicon) -> list[Token]:
    """All tokens in order, blanks left out; `beside` holds the environments' words."""
    firm = find(text, first=True)
    matches = [m for m in lexicon.scan(text, beside=beside) if not _inside(m, firm)]
    firm = [shaped for shaped in firm if not _covered(shaped, matches)]
    placed = [*_of_matches(matches, lexicon), *(_of_shape(text, shaped) for shaped in firm)]
    loose = [s for s in find(text, first=False) if not _overlaps(s, placed)]
    placed += [_of_shape(text, shaped) for shaped in loose]
    placed.sort(key=lambda token: token.start)
    tokens = [piece for token in _filled(text, placed) for piece in _pieces(token, lexicon)]
    tokens = _split_verbs(tokens, lexicon.splits)
    return list(_with_owners(tokens, lexicon))


def _inside(match: Match, firm: Sequence[Shaped]) -> bool:
    """True where a shape takes precedence over the word."""
    return any(
        match.start < shaped.end and shaped.start < match.end and not _wins(match, shaped)
        for shaped in firm
    )


def _wins(match: Match, shaped: Shaped) -> bool:
    covers = match.start <= shaped.start and shaped.end <= match.end
    if not covers or shaped.kind in ("quote", "program"):
        return False
    same = match.start == shaped.start and match.end == shaped.end
    grammar = all(concept.kind is Kind.MARKER for concept in match.concepts)
    return not same or (shaped.kind == "code" and not grammar)


def _covered(shaped: Shaped, matches: Sequence[Match]) -> bool:
    return any(m.start < shaped.end and shaped.start < m.end for m in matches)


def _overlaps(shaped: Shaped, tokens: Sequence[Token]) -> bool:
    return any(token.start < shaped.end and shaped.start < token.end for token in tokens)


def _of_matches(matches: Sequence[Match], lexicon: Lexicon) -> Iterator[Token]:
    """Each match as a token."""
    for match in matches:
        if kind := _kind_and_thing(match, lexicon):
            yield from kind
            continue
        if thing := _named_kind(match, lexicon):
            yield from thing
            continue
        yield Token(match.start, match.end, match.text, concepts=match.concepts)


def _named_kind(match: Match, lexicon: Lexicon) -> tuple[Token, Token] | None:
    """A kind whose word is a noun of its own (`tablet` of a device): the kind, and the thing."""
    kind = match.of(Kind.VALUE)
    others = match.of(Kind.ENTITY) or match.of(Kind.ACTION)
    if kind is None or others or kind.entity is None or not _is_noun(match.text, kind):
        return None
    thing = lexicon.concept(Kind.ENTITY, kind.entity)
    if thing is None:
        return None
    whole = Token(match.start, match.end, match.text)
    return replace(whole, concepts=(kind,)), replace(whole, concepts=(thing,))


def _is_noun(text: str, kind: Concept) -> bool:
    """The word names its thing as well: said to, or a noun of another script than the kind's."""
    return THING in kind.flags or (is_latin(kind.name[0]) and not is_latin(text[0]))


def _with_owners(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    """A code that looks like the identifiers of one thing is that thing, where no noun says so."""
    before: Token | None = None
    for token in tokens:
        thing = lexicon.codes.thing(token.text) if token.shape == "code" else None
        named = before is not None and (before.unknown or _names(before, thing))
        if thing and not named and all(value.attribute is None for value in token.values):
            yield Token(token.start, token.end, token.text, concepts=(thing,))
        yield token
        before = token


def _names(token: Token, thing: Concept | None) -> bool:
    """The noun that a code belongs to: not a verb that elsewhere is another thing."""
    entity = token.of(Kind.ENTITY)
    other = entity is not None and thing is not None and entity.name != thing.name
    return _nominal(token) and not (other and token.of(Kind.ACTION) is not None)


def _nominal(token: Token) -> bool:
    kinds = (Kind.ENTITY, Kind.ATTRIBUTE, Kind.VALUE)
    return any(token.of(kind) is not None for kind in kinds)


def _kind_and_thing(match: Match, lexicon: Lexicon) -> tuple[Token, Token] | None:
    """A kind whose last word is the thing: `oak table` is the kind `oak` and a table."""
    kind = match.of(Kind.VALUE)
    if match.of(Kind.ENTITY):
        return None
    if kind is None or kind.entity is None or kind.attribute not in KIND_ATTRIBUTES:
        return None
    for middle in range(1, len(match.text)):
        head = match.text[middle:]
        thing = lexicon.concept(Kind.ENTITY, head)
        if head[0] == " " or thing is None or thing.name != kind.entity:
            continue
        start, first = match.start, match.text[:middle].rstrip()
        grammar = lexicon.lookup(first, Kind.MARKER)
        return (
            Token(start, start + len(first), first, concepts=grammar or (kind,)),
            Token(start + middle, match.end, head, concepts=lexicon.lookup(head)),
        )
    return None


def _of_shape(text: str, shaped: Shaped) -> Token:
    said = text[shaped.start : shaped.end]
    return Token(shaped.start, shaped.end, said, shape=shaped.kind, values=shaped.values)


def _filled(text: str, placed: Sequence[Token]) -> Iterator[Token]:
    """The tokens, and between them unknown words and signs."""
    position = 0
    for token in placed:
        yield from _gap(text, position, token.start)
        yield token
        position = token.end
    yield from _gap(text, position, len(text))


def _gap(text: str, start: int, end: int) -> Iterator[Token]:
    for piece in _PIECE.finditer(text, start, end):
        said = piece.group()
        if said.isspace():
            continue
        for begin, stop in _script_runs(said):
            run = said[begin:stop]
            offset = piece.start()
            yield Token(offset + begin, offset + stop, run, sign=not run[0].isalnum())


def _script_runs(said: str) -> Iterator[tuple[int, int]]:
    """Stretches in one kind of script: a Latin name before an ideograph is two."""
    begin = 0
    for i in range(1, len(said)):
        before, after = said[i - 1], said[i]
        if before.isalnum() and after.isalnum() and is_latin(before) != is_latin(after):
            yield begin, i
            begin = i
    yield begin, len(said)


def _pieces(token: Token, lexicon: Lexicon) -> Iterator[Token]:
    """`bookId`, `user_id` and `book55` as the known words that they are made of."""
    named = _NAMED_NUMBER.fullmatch(token.text) if token.shape == "code" else None
    whole = named is None or bool(token.values[0].attribute) or lexicon.codes.shaped(token.text)
    if named and lexicon.lookup(named.group(1)) and not whole:
        middle = token.start + named.end(1)
        yield replace(_word(token, token.start, middle, lexicon), shape=None, values=())
        number = Value(middle, token.end, int(named.group(2)))
        text = named.group(2)
        yield Token(middle, token.end, text, shape="number", values=(number,))
    elif token.unknown and len(words := split_identifier(token.text)) > 1:
        yield from _parts(token, words, lexicon)
    else:
        yield token


def _parts(token: Token, words: list[str], lexicon: Lexicon) -> Iterator[Token]:
    if not all(lexicon.lookup(word) for word in words):
        yield token
        return
    position = 0
    for word in words:
        begin = token.text.lower().find(word, position)
        position = begin + len(word)
        yield _word(token, token.start + begin, token.start + position, lexicon)


def _word(token: Token, start: int, end: int, lexicon: Lexicon) -> Token:
    text = token.text[start - token.start : end - token.start]
    return Token(start, end, text, concepts=lexicon.lookup(text))


def _split_verbs(tokens: list[Token], splits: Sequence[SplitForm]) -> list[Token]:
    """`take … offline`: the first word becomes the action, the last one is used up."""
    words = {fold(token.text) for token in tokens}
    for form in splits:
        if form.last in words and not words.isdisjoint(form.first):
            tokens = _with_split(tokens, form)
    return tokens


def _with_split(tokens: list[Token], form: SplitForm) -> list[Token]:
    for i, token in enumerate(tokens):
        if fold(token.text) not in form.first:
            continue
        for j in range(i + 1, min(i + 9, len(tokens))):
            if tokens[j].sign:
                break
            if fold(tokens[j].text) == form.last:
                verb = replace(token, concepts=(form.concept,))
                return [*tokens[:i], verb, *tokens[i + 1 : j], *tokens[j + 1 :]]
    return tokens
