"""Clauses that tell what happened or why: remarks beside what is wanted, no wishes themselves."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pipelines.intent.clauses import Clause
from pipelines.intent.tokens import Token
from tool_registry.vocabulary.lexicon import Kind

_LIMITS = (
    "if", "if_none", "condition", "whether", "correct", "only", "except", "which", "who",
    "how_many", "how", "question", "want", "modal", "lacking", "required", "named",
    "compare:gt", "compare:ge", "compare:lt", "compare:le",
)  # fmt: skip
_CONNECTIVES = ("and", "but", "polite", "function", "also")
_SUBJECTS = (
    "person_pronoun", "reference:that", "reference:me", "possessive", "definite", "subject",
)  # fmt: skip
_NAMING = ("code", "email")
_FINITE = re.compile(r"[a-z]{2,}(?:ed|[^s]s)")
_INGLY = re.compile(r"[a-z]{2,}ing")


def with_remarks(parts: Sequence[Clause]) -> list[Clause]:
    """The clauses, those that only tell something marked so.

    Whoever or whatever such a clause singles out stays in play where the wish behind it points
    back, or names nothing itself."""
    found = list(parts)
    place = 0
    for part in parts:
        if part.kind == "positive" and _wished_for(part, parts):
            if _is_courtesy(part):
                found[place] = replace(part, kind="courtesy")
            elif _is_remark(part):
                found[place] = replace(part, kind="remark")
                before = len(found)
                found = [*found[: place + 1], *_with_what_it_names(part, found[place + 1 :])]
                place += len(found) - before
        place += 1
    return [
        one for part in found for one in (_apposed(part) if part.kind == "positive" else [part])
    ]


def _apposed(part: Clause) -> list[Clause]:
    """`5501, that dinner`: the clause without an unknown description behind a code, and that
    description as a remark: the code singles the thing out."""
    tokens = part.tokens
    for place in range(1, len(tokens)):
        end = _apposed_until(tokens, place)
        if end > place:
            rest = [*tokens[:place], *tokens[end:]]
            verbs = frozenset(i - (end - place) * (i >= end) for i in part.verbs)
            told = replace(part, tokens=tokens[place:end], verbs=frozenset(), kind="remark")
            return [replace(part, tokens=rest, verbs=verbs), told]
    return [part]


def _apposed_until(tokens: Sequence[Token], place: int) -> int:
    """The end of the description that begins here, or the place itself."""
    token, before = tokens[place], tokens[place - 1] if place else None
    points = token.is_("reference:that") and token.ideographic and not token.is_("person_pronoun")
    if before is None or before.shape != "code" or not points:
        return place
    end = place + 1
    while end < len(tokens) and tokens[end].unknown and tokens[end].ideographic:
        end += 1
    ends = end == len(tokens) or not tokens[end].is_("genitive", "complement", "perfect")
    return end if end > place + 1 and ends else place


def _wished_for(part: Clause, parts: Sequence[Clause]) -> bool:
    """True where another clause says what is wanted."""
    others = [one for one in parts if one is not part and one.kind == "positive"]
    return any((one.verbs or one.has("want")) and not _is_remark(one) for one in others)


def _is_courtesy(part: Clause) -> bool:
    """Nothing but thanks and greetings."""
    words = [token for token in part.tokens if not token.sign]
    return bool(words) and all(token.is_("small_talk") for token in words)


def _is_remark(part: Clause) -> bool:
    tokens = [token for token in part.tokens if not token.sign]
    if not tokens or part.has("if", "whether", "condition", "question"):
        return False
    if part.has("mishap"):
        return _went_wrong(part)
    limited = tokens[:-1] if len(tokens) > 1 and tokens[-2].is_("have_not") else tokens
    if any(token.is_(*_LIMITS) or _says_value(token) for token in limited):
        return False
    if _counts_thing(tokens):
        return False
    if any(token.ideographic for token in tokens):
        return any(tells(part, tokens) for tells in _IN_IDEOGRAPHS)
    return not part.verbs and _tells(tokens)


def _says_value(token: Token) -> bool:
    """A state, an amount, a day: what could be meant for the thing that is wanted."""
    return token.of(Kind.VALUE) is not None or token.shape in ("fact", "quote")


def _counts_thing(tokens: Sequence[Token]) -> bool:
    """`a card`: something that may be wished for."""
    counted = False
    for token in tokens:
        counted = counted or token.is_("article", "classifier", "some")
        if counted and token.of(Kind.ENTITY) is not None:
            return True
    return False


# ---- in scripts without blanks ------------------------------------------------------------


def _went_wrong(part: Clause) -> bool:
    """`sent it wrongly`: nobody wishes for a mishap."""
    for before, token in zip(part.tokens, part.tokens[1:], strict=False):
        if not token.is_("mishap"):
            continue
        touches = before.end == token.start and not before.sign
        if not token.ideographic or (touches and (before.unknown or before.of(Kind.ACTION))):
            return True
    return False


def _long_ago(part: Clause, tokens: Sequence[Token]) -> bool:
    """`last time he broke it`."""
    told = part.has("earlier") and not part.verbs
    return told and any(token.unknown for token in tokens)


def _came_about(part: Clause, tokens: Sequence[Token]) -> bool:
    """`the guest has left`: somebody, and an unknown verb that has been done."""
    if part.verbs or part.has("front") or len(tokens) < 3:
        return False
    verb, last = tokens[-2], tokens[-1]
    return last.is_("perfect") and verb.unknown and _named_before(tokens[:-2])


def _did_not(part: Clause, tokens: Sequence[Token]) -> bool:
    """`the patient did not come`: the last word is a verb that no tool has, denied."""
    if part.verbs or len(tokens) < 3 or not tokens[-2].is_("have_not"):
        return False
    last = tokens[-1]
    known = any(last.of(kind) for kind in (Kind.ENTITY, Kind.ACTION, Kind.ATTRIBUTE))
    return not known and not last.shape and _named_before(tokens[:-2])


def _how_it_goes(part: Clause, tokens: Sequence[Token]) -> bool:
    """`the client is pressing hard`: an unknown verb with its degree."""
    places = [i for i, token in enumerate(tokens) if token.is_("degree")]
    told = not part.verbs and bool(places) and 1 < places[0] < len(tokens) - 1
    return told and tokens[places[0] - 1].unknown and _named_before(tokens[: places[0] - 1])


def _named_before(tokens: Sequence[Token]) -> bool:
    return any(t.unknown or t.of(Kind.ENTITY) or t.is_(*_SUBJECTS) for t in tokens)


_IN_IDEOGRAPHS: tuple[Callable[[Clause, Sequence[Token]], bool], ...] = (
    _long_ago,
    _came_about,
    _did_not,
    _how_it_goes,
)


# ---- in scripts with blanks ---------------------------------------------------------------


def _tells(tokens: Sequence[Token]) -> bool:
    """A subject and a finite verb, of which no tool knows a word."""
    while tokens and tokens[0].is_(*_CONNECTIVES) and not tokens[0].is_(*_SUBJECTS):
        tokens = tokens[1:]
    known = any(token.of(Kind.ENTITY) or token.of(Kind.ATTRIBUTE) for token in tokens)
    strange = any(token.unknown or (known and token.is_("genitive")) for token in tokens)
    if len(tokens) < 2 or not strange:
        return False
    name = tokens[0].unknown and tokens[0].text[:1].isupper()
    if not (name or tokens[0].is_(*_SUBJECTS) or tokens[0].shape in _NAMING or _codes(tokens)):
        return False
    return any(_is_finite(tokens, i) for i in range(1, len(tokens)))


def _codes(tokens: Sequence[Token]) -> bool:
    """The thing that a code names stands before it, at the same place."""
    return tokens[0].start == tokens[1].start and tokens[1].shape in _NAMING


def _is_finite(tokens: Sequence[Token], i: int) -> bool:
    """`is`, `had`, `complained`, `drips`; `the client's on …`."""
    token, before = tokens[i], tokens[i - 1]
    if token.is_("be", "auxiliary") and not before.is_("modal"):
        return True
    if token.is_("genitive"):
        after = tokens[i + 1] if i + 1 < len(tokens) else None
        return after is not None and (
            after.is_("preposition", "function", "definite") or bool(_INGLY.fullmatch(after.text))
        )
    if before.is_("definite", "article", "preposition", "possessive"):
        return False
    return token.unknown and _FINITE.fullmatch(token.text) is not None


# ---- what stays in play ---------------------------------------------------------------------


def _with_what_it_names(part: Clause, later: Sequence[Clause]) -> list[Clause]:
    """The clauses behind a remark, with the one thing that it singles out where they need it."""
    kept = [token for token in part.tokens if _singles_out(token, part.tokens)]
    wishes = [one for one in later if one.kind == "positive"]
    if len([token for token in kept if token.shape is not None]) != 1 or not wishes:
        return list(later)
    spot = next((i for i, token in enumerate(wishes[0].tokens) if _points_back(token)), None)
    if spot is not None:
        return [_named_instead(one, spot, kept) if one is wishes[0] else one for one in later]
    points = any(one.has("reference:that") for one in wishes)
    named = any(token.shape in (*_NAMING, "number") for one in wishes for token in one.tokens)
    topic = [replace(part, tokens=kept, verbs=frozenset())] if points or not named else []
    return [*topic, *later]


def _points_back(token: Token) -> bool:
    """A pronoun that stands for the whole thing, and not for what is its own."""
    alone = token.is_("person_pronoun", "thing_pronoun", "subject")
    points = alone and token.is_("reference:that")
    return points and not token.is_("possessive", "complementizer")


def _named_instead(part: Clause, spot: int, named: Sequence[Token]) -> Clause:
    tokens = [*part.tokens[:spot], *named, *part.tokens[spot + 1 :]]
    more = len(named) - 1
    return replace(part, tokens=tokens, verbs=frozenset(i + more * (i > spot) for i in part.verbs))


def _singles_out(token: Token, tokens: Sequence[Token]) -> bool:
    """A code or a number, or the thing in front of it."""
    if token.shape in (*_NAMING, "number"):
        return True
    if token.of(Kind.ENTITY) is None:
        return False
    after = tokens[tokens.index(token) + 1 :]
    return bool(after) and after[0].shape in (*_NAMING, "number")
