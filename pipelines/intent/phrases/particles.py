"""Grammar words: owning, joining, pointing, and the prepositions that give roles."""

from pipelines.intent.phrases.desk import Desk, Link, things_of
from pipelines.intent.phrases.nouns import Noun
from pipelines.intent.tokens import Token
from tool_registry.vocabulary.lexicon import Kind

_ROLES = (
    ("front", "front"), ("about", "front"), ("passive", "agent"), ("source", "source"),
    ("target", "to"), ("recipient", "recipient"), ("using", "using"), ("place", "place"),
)  # fmt: skip
_SILENT = ("filler", "polite", "function", "definite", "want", "copula", "preposition")


def particle(desk: Desk, token: Token) -> bool:
    """A sign or a grammar word, if the token is nothing else here."""
    if token.sign:
        if token.text not in "(()) #":
            desk.close()
        return True
    if not token.markers or _tells(desk, token) or token.of(Kind.ACTION):
        return False
    readings = (_whose, _possesses, _joins, _points, _role)
    return any(reading(desk, token) for reading in readings)


def _tells(desk: Desk, token: Token) -> bool:
    """A value; a word that may as well say nothing is one of certain things only."""
    value = token.of(Kind.VALUE)
    if value is None or not token.is_("filler"):
        return value is not None
    values = [concept for concept in token.concepts if concept.kind is Kind.VALUE]
    fitting = desk.state_of_next(token)
    return fitting is not None or not any(things_of(value) for value in values)


def _whose(desk: Desk, token: Token) -> bool:
    """`which user the card 5 is tied to`: what is asked for belongs to what comes next."""
    head = desk.head
    if head is None or not token.is_("definite") or head.identified or not desk.draft.empty:
        return False
    first = min(head.tokens, key=lambda t: t.start)
    place = next((i for i, t in enumerate(desk.tokens) if t is first), 0)
    if not place or not desk.tokens[place - 1].is_("which") or not desk.continues():
        return False
    _of(desk)
    return True


def _possesses(desk: Desk, token: Token) -> bool:
    """`user 1 has cards`, `which cards does user 1 have`: one owns the other."""
    head = desk.head
    if head is not None and _judges(desk, head, token):
        desk.own(head)
        return True
    if head is None or not token.is_("possess", "auxiliary"):
        return False
    asked = any(t.is_("which", "how_many") for t in desk.tokens[: desk.i])
    if asked and _says_how_it_is(desk, token):
        return True
    if asked and token.is_("auxiliary") and not _only_joined(desk):
        _of(desk)
        return True
    if not token.is_("possess") or not desk.continues():
        return False
    head.absorb(desk.draft)
    desk.draft = Noun()
    desk.own(head)
    return True


def _says_how_it_is(desk: Desk, token: Token) -> bool:
    """`which rooms are dirty`: nothing but a state stands behind."""
    rest = [t for t in desk.tokens[desk.i + 1 :] if not t.sign]
    told = any(t.of(Kind.VALUE) for t in rest) and token.is_("be")
    return told and not any(t.of(Kind.ENTITY) or t.shape or t.unknown for t in rest)


def _judges(desk: Desk, head: Noun, token: Token) -> bool:
    """`55 is a reader or not`: what 55 is, rather than reader 55."""
    asks = token.ideographic and token.is_("whether", "have_not") and not token.of(Kind.ACTION)
    bare = not head.headed and head.identified and head.reference is None
    return asks and bare and desk.draft.empty and desk.continues()


def _only_joined(desk: Desk) -> bool:
    """`… is bound to?`: the question ends with how the two belong together."""
    rest = desk.tokens[desk.i + 1 :]
    joins = bool(rest) and rest[0].of(Kind.ACTION) is not None
    return joins and not any(t.of(Kind.ENTITY) or t.unknown or t.shape for t in rest)


def _joins(desk: Desk, token: Token) -> bool:
    inside = token.is_("inside") and desk.head is not None
    if (
        token.is_("genitive")
        or (inside and token.ideographic)
        or (token.is_("of") and desk.after is not None and desk.after.is_("which", "who"))
    ):
        _genitive(desk)
    elif (token.is_("of") or inside) and desk.after is not None:
        _of(desk)
    elif token.is_("and", "or"):
        only_asked = bool(desk.draft.asked) and desk.head is None and not desk.draft.said
        if not only_asked:
            desk.close()
        desk.joined, desk.role = True, desk.role or desk.last_role
    elif token.is_("sequence", "also", "but") and not token.is_("last", "first"):
        desk.close()
        desk.items.append(Link(token))
        desk.role, desk.lead = None, None
    else:
        return False
    return True


def _genitive(desk: Desk) -> None:
    """The head owns what follows; modifiers between the two describe what follows."""
    if desk.after is None:
        return
    if desk.head is not None and not desk.draft.fresh:
        if not (desk.draft.said and desk.continues()):
            desk.head.absorb(desk.draft)
            desk.draft = Noun()
        desk.own(desk.head)
    else:
        desk.unread_as_modifiers()


def _of(desk: Desk) -> None:
    """NP1 of NP2: what comes next owns what was before."""
    part = desk.head
    if part is not None and desk.after is not None and desk.after.shape == "fact":
        return
    if desk.draft.said and part is not None and part.identified:
        desk.draft.fresh = True
        return
    if part is None and not desk.draft.unread:
        return
    desk.close()
    last = desk.items[-1] if desk.items else None
    desk.part = part or (last if isinstance(last, Noun) else None)


def _points(desk: Desk, token: Token) -> bool:
    """That, it, the above, old, new."""
    pointing = next((m for m in sorted(token.markers) if m.startswith("reference:")), None)
    if pointing is not None:
        _reference(desk, token, pointing.partition(":")[2])
        return True
    hint = next((name for name in ("old", "new") if token.is_(name)), None)
    if hint is None:
        return False
    if desk.head is not None and not desk.linked:
        counted = desk.draft if desk.draft.fresh else Noun()
        desk.draft = Noun() if desk.draft.fresh else desk.draft
        desk.close()
        desk.draft = counted
    elif desk.head is None and token.ideographic and any(s.identifying for s in desk.draft.said):
        owner, desk.draft = desk.draft, Noun()
        desk.own(owner)
    desk.draft.hint = hint
    return True


def _reference(desk: Desk, token: Token, name: str) -> None:
    relative = desk.after is not None and desk.after.is_("be", "auxiliary", "possess")
    if token.is_("complementizer") and (relative or desk.i - 1 in desk.verbs):
        return
    named = desk.head is not None and not desk.head.headed and desk.head.identified
    if named and desk.continues():
        if name == "previous" and desk.head is not None:  # `55's last card`, not card 55
            desk.own(desk.head)
        return
    desk.close()
    pronoun = Noun(reference=name, tokens=[token], wants_person=token.is_("person_pronoun"))
    genitive = desk.after is not None and desk.after.is_("genitive") and len(token.text) == 1
    contrasted = desk.after is not None and desk.after.is_("old", "new")
    genitive = genitive or (contrasted and token.is_("person_pronoun", "thing_pronoun"))
    if token.is_("possessive") or genitive:
        desk.own(pronoun)
        return
    pronoun.absorb(desk.draft)
    desk.draft = pronoun
    if not desk.continues():
        desk.add(desk.draft, None)
        desk.draft = Noun()


def _apart(desk: Desk, token: Token) -> None:
    """`for 55 with card 7`: what a bare number is given is no part of it."""
    noun = desk.head or desk.draft
    bare = noun.identified and not noun.headed and noun.reference is None
    if bare and desk.continues():
        desk.close()
        desk.role, desk.lead, desk.joined = "using", token, False


def _role(desk: Desk, token: Token) -> bool:
    if token.is_("each"):
        desk.draft.every = True
        return True
    if token.is_("with"):
        _apart(desk, token)
        return True
    role = next((role for name, role in _ROLES if token.is_(name)), None)
    if role is None or desk.after is None:
        return token.is_(*_SILENT)
    if token.is_("inside", "filler") and desk.head is not None:
        return True
    desk.close()
    desk.role, desk.lead, desk.joined = role, token, False
    return True
