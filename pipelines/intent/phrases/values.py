"""Counts, attributes with values, identifiers, facts, and words that describe."""

from collections.abc import Iterator

from pipelines.contracts.intent import Operator, Span
from pipelines.intent.phrases import counting, pairs
from pipelines.intent.phrases.desk import Desk
from pipelines.intent.phrases.nouns import Noun, Said
from pipelines.intent.tokens import Token
from pipelines.intent.verbs import asks_done
from tool_registry.vocabulary.concept import SORT
from tool_registry.vocabulary.lexicon import Concept, Kind


def number(desk: Desk, token: Token) -> bool:
    """A counting expression: three, the last five, a."""
    count = counting.read(desk.tokens, desk.i, desk.head, desk.verbs, desk.text)
    if count is None:
        return False
    if count.fresh and desk.head is None and desk.draft.quantity is not None and desk.draft.said:
        desk.close()
    if count.fresh and desk.head is not None and not desk.linked:
        desk.draft.fresh = True
    counting.apply(count, desk.draft)
    desk.draft.tokens += desk.tokens[desk.i : count.end]
    desk.i = count.end
    return True


def attribute(desk: Desk, token: Token) -> bool:
    """An attribute: with its value it describes; without one it is asked for."""
    named = token.is_("named") and not token.of(Kind.ENTITY)
    concept = token.of(Kind.ATTRIBUTE)
    if concept is None and not named:
        return False
    thing = token.of(Kind.ENTITY) is not None
    if concept is not None and "kind" in concept.flags and _tells_kind(desk, token):
        return True
    pair = pairs.read(desk.tokens, desk.i, desk.verbs, desk.text, closed=thing)
    if pair is not None:
        _pair(desk, pair)
        return True
    if thing or concept is None:
        return False
    if _heads_fact(desk, concept):
        desk.draft.tokens.append(token)
    elif not _annotates(desk, concept):
        desk.draft.asked.append(concept.name)
        desk.draft.tokens.append(token)
    return True


def _heads_fact(desk: Desk, concept: Concept) -> bool:
    """`threshold` before a fact that holds a threshold and more says nothing of its own."""
    after = desk.after
    return after is not None and any(value.attribute == concept.name for value in after.values)


def _tells_kind(desk: Desk, token: Token) -> bool:
    """`a table of the oak kind`: the words before `kind` describe the table."""
    thing, draft = desk.part, desk.draft
    if thing is None or not draft.said or draft.headed or desk.head is not None:
        return False
    thing.absorb(draft)
    thing.tokens.append(token)
    desk.part, desk.draft, desk.head = None, Noun(), thing
    return True


def _pair(desk: Desk, pair: pairs.Pair) -> None:
    free = desk.head is not None and not desk.head.identified
    genitive = pair.end + 1 < len(desk.tokens) and desk.tokens[pair.end].is_("genitive")
    before_noun = genitive and not (free and pair.said.identifying)
    desk.say(pair.said, pair.tokens, before_noun=before_noun)
    desk.i = pair.end


def _annotates(desk: Desk, concept: Concept) -> bool:
    """`5501 (phone)`: the attribute in brackets says what the identifier is."""
    noun = desk.head or desk.draft
    bare = [s for s in noun.said if s.identifying and s.attribute is None]
    if desk.before is None or desk.before.text not in "((" or not bare:
        return False
    bare[-1].attribute = concept.name
    noun.tokens.append(desk.tokens[desk.i])
    return True


def shape(desk: Desk, token: Token) -> bool:
    """Codes and numbers identify; facts describe; quotes name."""
    if token.shape is None:
        return False
    if token.text.lower() == "one":
        _one(desk, token)
    elif token.shape in ("code", "number"):
        _identify(desk, token)
    elif token.shape == "quote":
        value = token.values[0].value
        desk.say(Said("name", value, token.span, identifying=True), [token])
    else:
        _facts(desk, token)
    return True


def _one(desk: Desk, token: Token) -> None:
    """`a new one`: a pronoun for a thing of the same kind; `one red, one blue` counts them."""
    after = desk.after
    told = after is not None and (after.of(Kind.VALUE) or after.is_("named"))
    if after is not None and (told or after.shape == "fact"):
        desk.close()
        desk.draft.quantity, desk.draft.fresh = 1, True
        desk.draft.tokens.append(token)
        return
    desk.draft.reference, desk.draft.quantity = "one", 1
    desk.draft.tokens.append(token)
    desk.add(desk.draft, None)
    desk.draft = Noun()


def _identify(desk: Desk, token: Token) -> None:
    value = token.values[0]
    shown = token.text if token.shape == "number" else value.value
    said = Said(_by_shape(desk, value.attribute), shown, token.span, identifying=True)
    if any(t.is_("except") for t in _nearby(desk)):
        said = Said(said.attribute or "id", shown, token.span, "ne")
        desk.draft.said.append(said)
        desk.draft.tokens.append(token)
        return
    if desk.head is not None and not desk.draft.fresh and not desk.linked:
        desk.head.said.append(said)
        desk.head.tokens.append(token)
        return
    desk.note(said, token)
    if not _noun_follows(desk):
        desk.add(desk.draft, None)
        desk.head, desk.draft = desk.draft, Noun()


def _nearby(desk: Desk) -> Iterator[Token]:
    """The words before the present one in its clause, as far as they lead to what is named."""
    for token in reversed(desk.tokens[: desk.i]):
        if token.is_("except"):
            yield token
        if token.sign or token.is_("recipient", "front") or token.of(Kind.ACTION):
            return


def _by_shape(desk: Desk, name: str | None) -> str | None:
    """A shape tells the attribute, except after a noun with numbers of its own (account 138…)."""
    word = desk.head.head.of(Kind.ATTRIBUTE) if desk.head and desk.head.head else None
    numbered = word is not None and "identifier" in word.flags
    return None if numbered and name == "phone" else name


def _noun_follows(desk: Desk) -> bool:
    """`the no. 5501 order`: the number stands before the noun that it belongs to."""
    after = desk.tokens[desk.i + 1 : desk.i + 3]
    return (
        len(after) == 2
        and after[0].of(Kind.ATTRIBUTE) is not None
        and after[1].of(Kind.ENTITY) is not None
    )


def _facts(desk: Desk, token: Token) -> None:
    operator = _compared(desk)
    for value in token.values:
        words = desk.text[value.start : value.end]
        span = Span(start=value.start, end=value.end, text=words)
        said = Said(value.attribute, value.value, span, operator, value.unit, money=value.money)
        desk.draft.said.append(said)
    desk.draft.tokens.append(token)


def _compared(desk: Desk) -> Operator:
    for token in (desk.before, desk.after):
        if token is not None and (operator := pairs.operator_of(token)):
            return operator
    return "eq"


def modifier(desk: Desk, token: Token) -> bool:
    """A word that describes: a known value, an action as an adjective, an unknown word."""
    value = desk.state_of_next(token) or token.of(Kind.VALUE)
    if value is not None and not (token.ideographic and len(token.text) == 1):
        denied = _denied(desk)
        sort = value.flagged(SORT)
        said = Said(value.attribute, value.name, token.span, denied=denied, entity=sort)
        desk.note(said, token)
        return True
    if token.of(Kind.ACTION) is not None and not token.is_("which", "want"):
        if asks_done(desk.tokens, desk.i):
            desk.draft.asked.append("status")
            desk.draft.tokens.append(token)
        else:
            _attributive(desk, token)
        return True
    if token.unknown:
        desk.draft.unread.append(token)
        return True
    return False


def _denied(desk: Desk) -> bool:
    """`not paid`, `has not been paid yet`."""
    for token in reversed(desk.tokens[: desk.i]):
        if not token.is_("be", "auxiliary", "function") or token.is_("negation"):
            return token.is_("negation", "compare:ne", "nobody")
    return False


def _hands_on(desk: Desk, action: Concept | None) -> bool:
    """`which card is given to …`: only says whose the card is."""
    joins = action is not None and not action.flags.isdisjoint({"relates", "recipient"})
    passive = desk.before is not None and desk.before.is_("be", "auxiliary")
    asked = any(t.is_("which", "who") for t in desk.tokens[: desk.i])
    return joins and passive and asked and desk.part is not None


def _ends_question(desk: Desk) -> bool:
    """`which user … is tied to`: the last words say how the two belong together."""
    rest = desk.tokens[desk.i + 1 :]
    passive = desk.before is not None and desk.before.is_("be", "auxiliary")
    asked = any(t.is_("which", "who") for t in desk.tokens[: desk.i])
    return passive and asked and not any(t.of(Kind.ENTITY) or t.unknown or t.shape for t in rest)


def _attributive(desk: Desk, token: Token) -> None:
    """An action that describes a thing: the cancelled orders, not yet paid."""
    action, after, before = token.of(Kind.ACTION), desk.after, desk.before
    light = action is not None and "light" in action.flags
    joined = action is not None and "relates" in action.flags and desk.head is not None
    names = after is not None and token.ideographic and after.of(Kind.ATTRIBUTE) is not None
    if light or names:
        desk.draft.tokens.append(token)
    elif desk.head is not None and after is not None and after.is_("genitive"):
        desk.head.tokens.append(token)
    elif _hands_on(desk, action):
        return
    elif desk.head is not None and _ends_question(desk):
        desk.head.tokens.append(token)
    elif joined and desk.head is not None and token.ideographic:
        desk.head.tokens.append(token)
        desk.own(desk.head)
    elif token.ideographic or desk.head is None:
        start = before.start if before is not None and before.is_("not_yet") else token.start
        words = desk.text[start : token.end]
        desk.note(Said(None, words, Span(start=start, end=token.end, text=words)), token)
