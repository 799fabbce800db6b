"""Which words of a sentence are its actions: all are captured before any object is looked for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipelines.intent.tokens import Token
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Concept, Kind

_BREAKS = ",,。;;.!!??::\n()()—→…"
_PARTICIPLE = re.compile(r"[a-z]+(?:ed|ing|en)")
_BEFORE_VERB = (
    "polite", "want", "negation", "sequence", "also", "only", "but", "capability", "how", "if",
    "or", "no_noun", "correction", "function", "lacking", "required", "whether",
    "if_none",
)  # fmt: skip
_NOUN_BEFORE = ("article", "definite", "of", "genitive", "classifier", "all", "new", "old", "which")


@dataclass(frozen=True, slots=True)
class Verbs:
    """Positions of the tokens that are verbs here, in order."""

    actions: tuple[int, ...]
    helpers: tuple[int, ...]
    """Verbs that only lead to the next one: `tell me how many`."""


def verbs_of(tokens: Sequence[Token]) -> Verbs:
    """What is done in these tokens."""
    found = [i for i in range(len(tokens)) if _can_act(tokens, i)]
    company = _company(tokens, found)
    found = [i for i in found if not _is_noun(tokens, i, company[i])]
    helpers = tuple(i for i, j in pairwise(found) if _helps(tokens, i, j))
    return Verbs(_not_asked_about(tokens, [i for i in found if i not in helpers]), helpers)


@dataclass(frozen=True, slots=True)
class _Company:
    """Other words in the clause that are actions beyond doubt."""

    before: bool
    after: bool

    def __bool__(self) -> bool:
        return self.before or self.after


def _company(tokens: Sequence[Token], found: Sequence[int]) -> dict[int, _Company]:
    """For each possible action, whether its clause has another one before or after it."""
    clause, numbers = 0, list[int]()
    for token in tokens:
        clause += (token.sign and token.text in _BREAKS) or token.is_("sequence")
        numbers.append(clause)
    sure: dict[int, list[int]] = {}
    for i in found:
        if _counts(tokens[i]):
            sure.setdefault(numbers[i], []).append(i)
    ends = {number: (places[0], places[-1]) for number, places in sure.items()}
    nobody = (len(tokens), -1)
    return {
        i: _Company(
            before=ends.get(numbers[i], nobody)[0] < i, after=ends.get(numbers[i], nobody)[1] > i
        )
        for i in found
    }


def action_of(token: Token) -> Concept | None:
    """The action that a token stands for."""
    return token.of(Kind.ACTION)


def _can_act(tokens: Sequence[Token], i: int) -> bool:
    token = tokens[i]
    if token.of(Kind.ACTION) is None:
        return False
    if token.ideographic:
        describes = _modifies(tokens, i) or _says_amount(tokens, i) or _asks_other(tokens, i)
        describes = describes or _inside_name(tokens, i) or _softens(tokens, i)
        return not (describes or asks_done(tokens, i))
    if _is_asked_of(tokens, i) or _trails(tokens, i):
        return False
    return _at_verb_place(tokens, i)


def _softens(tokens: Sequence[Token], i: int) -> bool:
    """`check a bit`: a small word right behind a verb, which elsewhere is one itself."""
    before = _at(tokens, i - 1)
    touches = before is not None and before.end == tokens[i].start
    return touches and tokens[i].is_("polite") and before is not None and _pure_verb(before)


def _pure_verb(token: Token) -> bool:
    return token.of(Kind.ACTION) is not None and _pure(token)


def _trails(tokens: Sequence[Token], i: int) -> bool:
    """`an order, paid`: a participle alone between two breaks tells a state."""
    before, after = _at(tokens, i - 1), _at(tokens, i + 1)
    state = tokens[i].of(Kind.VALUE) is not None and _is_past(tokens[i])
    alone = before is not None and before.sign and (after is None or after.sign)
    return state and alone and any(t.of(Kind.ENTITY) for t in tokens[:i])


def _is_past(token: Token) -> bool:
    text = token.text.lower()
    return (_is_participle(token) and not text.endswith("ing")) or text == "paid"


def _inside_name(tokens: Sequence[Token], i: int) -> bool:
    """`one (air miles exchange) card`: a one-letter verb among unknown words of a noun."""
    after, token = _at(tokens, i + 1), tokens[i]
    if len(token.text) > 1 or after is None or after.of(Kind.ENTITY) is None:
        return False
    j = i - 1
    while j >= 0 and tokens[j].ideographic and _is_nothing_else(tokens[j]):
        j -= 1
    strange = any(t.unknown for t in tokens[j + 1 : i])
    touching = after.start == token.end and tokens[i - 1].end == token.start
    return strange and touching and j >= 0 and tokens[j].is_("classifier")


def _is_nothing_else(token: Token) -> bool:
    """Unknown, or a letter that grammar uses elsewhere."""
    small = len(token.text) == 1 and all(c.kind is Kind.MARKER for c in token.concepts)
    return token.unknown or (small and not token.is_("classifier", "recipient"))


def _is_asked_of(tokens: Sequence[Token], i: int) -> bool:
    """`Is 5 still assigned to 6?`: whether it is so, not to make it so."""
    start = next((j + 1 for j in range(i - 1, -1, -1) if tokens[j].sign), 0)
    asks = tokens[start].is_("be") and tokens[start].is_("auxiliary")
    return asks and start < i and _is_participle(tokens[i])


def asks_done(tokens: Sequence[Token], i: int) -> bool:
    """`5 signed-for or not?`: a question at the end of the clause on what has happened."""
    rest: list[Token] = []
    for token in tokens[i + 1 :]:
        if token.sign and token.text in _BREAKS:
            break
        rest.append(token)
    asks = len(rest) > 1 and rest[-1].is_("have_not", "question", "whether")
    if not (asks and i and tokens[i].ideographic and rest[-2].is_("perfect")):
        return False
    start = next((j + 1 for j in range(i - 1, -1, -1) if tokens[j].sign), 0)
    return not any(token.is_("polite", "capability") for token in tokens[start:i])


def _modifies(tokens: Sequence[Token], i: int) -> bool:
    """An action before a genitive and a noun describes the noun; so does one that is not yet."""
    before, after = _at(tokens, i - 1), _at(tokens, i + 1)
    if before is not None and before.is_("not_yet") and not before.is_("negation"):
        return True
    if after is None or not after.is_("genitive"):
        return False
    rest = _at(tokens, i + 2)
    if rest is None:
        return False
    asks = _at(tokens, i + 3)
    nominal = rest.is_("copula") and asks is not None and asks.is_("which", "who")
    counted = asks is not None and asks.is_("how_many") and rest.of(Kind.ATTRIBUTE) is not None
    return rest.of(Kind.ENTITY) is not None or rest.unknown or nominal or counted


def _says_amount(tokens: Sequence[Token], i: int) -> bool:
    """`…, less 5 yuan.` after something is made: how much, rather than something to be done."""
    before, after = _at(tokens, i - 1), _at(tokens, i + 1)
    if before is None or after is None or tokens[i].of(Kind.ATTRIBUTE) is None:
        return False
    trails = before.sign or before.shape == "fact"
    if not trails or after.shape not in ("number", "fact"):
        return False
    rest = _at(tokens, i + 2)
    made = (action_of(token) for token in tokens[:i])
    makes = any(a is not None and a.function is FunctionType.CREATE for a in made)
    return makes and (rest is None or rest.sign or rest.shape is not None)


def _asks_other(tokens: Sequence[Token], i: int) -> bool:
    """`5 is tied to which one`, `which one is tied to 5`: asking for one of two ends reads."""
    action = action_of(tokens[i])
    if action is None or "relates" not in action.flags:
        return False
    for token in reversed(tokens[:i]):
        if token.sign or action_of(token) is not None:
            break
        if token.is_("which", "who"):
            return True
    rest = (t for t in tokens[i + 1 :] if t.sign or not t.is_("function", "target", "place"))
    after = next(rest, None)
    return after is not None and after.is_("which", "who")


def _at_verb_place(tokens: Sequence[Token], i: int) -> bool:
    """English: at the start of its clause, or after words that only a verb can follow."""
    before, token = _at(tokens, i - 1), tokens[i]
    if before is None or (before.sign and before.text in _BREAKS) or before.ideographic:
        return True
    if before.is_(*_NOUN_BEFORE):
        return False
    state = token.of(Kind.VALUE) is not None or _is_participle(token)
    if before.is_("be") and state:
        return _to_be_done(tokens, i)
    if before.is_(*_BEFORE_VERB) or before.of(Kind.ACTION) is not None:
        return True
    if before.is_("time:after", "time:before"):
        return token.text.lower().partition(" ")[0].endswith("ing")
    if before.is_("and") or before.is_("recipient", "target"):
        return not _starts_nominal(tokens, i)
    if before.of(Kind.ENVIRONMENT) or before.is_("production", "environment_word"):
        return True
    return not _is_participle(token) and _after_subject(tokens, i)


def _to_be_done(tokens: Sequence[Token], i: int) -> bool:
    """`should be sent`, `once it is sent`: the passive of something to be done."""
    if i > 1 and tokens[i - 2].is_("possess") and _opens_with_time(tokens, i):
        return False
    modal = i > 1 and tokens[i - 2].is_("polite", "want")
    return tokens[i - 1].is_("be") and (modal or _in_time_clause(tokens, i))


def _opens_with_time(tokens: Sequence[Token], i: int) -> bool:
    """`Once it has been approved, …`: how it has to be already, ahead of what is to be done."""
    start = next((j + 1 for j in range(i - 1, -1, -1) if tokens[j].sign), 0)
    return tokens[start].is_("time:after")


def _in_time_clause(tokens: Sequence[Token], i: int) -> bool:
    """`once the card is frozen, …`: what is done first, said in the passive."""
    for token in reversed(tokens[:i]):
        if token.sign or token.is_("time:after", "time:before"):
            return not token.sign
    return False


def _is_participle(token: Token) -> bool:
    return _PARTICIPLE.fullmatch(token.text.lower().partition(" ")[0]) is not None


def _starts_nominal(tokens: Sequence[Token], i: int) -> bool:
    """`and review 5`: a word that is also a noun stays one when an identifier follows."""
    after = _at(tokens, i + 1)
    nominal = tokens[i].of(Kind.ENTITY) is not None
    return nominal and (after is None or after.sign or after.shape in ("number", "code"))


def _after_subject(tokens: Sequence[Token], i: int) -> bool:
    """`task 55 move to …`: after a full noun phrase a plain verb form can act."""
    before = tokens[i - 1]
    plain = tokens[i].of(Kind.ENTITY) is None and tokens[i].of(Kind.ATTRIBUTE) is None
    plain = plain and not tokens[i].is_("want")
    after = _at(tokens, i + 1)
    if _counted(tokens, i - 1) and after is not None and after.of(Kind.ENTITY):
        return False
    return plain and before.shape in ("number", "code", "quote", "fact")


def _is_noun(tokens: Sequence[Token], i: int, others: _Company) -> bool:
    """A word that is an action and something else: what it is here."""
    token, before, after = tokens[i], _at(tokens, i - 1), _at(tokens, i + 1)
    action = token.of(Kind.ACTION)
    if action is not None and "weak" in action.flags and others:
        return not _starts_another(before, after)
    if _pure(token):
        return _names_attribute(tokens, i, others)
    if before is not None and before.ideographic and before.is_("also", "sequence"):
        return False
    told = before is not None and before.is_("target", "copula", "not_yet") and bool(others)
    weak = action is not None and "weak" in action.flags
    if told or (weak and _named_thing(tokens, i)):
        return True
    if token.of(Kind.ENTITY) is None and token.of(Kind.ATTRIBUTE) is None:
        return _is_state(tokens, i, others)
    if before is not None and (before.is_(*_NOUN_BEFORE) or _counted(tokens, i - 1)):
        return True
    if token.ideographic:
        return others.before or _is_asked(after)
    starts = before is None or before.sign or before.is_(*_BEFORE_VERB) or before.is_("and")
    during = before is not None and before.is_("time:after", "time:before")
    return not (starts or (during and token.text.lower().endswith("ing")))


def _named_thing(tokens: Sequence[Token], i: int) -> bool:
    """`book 5501`: a thing with its number, rather than something done to 5501 things."""
    after, rest = _at(tokens, i + 1), _at(tokens, i + 2)
    if tokens[i].of(Kind.ENTITY) is None or after is None or after.shape not in ("code", "number"):
        return False
    counts = rest is not None and (rest.of(Kind.ENTITY) or rest.of(Kind.VALUE) or rest.unknown)
    return after.shape == "code" or not counts


def _starts_another(before: Token | None, after: Token | None) -> bool:
    """`and book a …`: joined to the action before it, with a thing of its own."""
    joined = before is not None and before.is_("and", "sequence", "also")
    return joined and after is not None and after.is_("article", "definite")


def _names_attribute(tokens: Sequence[Token], i: int, others: _Company) -> bool:
    """`update amount` after another action or an owner: the action only says which amount."""
    before, after = _at(tokens, i - 1), _at(tokens, i + 1)
    attribute = after is not None and after.of(Kind.ATTRIBUTE) and not after.of(Kind.ENTITY)
    owned = before is not None and before.is_("genitive") and i > 1 and not tokens[i - 2].sign
    return bool(attribute) and tokens[i].ideographic and (others.before or owned)


def _counted(tokens: Sequence[Token], i: int) -> bool:
    """A number that counts: no noun that it would identify is before it, nor a `for`."""
    before = _at(tokens, i - 1)
    names = before is not None and (before.of(Kind.ENTITY) or before.is_("recipient"))
    return tokens[i].shape == "number" and not names


def _is_state(tokens: Sequence[Token], i: int, others: _Company) -> bool:
    """A state word (completed) acts only where nothing else does."""
    before, after = _at(tokens, i - 1), _at(tokens, i + 1)
    if before is not None and _to_be_done(tokens, i):
        return False
    if before is not None and (before.of(Kind.ATTRIBUTE) or before.is_("copula", "which")):
        return True
    describes = after is not None and (after.is_("genitive") or after.of(Kind.ENTITY) is not None)
    past = _is_participle(tokens[i])
    return bool(others) and (describes or past or not tokens[i].ideographic or others.before)


def _is_asked(after: Token | None) -> bool:
    return after is not None and (
        after.is_("ask_state", "which", "genitive") or after.of(Kind.ATTRIBUTE) is not None
    )


def _counts(token: Token) -> bool:
    """An action that leaves no room for a word that might be one (a light verb does)."""
    action = token.of(Kind.ACTION)
    return _pure(token) and action is not None and "light" not in action.flags


def _pure(token: Token) -> bool:
    kinds = {concept.kind for concept in token.concepts}
    return kinds.isdisjoint({Kind.ENTITY, Kind.ATTRIBUTE, Kind.VALUE})


def _not_asked_about(tokens: Sequence[Token], found: Sequence[int]) -> tuple[int, ...]:
    kept: list[int] = []
    for i in found:
        if not (kept and _is_asked_about(tokens, kept[-1], i)):
            kept.append(i)
    return tuple(kept)


def _is_asked_about(tokens: Sequence[Token], reading: int, i: int) -> bool:
    """`see how many were created`: the second action is what is asked, not what is to be done."""
    first = action_of(tokens[reading])
    if first is None or first.function is None or first.function.writes:
        return False
    clause = _clause_after(tokens, reading, judging=first.function is FunctionType.VERIFY)
    inside = any(token is tokens[i] for token in clause)
    asked = any(token.is_("how_many", "which", "who") for token in clause)
    return inside and (asked or any(_asks_whether(token, tokens[i]) for token in clause))


def _clause_after(tokens: Sequence[Token], i: int, *, judging: bool) -> list[Token]:
    """Up to the next break; `judging`: `after …` ahead of what is asked is no step of its own."""
    clause = list[Token]()
    for token in tokens[i + 1 :]:
        if token.sign and token.text in _BREAKS:
            break
        clause.append(token)
    asked = next((n for n, t in enumerate(clause) if t.is_("whether") and t.ideographic), 0)
    begins = asked if judging else 0
    end = next((n for n, t in enumerate(clause) if t.is_("sequence") and n >= begins), None)
    return clause[:end]


def _asks_whether(token: Token, action: Token) -> bool:
    """`check whether 5 was paid`: where the word may also set a condition, only what follows."""
    ahead = token.ideographic or token.end <= action.start
    return token.is_("whether") and ahead and not token.of(Kind.ACTION)


def _helps(tokens: Sequence[Token], i: int, j: int) -> bool:
    """Of two verbs in a row the first only helps (perform a check, help create)."""
    between = tokens[i + 1 : j]
    if any(not t.is_("polite", "function", "filler") or t.is_("and", "recipient") for t in between):
        return False
    first, second = action_of(tokens[i]), action_of(tokens[j])
    if first is None or second is None or first.function is None:
        return False
    same = first.function is second.function and first.function.value != "operate"
    return same or "light" in first.flags or not first.function.writes or first.name == "submit"


def _at(tokens: Sequence[Token], i: int) -> Token | None:
    return tokens[i] if 0 <= i < len(tokens) else None
