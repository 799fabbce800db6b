"""Where: environment, production and stress-test words, taken out of the stream of tokens."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pipelines.contracts.intent import Span
from pipelines.intent.lexical.tokens import Token, tokenise
from tool_registry.base.environment import Environments
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon

_REACH = 30
"""Words that a clause may have between its negation and what is denied."""
_BESIDE = 3
"""Words between `except` and the environment that is excepted, at most."""
_BREAKS = ",,。;;.!!?\n:\uff1a"


@dataclass(frozen=True, slots=True)
class Setting:
    """What the sentence says about where it is to happen."""

    named: tuple[str, ...] = ()
    """Configured names, in order, without repetition."""
    spans: tuple[Span, ...] = ()
    mentions: tuple[Span, ...] = ()
    """Every place where the sentence names an environment."""
    production: Span | None = None
    unknown: Span | None = None
    """A word for an environment that is not configured."""
    stress: Span | None = None
    around: tuple[Span, ...] = ()
    """The words for all of that, with prepositions and the like."""


@dataclass(slots=True)
class _Found:
    named: dict[str, Span] = field(default_factory=dict[str, Span])
    soft: dict[str, Span] = field(default_factory=dict[str, Span])
    mentions: list[Span] = field(default_factory=list[Span])
    around: list[Span] = field(default_factory=list[Span])
    production: Span | None = None
    unknown: Span | None = None
    stress: Span | None = None


def words(environments: Environments, lexicon: Lexicon) -> Lexicon:
    """A small lexicon of the configured environments' names and words."""
    suffixes = tuple(
        surface
        for concept in lexicon.concepts_of(Kind.MARKER)
        if concept.name == "environment_suffix"
        for surface in concept.surfaces
    )
    return _words(tuple((env.name, env.words) for env in environments.configured), suffixes)


@lru_cache(maxsize=64)
def _words(
    configured: tuple[tuple[str, tuple[str, ...]], ...], suffixes: tuple[str, ...]
) -> Lexicon:
    return Lexicon(
        Concept(Kind.ENVIRONMENT, name, tuple(_surfaces((name, *said), suffixes)))
        for name, said in configured
    )


def _surfaces(said: Iterable[str], suffixes: Sequence[str]) -> Iterable[str]:
    for word in said:
        yield word
        for suffix in suffixes:
            yield f"{word} {suffix}" if suffix.isascii() else f"{word}{suffix}"


def read(tokens: Sequence[Token]) -> Setting:
    """What these words say about where."""
    found = _Found()
    for i, token in enumerate(tokens):
        stress = token.is_("stress")
        if stress:
            found.stress = found.stress or token.span
        elif _is_mention(tokens, i) and not _is_denied(tokens, i):
            _note(found, tokens, i)
        if stress or _is_mention(tokens, i):
            found.around += [one.span for one in _with_neighbours(tokens, i)]
    named = found.named or found.soft
    return Setting(
        tuple(named),
        tuple(named.values()),
        tuple(found.mentions),
        found.production,
        found.unknown if not named else None,
        found.stress,
        tuple(found.around),
    )


def of_text(text: str, environments: Environments, lexicon: Lexicon) -> Setting:
    """What the exact words of a text say about where."""
    return read(tokenise(text, lexicon, words(environments, lexicon)))


def names_production(text: str, environments: Environments, lexicon: Lexicon) -> bool:
    """True where the text names production, which is never a target."""
    return of_text(text, environments, lexicon).production is not None


def _is_mention(tokens: Sequence[Token], i: int) -> bool:
    token = tokens[i]
    if token.of(Kind.ENVIRONMENT) or token.is_("production", "unknown_environment"):
        return token.of(Kind.ENTITY) is None or token.of(Kind.ENVIRONMENT) is not None
    return False


def _note(found: _Found, tokens: Sequence[Token], i: int) -> None:
    token, after = tokens[i], _next(tokens, i)
    if after is not None and (after.is_("friend_noun") or _is_formal(token, after)):
        return
    environment = token.of(Kind.ENVIRONMENT)
    found.mentions.append(token.span)
    if environment is not None:
        soft = after is not None and after.is_("soft_friend_noun")
        (found.soft if soft else found.named).setdefault(environment.name, token.span)
    elif token.is_("production"):
        if after is None or not after.is_("soft_friend_noun"):
            found.production = found.production or token.span
    else:
        found.unknown = found.unknown or token.span


def _is_formal(token: Token, after: Token) -> bool:
    """A word that also means `regular`, right before what is regular."""
    return token.is_("soft_production") and after.of(Kind.ENTITY) is not None


def _next(tokens: Sequence[Token], i: int) -> Token | None:
    """The word that the token may be an adjective of: directly after it."""
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if after is None or after.sign or after.start - tokens[i].end > 1:
        return None
    return after


def _is_denied(tokens: Sequence[Token], i: int) -> bool:
    """True when a negation before it in its clause is not about an action: not in X, but in Y."""
    for j in range(i - 1, max(-1, i - _REACH), -1):
        token = tokens[j]
        if (token.sign and token.text in _BREAKS) or token.of(Kind.ACTION) or token.is_("but"):
            return False
        if token.is_("negation", "except"):
            return token.is_("negation") or i - j <= _BESIDE
    return False


def _with_neighbours(tokens: Sequence[Token], i: int) -> Sequence[Token]:
    """The mention with what leads to it, and the word `environment` behind it."""
    first, last = i, i
    while first > 0 and tokens[first - 1].is_("around"):
        first -= 1
    while last + 1 < len(tokens) and tokens[last + 1].is_("environment_suffix"):
        last += 1
    return tokens[first : last + 1]
