"""Nouns: the heads of phrases, and nouns that only say more of the one before them."""

from pipelines.intent.phrases.desk import Desk
from pipelines.intent.phrases.nouns import Noun, Said
from pipelines.intent.tokens import Token
from tool_registry.vocabulary.lexicon import Concept, Kind
from tool_registry.vocabulary.text import fold


def entity(desk: Desk, token: Token) -> bool:
    """A known noun."""
    concept = token.of(Kind.ENTITY)
    if concept is None or _is_modifier(desk, token):
        return False
    readings = (_apposed, _account_of_relation, _says_more, _same_relation)
    if any(reading(desk, concept, token) for reading in readings):
        return True
    noun = desk.draft
    noun.type, noun.concept, noun.head = concept.name, concept, token
    noun.tokens.append(token)
    _measure(noun, concept, desk)
    desk.unread_as_modifiers()
    desk.open(noun)
    return True


def _measure(noun: Noun, concept: Concept, desk: Desk) -> None:
    """`100 points`: an amount rather than a hundred things."""
    if noun.quantity is not None and ("mass" in concept.flags or _large(noun, desk)):
        counted = next((t for t in noun.tokens if t.shape == "number"), None)
        if counted is not None:
            noun.said.append(Said(None, noun.quantity, counted.span))
            noun.quantity = None


def _large(noun: Noun, desk: Desk) -> bool:
    """Chinese: a number of two or more digits right before the noun, with no classifier."""
    before, token = desk.before, desk.tokens[desk.i]
    direct = before is not None and before.shape == "number" and token.ideographic
    return direct and noun.quantity is not None and noun.quantity >= 10


def _is_modifier(desk: Desk, token: Token) -> bool:
    """A word that is a thing or a kind: a kind where a thing follows it directly."""
    if token.of(Kind.VALUE) is None or desk.after is None:
        return False
    return desk.i + 1 not in desk.verbs and desk.after.of(Kind.ENTITY) is not None


def _account_of_relation(desk: Desk, concept: Concept, token: Token) -> bool:
    """`Webmail account 5`: an account that is joined to somebody is an end of that relation."""
    head, number = desk.head, token.of(Kind.ATTRIBUTE)
    if head is None or head.concept is None or desk.linked or not desk.draft.empty:
        return False
    joins = "relation" in head.concept.flags and not head.identified
    account = number is not None and "identifier" in number.flags and "person" in concept.flags
    if joins and account:
        head.tokens.append(token)
    return joins and account


def _apposed(desk: Desk, concept: Concept, token: Token) -> bool:
    """`a table of oak (oak table)`: in brackets the same thing is said once more."""
    head, draft = desk.head, desk.draft
    if head is None or head.type != concept.name or head.identified or desk.linked:
        return False
    if draft.quantity is not None or draft.fresh or draft.parent is not None:
        return False
    first = min((*draft.tokens, token), key=lambda t: t.start)
    place = next(i for i, t in enumerate(desk.tokens) if t is first)
    if not place or desk.tokens[place - 1].text not in "((":
        return False
    head.absorb(draft)
    head.tokens.append(token)
    desk.draft = Noun()
    return True


def _says_more(desk: Desk, concept: Concept, token: Token) -> bool:
    """`user account`, `5501 this order`: one thing, called by the later word."""
    head = desk.head
    if head is None or not desk.draft.empty or desk.linked:
        return False
    somebody = head.person and "person" in concept.flags and not head.identified
    identified = not head.headed and head.identified and head.reference is None
    again = head.type == concept.name and not head.identified
    again = again or _is_generic(head, concept, token)
    if not (somebody or identified or again):
        return False
    if not _is_generic(head, concept, token):
        head.type, head.concept, head.head = concept.name, concept, token
    head.tokens.append(token)
    return True


def _is_generic(head: Noun, concept: Concept, token: Token) -> bool:
    """`leave request`: a general word that, alone, would stand for something else."""
    short = concept.name != head.type and fold(concept.name) != fold(token.text)
    return head.headed and not head.identified and short and token.is_("generic_head")


def _same_relation(desk: Desk, concept: Concept, token: Token) -> bool:
    """`the relation of A and B`: both are its ends; a special relation stays what it is."""
    owner = desk.draft.parent
    if "relation" not in concept.flags or owner is None or owner not in desk.items:
        return False
    place = desk.items.index(owner)
    mate = desk.items[place - 1] if owner.joined and place else None
    if isinstance(mate, Noun):
        desk.items.remove(mate)
        owner.joined, owner.role, owner.parent = False, mate.role, owner.parent or mate
    if owner.concept is None or "relation" not in owner.concept.flags:
        return False
    owner.tokens.append(token)
    desk.draft.parent = None
    owner.absorb(desk.draft)
    desk.draft, desk.head, desk.linked = Noun(), owner, False
    return True
