"""Backward from each action to its objects, and the part that everything else plays."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipelines.intent.acts import Act
from pipelines.intent.phrases import Noun, Said
from pipelines.intent.placing import WHEN, brought_about, hands_to, judged, obtained, says_when
from pipelines.intent.pointing import (
    continue_from,
    inherit_people,
    inherited,
    name_relations,
    own_relations,
    point,
    same_owner,
)
from pipelines.intent.roles import new_end, related, relation_itself
from pipelines.intent.targets import TO, labels, targets
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_FALLBACKS = ("recipient", "to", "source", "beside", "place")
"""Without a plain object, the action is about the first of these."""


def settle(acts: Sequence[Act], lexicon: Lexicon, text: str, aside: Sequence[Act] = ()) -> None:
    """Give every action its objects, related things and target; later ones inherit.

    Pronouns may also point to what stands `aside`, in actions that are not to be done.
    """
    for place, act in enumerate(acts):
        before = acts[:place]
        _other_action(act, lexicon)
        _name_joined(act)
        modifiers = _modifiers(act)
        act.objects = _objects(act, lexicon)
        targets(act, lexicon, text)
        hands_to(act, lexicon)
        _name_unknown(act)
        judged(act)
        says_when(act)
        again = not act.objects or _only_values(act, before)
        if again:
            modifiers += act.objects
            _take_over(act, before)
        continue_from(act, before)
        _describe(act, modifiers)
        _alike(act, before[-1:] if again else ())
        if "labels" in act.action.flags:
            labels(act, lexicon)
        point(act, [*aside, *before])
        _receive_as_well(act, before)
        same_owner(act, before)
        act.related = related(act)
        new_end(act)
        _unknown_places(act)
        inherit_people(act, before, aside)
    name_relations(acts)
    own_relations(acts)


def _anew(act: Act, before: Sequence[Act]) -> None:
    """`… 5, then make a new one`: what is made again is not the one before."""
    given = any(noun.role in TO for one in before[-1:] for noun in one.nouns)
    if "recipient" in act.action.flags and not given:
        return  # `make one, give it to 1`
    for noun in act.objects if act.action.function is FunctionType.CREATE else ():
        noun.said = [said for said in noun.said if not said.identifying]
        noun.reference = None


def _other_action(act: Act, lexicon: Lexicon) -> None:
    """What the verb comes down to with the things around it."""
    _not_a_report(act, lexicon)
    obtained(act, lexicon)
    brought_about(act, lexicon)
    _raises(act, lexicon)


def _take_over(act: Act, before: Sequence[Act]) -> None:
    act.objects = relation_itself(act) or inherited(before)
    _anew(act, before)


def _alike(act: Act, before: Sequence[Act]) -> None:
    """`a red card for 1, and one for 2`: what is made once more is as the first one was."""
    both = [one for one in (*before, act) if one.action.function is FunctionType.CREATE]
    if len(both) != 2 or any(len(one.objects) != 1 for one in both):
        return
    noun, first = act.objects[0], both[0].objects[0]
    if noun.type != first.type or noun.reference is not None or noun.quantity is None:
        return
    told = {said.attribute for said in noun.said}
    noun.said += [s for s in first.said if not s.identifying and s.attribute not in told]


def _receive_as_well(act: Act, before: Sequence[Act]) -> None:
    """`for 1 issue a card, 2 issue a badge`: the preposition is said once."""
    taken = any(noun.role in TO for noun in act.nouns) or "recipient" not in act.action.flags
    if taken or not before or not any(noun.role == "recipient" for noun in before[-1].related):
        return
    for noun in act.left:
        if noun.role is None and noun.person and noun.identified and noun not in act.objects:
            noun.role = "recipient"


def _describe(act: Act, modifiers: Sequence[Noun]) -> None:
    """`two cards, one red, one blue`: each part is a thing of its own; else all describe all."""
    parts = [noun for noun in modifiers if noun.quantity is not None and noun.said]
    if len(act.objects) == 1 and len(parts) > 1:
        whole = act.objects[0]
        act.objects = [_copy(whole) for _ in parts]
        act.left = [one for n in act.left for one in (act.objects if n is whole else [n])]
        act.right = [one for n in act.right for one in (act.objects if n is whole else [n])]
        for noun, part in zip(act.objects, parts, strict=True):
            noun.absorb(part, later=True)
        modifiers = [noun for noun in modifiers if noun not in parts]
    for noun in act.objects:
        for modifier in modifiers:
            _modify(noun, modifier)


def _copy(noun: Noun) -> Noun:
    return replace(
        noun,
        said=list(noun.said),
        asked=list(noun.asked),
        tokens=list(noun.tokens),
        later=list(noun.later),
    )


def _only_values(act: Act, before: Sequence[Act]) -> bool:
    """`change task 5, set the price to 8`: the second verb says of the first one's thing."""
    bare = all(n.said and not (n.headed or n.identified or n.parent) for n in act.objects)
    return act.takes_values and bare and bool(before) and bool(before[-1].objects)


def _modify(noun: Noun, modifier: Noun) -> None:
    """`remove the old one`: that of an earlier step, but not the instance named there."""
    if modifier.hint == "old" and noun.hint != "old":
        noun.said = [said for said in noun.said if not said.identifying]
    noun.absorb(modifier, later=True)


def _not_a_report(act: Act, lexicon: Lexicon) -> None:
    """`report laptop 5 as broken` changes the laptop; only projects take reports."""
    things = [noun.concept for noun in act.nouns if noun.concept is not None]
    made = any(n.quantity is not None and not n.identified and n.role is None for n in act.right)
    changes = "project" in act.action.flags and bool(things) and not made
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
    checks = act.action.function is FunctionType.VERIFY
    for noun in act.nouns:
        if checks and not noun.headed and not noun.identified and noun.said:
            noun.role = None
        if noun.role == "source" and act.takes_values and _is_number(noun):
            _remove(act, noun)
        if makes and noun.role == "using" and noun.describes:
            noun.role = None
        if noun.role in (*TO, "place", "source") and not act.takes_values and _says_when(noun):
            noun.role = None
        if noun.role == "agent" and act.takes_values and _measures(noun):
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


def _is_number(noun: Noun) -> bool:
    """`from 50` before `to 80`: the value that it has."""
    bare = not noun.headed and noun.parent is None and bool(noun.said)
    return bare and all(str(said.value).isdigit() or said.money for said in noun.said)


def _says_when(noun: Noun) -> bool:
    """`for 2025-03-01`: nothing but a day."""
    dates = bool(noun.said) and all(said.attribute in WHEN for said in noun.said)
    return dates and noun.type is None and not noun.identified


def _measures(noun: Noun) -> bool:
    """`by 3 days`: nothing but an amount."""
    return bool(noun.said) and noun.type is None and not noun.identified


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
    if noun.headed or noun.asked or noun.reference or any(said.explicit for said in noun.said):
        return True
    return noun is act.right[0] and any(other.role in TO for other in act.right[1:])


def _drop_pronoun(act: Act) -> None:
    """`order 1: move it (to him)`: the pronoun repeats what was named before the verb."""
    for noun in list(act.nouns):
        gets = noun.role in TO and act.hands_over
        if noun.reference != "that" or noun.headed or not (gets or noun.role is None):
            continue
        person = gets or noun.wants_person
        earlier = act.nouns[: act.nouns.index(noun)] if act.supposed else act.left
        named = [n for n in earlier if n.headed and n.role in (None, "recipient")]
        named = [n for n in named if (n.role == "recipient" or n.person if person else not n.role)]
        if named:
            named[-1].role = "recipient" if gets else named[-1].role
            named[-1].asked += noun.asked
            named[-1].later += noun.tokens
            _remove(act, noun)


def _remove(act: Act, noun: Noun) -> None:
    act.left = [other for other in act.left if other is not noun]
    act.right = [other for other in act.right if other is not noun]


def _join_ends(act: Act) -> None:
    """`rebind 55`: a bare number after a verb that joins is the new end, unless `to` names one."""
    ends = any(noun.role in TO for noun in act.nouns)
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
    some = next((i for i in range(1, len(plain)) if not plain[i].joined), len(plain))
    if some == len(plain) or not act.hands_over:
        return plain
    first, second = plain[0], plain[some]
    gets = first.person or not first.headed or first.reference is not None
    counted = second.quantity is not None and not second.identified
    gets = gets or (first.identified and counted and "recipient" in act.action.flags)
    if gets and second.headed and not second.person:
        for noun in plain[:some]:
            noun.role = "recipient"
        return plain[some:]
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
    for place in range(len(found) - 1, 0, -1):
        _share_owner(found, place)
    return found


def _share_owner(nouns: list[Noun], place: int) -> None:
    """`the cards of 1 or 2`, `1's cards and tags`: the owner, or the thing owned, said once."""
    first, second = nouns[place - 1], nouns[place]
    owner = second.parent
    same = owner is not None and owner.identified and owner.type in (None, first.type)
    if owner is not None and same and first.identified and not second.identified:
        if owner.type is None:
            owner.type, owner.concept, owner.head = first.type, first.concept, first.head
        nouns[place - 1] = _copy(second)
        nouns[place - 1].parent = first
    elif first.parent is not None and _free(second):
        second.parent = first.parent
    elif second.parent is not None and _free(first) and second.type != first.type:
        first.parent = second.parent


def _free(noun: Noun) -> bool:
    return noun.parent is None and not noun.identified and noun.quantity is None and noun.headed


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
