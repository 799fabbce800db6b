"""A sentence in clauses: positive instructions, negative instructions and supplements."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from pipelines.intent.prohibitions import let_alone, only_that
from pipelines.intent.tokens import Token
from pipelines.intent.verbs import action_of, verbs_of
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Concept, Kind

ClauseKind: TypeAlias = Literal[
    "positive",
    "forbid",
    "keep",
    "create_missing",
    "create_required",
    "no_data",
    "note",
    "existing",
    "remark",
    "courtesy",
    "proviso",
]
_BREAKS = ",,。;;!!??\n.…—→"
_COURTESY = Concept(Kind.MARKER, "polite")
_LIGHT = ("polite", "function", "also", "sequence", "only", "but", "want", "if", "filler", "and")


@dataclass(slots=True)
class Clause:
    """A stretch of tokens with at most a few actions, and how it is meant."""

    tokens: list[Token]
    verbs: frozenset[int] = frozenset()
    """Positions of actions in `tokens`."""
    kind: ClauseKind = "positive"
    linked: bool = False
    """Follows without a pause: and, then."""
    led: bool = False
    """Says when, right behind what it is said of: after doing this."""
    extra: list[Token] = field(default_factory=list[Token])
    """A clause before it that belongs to it (what is missing, please create)."""

    def has(self, *names: str) -> bool:
        """True when one of these grammar words is in it."""
        return any(token.is_(*names) for token in self.tokens)

    @property
    def conditional(self) -> bool:
        """True where what it makes is made only if there is none yet."""
        tokens = [*self.extra, *self.tokens]
        none = any(t.is_("if_none") for t in tokens)
        lacks = any(t.is_("have_not", "lacking") for t in tokens)
        return none or (lacks and any(t.is_("if", "condition") for t in tokens))

    @property
    def creating(self) -> bool:
        """True when it makes something, rather than hands it to somebody."""
        found = [action_of(self.tokens[i]) for i in self.verbs]
        return any(
            a is not None and a.function is FunctionType.CREATE and "recipient" not in a.flags
            for a in found
        )

    @property
    def content(self) -> bool:
        """True when there is anything but grammar in it."""
        kinds = (Kind.ENTITY, Kind.VALUE, Kind.ATTRIBUTE, Kind.ACTION)
        return any(t.unknown or t.shape or any(t.of(kind) for kind in kinds) for t in self.tokens)

    @property
    def named(self) -> bool:
        """True when it names a thing, or has an action that holds one."""
        held = any(
            a is not None and a.entity for a in (action_of(self.tokens[i]) for i in self.verbs)
        )
        return held or any(t.of(Kind.ENTITY) or t.unknown for t in self.tokens)


def clauses(tokens: Sequence[Token]) -> list[Clause]:
    """All clauses in order, each classified."""
    verbs = verbs_of(tokens)
    silent = [_silenced(t) if i in verbs.helpers else t for i, t in enumerate(tokens)]
    return _classified(list(_split(silent, verbs.actions)))


def _silenced(helper: Token) -> Token:
    """A verb that only leads to the next one says nothing of any thing."""
    return replace(helper, concepts=(_COURTESY,))


def _split(tokens: Sequence[Token], verbs: Sequence[int]) -> Iterator[Clause]:
    start, linked, led = 0, False, False
    for i in range(len(tokens)):
        cut = _cut(tokens, i, start, verbs)
        if cut is None:
            continue
        if i > start:
            yield _clause(tokens, start, i, verbs, linked, led)
        linked = cut == "link" or (linked and i == start)
        led = cut == "time"
        start = i + 1 if cut in ("sign", "drop") else i
    if start < len(tokens):
        yield _clause(tokens, start, len(tokens), verbs, linked, led)


def _clause(
    tokens: Sequence[Token], start: int, end: int, verbs: Sequence[int], linked: bool, led: bool
) -> Clause:
    own = frozenset(i - start for i in verbs if start <= i < end)
    return Clause(list(tokens[start:end]), own, linked=linked, led=led)


def _cut(
    tokens: Sequence[Token], i: int, start: int, verbs: Sequence[int]
) -> Literal["sign", "link", "new", "time", "drop"] | None:
    """Why a clause ends before this token, if it does."""
    token = tokens[i]
    if token.sign and token.text[0] in _BREAKS:
        return "sign"
    if i in verbs or i == start:
        return None
    acted = any(start <= v < i for v in verbs)
    acts = any(v > i for v in verbs) and _verb_before_break(tokens, i, verbs)
    dated = tokens[i - 1].shape == "fact" and token.is_("compare:gt", "compare:lt")
    dated = dated or (token.is_("beforehand") and token.ideographic and not acted)
    if token.is_("sequence") and not token.is_("first", "last") and acts and not dated:
        return "link"
    if acted and acts and _trails(tokens[i - 1]) and _leads_to_verb(tokens, i - 1, verbs):
        return "link"
    if acted and (begun := _begins(tokens, i, verbs)):
        return begun
    if token.is_("also", "and", "but") and acts and _leads_to_verb(tokens, i, verbs):
        return "link"
    if token.is_("negation", "have_not", "lacking", "required") and acted:
        denies = token.is_("negation") and acts and not token.is_("whether", "correct")
        conditional = token.is_("condition")
        return "new" if denies or conditional else None
    return None


def _trails(token: Token) -> bool:
    """A word for `before` that stands behind what is to wait."""
    return token.is_("time:before") and token.ideographic


def _begins(tokens: Sequence[Token], i: int, verbs: Sequence[int]) -> Literal["new", "time"] | None:
    """After an action: what is to be kept, and before or after which other one it is done."""
    timed = tokens[i].is_("time:after", "time:before")
    if timed and (i + 1 in verbs or _passive_ahead(tokens, i, verbs)):
        return "time"
    kept = tokens[i].is_("keep") and tokens[i].of(Kind.ENTITY) is None
    return "new" if kept else None


def _passive_ahead(tokens: Sequence[Token], i: int, verbs: Sequence[int]) -> bool:
    """`… once 5 has been sent`."""
    following = next((j for j in range(i + 1, len(tokens)) if j in verbs or tokens[j].sign), None)
    return following is not None and following in verbs and tokens[following - 1].is_("be")


def _verb_before_break(tokens: Sequence[Token], i: int, verbs: Sequence[int]) -> bool:
    for j in range(i + 1, len(tokens)):
        if j in verbs:
            return True
        if tokens[j].sign and tokens[j].text[0] in _BREAKS:
            return False
    return False


def _leads_to_verb(tokens: Sequence[Token], i: int, verbs: Sequence[int]) -> bool:
    """Only small words, or a fronted phrase, stand between the link and a verb."""
    for j in range(i + 1, len(tokens)):
        if j in verbs or tokens[j].is_("front"):
            return True
        if tokens[j].is_("recipient") and tokens[j].ideographic:
            return True
        if not tokens[j].is_(*_LIGHT, "negation", "recipient", "place"):
            return tokens[i].is_("also", "but") and tokens[i].ideographic
    return False


# ---- how clauses are meant ----------------------------------------------------------------


def _classified(found: list[Clause]) -> list[Clause]:
    result: list[Clause] = []
    position = 0
    while position < len(found):
        clause = found[position]
        after = found[position + 1] if position + 1 < len(found) else None
        others = any(c is not clause and c is not after and c.content for c in found)
        clause.kind, uses_next = _kind(clause, after, others)
        if result and result[-1].kind == "forbid" and only_that(clause.tokens, clause.verbs):
            clause.kind = "note"
        if uses_next and after is not None:
            after.kind, after.extra = clause.kind, [*clause.extra, *clause.tokens]
            clause = after
            position += 1
        result.append(clause)
        position += 1
    return result


def _kind(clause: Clause, after: Clause | None, others: bool) -> tuple[ClauseKind, bool]:
    """The kind, and whether the next clause completes it."""
    if _starts_with(clause, "keep") or (_ends_with_keep(clause) and not clause.verbs):
        return "keep", False
    if clause.has("existing") and others and not _acts_beyond(clause):
        return "existing", False
    if clause.has("lacking", "required", "have_not") and not clause.has("correct", "how_many"):
        kind = _supplement(clause, after, others)
        if kind is not None:
            return kind
    if _denies(clause):
        return "forbid", False
    if others and (place := let_alone(clause.tokens, clause.verbs)) is not None:
        clause.verbs = frozenset(i for i in clause.verbs if i > place)
        return "forbid", False
    if clause.has("only") and clause.verbs and not clause.named and others:
        return "note", False
    return "positive", False


def _acts_beyond(clause: Clause) -> bool:
    """An action other than `use`."""
    found = [action_of(clause.tokens[i]) for i in clause.verbs]
    return any(action is not None and action.name != "use" for action in found)


def _starts_with(clause: Clause, name: str) -> bool:
    first = next((t for t in clause.tokens if t.is_(name) or not t.is_(*_LIGHT)), None)
    return first is not None and first.is_(name)


def _ends_with_keep(clause: Clause) -> bool:
    """`5 stays`: a thing, and that it is left alone."""
    said = [t for t in clause.tokens if not t.sign and not t.is_(*_LIGHT)]
    return len(said) > 1 and said[-1].is_("keep") and said[-1].of(Kind.ENTITY) is None


def _supplement(
    clause: Clause, after: Clause | None, others: bool
) -> tuple[ClauseKind, bool] | None:
    kind: ClauseKind = "create_missing"
    if clause.has("required") and not clause.has("lacking"):
        kind = "create_required"
    if clause.verbs and clause.has("negation"):
        return None
    if clause.creating:
        alone = not others and (after is None or not after.content)
        return None if alone else (kind, False)
    if clause.verbs:
        return None
    if after is not None and after.creating and not after.named:
        return kind, True
    if clause.has("condition"):
        return kind, False
    if kind == "create_required" or not clause.has("have_not", "lacking"):
        return None
    if any(_undone(clause.tokens, i) for i in range(1, len(clause.tokens))):
        return None
    return ("no_data", False) if clause.has("filler") or others else None


def _undone(tokens: Sequence[Token], i: int) -> bool:
    """`its bill that is not paid`: what has not been done describes the thing."""
    done = tokens[i].of(Kind.ACTION) is not None or tokens[i].of(Kind.VALUE) is not None
    told = tokens[i - 1].is_("have_not") and done
    return told and i + 1 < len(tokens) and tokens[i + 1].is_("genitive")


def _denies(clause: Clause) -> bool:
    """A negation before the action, or before a bare noun."""
    place = next((i for i, t in enumerate(clause.tokens) if t.is_("negation", "no_noun")), None)
    if place is None or clause.tokens[place].is_("correct", "whether", "lacking"):
        return False
    if clause.verbs:
        return place < min(clause.verbs)
    rest = clause.tokens[place + 1 :]
    strange = clause.tokens[place].is_("no_noun") and 0 < len(rest) < 3
    things = any(t.of(Kind.ENTITY) or (strange and t.unknown) for t in rest)
    return things and not any(t.of(Kind.VALUE) or t.shape for t in rest)
