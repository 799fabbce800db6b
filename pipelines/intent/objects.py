"""Backward from each action to its objects, and the part that everything else plays."""

from collections.abc import Sequence
from itertools import pairwise

from pipelines.intent.acts import Act
from pipelines.intent.phrases import Noun, Said
from pipelines.intent.phrases.nouns import span_of
from pipelines.intent.pointing import (
    continue_from,
    inherit_people,
    inherited,
    name_relations,
    point,
    same_owner,
)
from pipelines.intent.roles import new_end, related, relation_itself
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_TO = ("to", "recipient")
_FALLBACKS = ("recipient", "to", "source", "beside", "place")
"""Without a plain object, the action is about the first of these."""


def settle(acts: Sequence[Act], lexicon: Lexicon, text: str) -> None:
    """Give every action its objects, related things and target; later ones inherit."""
    for place, act in enumerate(acts):
        before = acts[:place]
        _not_a_report(act, lexicon)
        _raises(act, lexicon)
        _name_joined(act)
        modifiers = _modifiers(act)
        act.objects = _objects(act, lexicon)
        _targets(act, lexicon, text)
        _name_unknown(act)
        if not act.objects:
            act.objects = relation_itself(act) or inherited(before)
        continue_from(act, before)
        for noun in act.objects:
            for modifier in modifiers:
                _modify(noun, modifier)
        if "labels" in act.action.flags:
            _labels(act, lexicon)
        point(act, before)
        same_owner(act, before)
        act.related = related(act)
        new_end(act)
        _unknown_places(act)
        inherit_people(act, before)
    name_relations(acts)


def _modify(noun: Noun, modifier: Noun) -> None:
    """`remove the old one`: that of an earlier step, but not the instance named there."""
    if modifier.hint == "old" and noun.hint != "old":
        noun.said = [said for said in noun.said if not said.identifying]
    noun.absorb(modifier, later=True)


def _not_a_report(act: Act, lexicon: Lexicon) -> None:
    """`report laptop 5 as broken` changes the laptop; only projects take reports."""
    things = [noun.concept for noun in act.nouns if noun.concept is not None]
    changes = "project" in act.action.flags and bool(things)
    if changes and not any("project" in thing.flags for thing in things):
        act.action = lexicon.concept(Kind.ACTION, "update") or act.action


def _name_unknown(act: Act) -> None:
    """Of something to be made, a word that is only known as an attribute is the thing itself."""
    for noun in act.objects:
        if act.action.function is FunctionType.CREATE and not noun.headed and noun.asked:
            noun.head, noun.asked = noun.tokens[-1], []


def _raises(act: Act, lexicon: Lexicon) -> None:
    """`stock: add 20` changes a number; nothing is made."""
    named = any(noun.headed and noun.role in (None, "front") for noun in act.left)
    only = len(act.right) == 1 and not act.right[0].headed
    numbers = only and (act.right[0].said or act.right[0].quantity is not None)
    if "adds" in act.action.flags and named and numbers:
        act.action = lexicon.concept(Kind.ACTION, "update") or act.action


def _unknown_places(act: Act) -> None:
    """`in the Berlin office`: what nobody knows as a thing describes the object."""
    for noun in list(act.related):
        known = noun.type is not None or noun.said or noun.reference or noun.parent
        if not known and noun.head is not None and noun.role in ("parent", "place") and act.objects:
            owner = act.objects[0]
            if noun in owner.chain():
                continue
            act.related.remove(noun)
            owner.said.append(Said(None, noun.head.text, noun.head.span))
            owner.later += noun.tokens


def _name_joined(act: Act) -> None:
    """`users 1 and 2`: the second number is a user as well."""
    pairs = [*pairwise(act.left), *pairwise(act.right)]
    for first, second in pairs:
        bare = not second.headed and second.identified and second.reference is None
        if second.joined and bare and first.headed:
            second.type, second.concept, second.head = first.type, first.concept, first.head


def _modifiers(act: Act) -> list[Noun]:
    """Phrases that describe only: they belong to the object."""
    makes = act.action.function is FunctionType.CREATE
    for noun in act.nouns:
        if makes and noun.role == "using" and noun.describes:
            noun.role = None
    found = [
        noun
        for noun in act.nouns
        if not noun.headed
        and noun.role is None
        and (not noun.identified or (makes and noun.describes))
        and not (act.takes_values and noun in act.right)
        and not (act.action.function is FunctionType.CREATE and noun.asked)
    ]
    act.left = [noun for noun in act.left if noun not in found]
    act.right = [noun for noun in act.right if noun not in found]
    return found


def _is_thing(noun: Noun) -> bool:
    return noun.headed or noun.identified


def _things(nouns: Sequence[Noun]) -> list[Noun]:
    return [noun for noun in nouns if _is_thing(noun)]


def _objects(act: Act, lexicon: Lexicon) -> list[Noun]:
    """What the action acts on: fronted, after it, held by the verb itself, or before it."""
    _drop_pronoun(act)
    _join_ends(act)
    fronted = [noun for noun in act.nouns if noun.role == "front"]
    made = act.action.function is FunctionType.CREATE
    plain = [n for n in act.right if n.role is None and (_is_thing(n) or (made and n.asked))]
    plain = plain if not act.takes_values else [n for n in plain if _has_values(n, act)]
    if fronted:
        for noun in fronted:
            noun.role = None
        if "recipient" in act.action.flags:
            for noun in plain:
                noun.role = "recipient"
        return fronted
    held = act.action.entity
    held = held and (lexicon.canonical(Kind.ENTITY, held) or held)
    if held and not _says(plain, held, act):
        named = [n for n in act.left if n.type == held and n.role is None]
        return named[-1:] or [_held(act, held, lexicon)]
    if plain:
        return _together(_after_receiver(act, plain))
    return _before(act)


def _has_values(noun: Noun, act: Act) -> bool:
    """Something that can get a new value or state, rather than the value itself."""
    if noun.headed or noun.asked or any(said.explicit for said in noun.said):
        return True
    return noun is act.right[0] and any(other.role in _TO for other in act.right[1:])


def _drop_pronoun(act: Act) -> None:
    """`order 1: move it (to him)`: the pronoun repeats what was named before the verb."""
    for noun in list(act.nouns):
        gets = noun.role in _TO and act.hands_over
        if noun.reference != "that" or noun.headed or not (gets or noun.role is None):
            continue
        person = gets or noun.wants_person
        named = [n for n in act.left if n.headed and n.role in (None, "recipient")]
        named = [n for n in named if (n.role == "recipient" or n.person if person else not n.role)]
        if named:
            named[-1].role = "recipient" if gets else named[-1].role
            _remove(act, noun)


def _remove(act: Act, noun: Noun) -> None:
    act.left = [other for other in act.left if other is not noun]
    act.right = [other for other in act.right if other is not noun]


def _join_ends(act: Act) -> None:
    """`rebind 55`: a bare number after a verb that joins is the new end, unless `to` names one."""
    ends = any(noun.role in _TO for noun in act.nouns)
    if "relates" not in act.action.flags or ends:
        return
    for noun in act.right:
        new = noun.hint == "new" or not noun.headed
        if noun.role is None and noun.identified and new:
            noun.role = "to"


def _says(plain: Sequence[Noun], held: str, act: Act) -> bool:
    """True where the sentence itself names the object of a verb that holds one."""
    makes = act.action.function is FunctionType.CREATE
    return any(noun.type == held for noun in plain) or (bool(plain) and not makes)


def _held(act: Act, held: str, lexicon: Lexicon) -> Noun:
    noun = Noun(type=held, concept=lexicon.concept(Kind.ENTITY, held), head=act.token)
    if act.token is not None:
        noun.tokens = [act.token]
    return noun


def _after_receiver(act: Act, plain: list[Noun]) -> list[Noun]:
    """`give user 1 a card`: of two things after the verb the first one gets the second."""
    if len(plain) < 2 or not act.hands_over or plain[1].joined:
        return plain
    first, second = plain[0], plain[1]
    gets = first.person or not first.headed or first.reference is not None
    if gets and second.headed and not second.person:
        first.role = "recipient"
        return plain[1:]
    return plain


def _together(plain: Sequence[Noun]) -> list[Noun]:
    """The first thing and those joined to it."""
    found = [plain[0]]
    for noun in plain[1:]:
        if not noun.joined:
            break
        found.append(noun)
    for noun in found[:-1]:
        if not noun.asked and noun.type == found[-1].type:
            noun.asked = list(found[-1].asked)
    return found


def _before(act: Act) -> list[Noun]:
    """Inverted or passive: the last thing before the verb; else the thing it is done for."""
    plain = [noun for noun in _things(act.left) if noun.role is None]
    if plain:
        objects = [plain[-1]]
        while objects[0].joined and len(objects) < len(plain):
            objects.insert(0, plain[len(plain) - len(objects) - 1])
        return objects
    if act.action.function is FunctionType.CREATE:
        return []
    wanted = ("source",) if "recipient" in act.action.flags else _FALLBACKS
    for role in wanted:
        for noun in act.nouns:
            is_it = noun.role == role and not (role == "to" and act.takes_values)
            if is_it and noun.headed and "relates" not in act.action.flags:
                noun.role = None
                return [noun]
    return []


# ---- targets and new values ------------------------------------------------------------------


def _targets(act: Act, lexicon: Lexicon, text: str) -> None:
    """To completed, to 50: the state to be reached, or the new value of what was named before."""
    if "ends" in act.action.flags and act.token is not None:
        state = act.token.of(Kind.VALUE)
        if state is not None:
            act.target = Said(state.attribute, state.name, act.token.span)
    if not act.takes_values:
        return
    for noun in list(act.right):
        values = noun.role in (None, *_TO) and noun not in act.objects
        if values and not (noun.headed and noun.type is not None) and noun.reference is None:
            act.right.remove(noun)
            _value_words(noun, text)
            _new_values(act, noun, lexicon)


def _value_words(noun: Noun, text: str) -> None:
    """Unknown words as the new value, with their number: 3 nights."""
    span = span_of(noun.tokens, text)
    if noun.said or span is None:
        return
    if noun.head is not None:
        noun.said.append(Said(None, span.text, span))
    elif noun.quantity is not None:
        noun.said.append(Said(None, noun.quantity, span))
        noun.quantity = None


def _new_values(act: Act, noun: Noun, lexicon: Lexicon) -> None:
    owner = act.objects[-1] if act.objects else None
    asked = _last_asked(owner) or _last_asked(noun)
    for said in noun.said:
        said.identifying = False
        if asked is not None:
            said.attribute, said.money = asked, False
        if _is_state(said, act, lexicon) and act.target is None:
            act.target = said
        elif owner is not None:
            owner.said.append(said)
            owner.tokens += noun.tokens
    if owner is None and act.target is None:
        act.objects = [noun]


def _last_asked(noun: Noun | None) -> str | None:
    for part in noun.chain() if noun else ():
        if part.asked:
            return part.asked.pop()
    return None


def _is_state(said: Said, act: Act, lexicon: Lexicon) -> bool:
    """Every word that an action moves to is a state; a new value is one where its kind says so."""
    if said.attribute is None:
        return "moves" in act.action.flags
    attribute = lexicon.concept(Kind.ATTRIBUTE, said.attribute)
    return "moves" in act.action.flags or (attribute is not None and "state" in attribute.flags)


def _labels(act: Act, lexicon: Lexicon) -> None:
    """Tagging somebody operates on the tags of that person."""
    tag = lexicon.concept(Kind.ENTITY, "tag")
    first = act.objects[0] if act.objects else None
    if tag is None or (first is not None and first.headed and not first.identified):
        return
    label = Noun(type=tag.name, concept=tag, head=act.token)
    label.tokens = [act.token] if act.token else []
    for noun in list(act.right):
        if noun.role in _TO and noun.type is None and noun.head is not None:
            act.right.remove(noun)
            label.said.append(Said(None, noun.head.text, noun.head.span))
            label.tokens += noun.tokens
    label.parent = act.objects[0] if act.objects else None
    act.objects = [label]
