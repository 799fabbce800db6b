"""Pointing back: pronouns, objects left out, and people who stay in play."""

from collections.abc import Sequence

from pipelines.intent.acts import Act
from pipelines.intent.phrases import Noun, Said
from tool_registry.base.types import FunctionType

_TO = ("to", "recipient")


def inherited(before: Sequence[Act]) -> list[Noun]:
    """An action without an object continues with that of the action before it."""
    if not before or not before[-1].objects:
        return []
    return [_again(noun, before[-1]) for noun in before[-1].objects]


def continue_from(act: Act, before: Sequence[Act]) -> None:
    """A verb that holds its object and says nothing else is about what came before."""
    if act.action.entity is None or act.nouns or not before or not before[-1].objects:
        return
    last = before[-1].objects[0]
    if last.type != act.objects[0].type and act.objects[0].parent is None:
        act.objects[0].parent = _again(last, before[-1])


def _again(noun: Noun, act: Act) -> Noun:
    """The same thing once more: by its identifiers, or as what the earlier step has made."""
    made = act.action.function is FunctionType.CREATE and noun in act.objects
    return Noun(
        type=noun.type,
        concept=noun.concept,
        head=noun.head,
        said=[] if made else [said for said in noun.said if said.identifying],
        reference="previous" if made else noun.reference,
        parent=None if made else noun.parent,
        tokens=list(noun.tokens),
    )


def point(act: Act, before: Sequence[Act]) -> None:
    """`it`, `him`: the thing, or the person, that an earlier action speaks of."""
    spoken = [part for n in [*act.objects, *act.nouns] for part in n.chain()]
    for noun in spoken:
        if noun.reference is None or noun.headed or any(s.identifying for s in noun.said):
            continue
        child = next((n for n in spoken if n.parent is noun), None)
        source = _antecedent(noun, act, before, child) or _asked_about(noun, act)
        if source is not None and noun.reference == "one":
            noun.type, noun.concept, noun.head = source[0].type, source[0].concept, source[0].head
            noun.reference = None
        elif source is not None:
            again = _again(*source)
            noun.type, noun.concept, noun.head = again.type, again.concept, again.head
            noun.reference, noun.said = again.reference, [*again.said, *noun.said]
            if again.said and not noun.later:
                noun.tokens, noun.later = again.tokens, noun.tokens


def _asked_about(noun: Noun, act: Act) -> tuple[Noun, Act] | None:
    """`is 55 a reader, and if not make him one`: the thing that the question was about."""
    asked = (n for n in act.left if n.type and not n.identified and n is not noun)
    topic = next(asked, None) if noun.reference == "one" and noun in act.objects else None
    if topic is None:
        return None
    act.left = [other for other in act.left if other is not topic]
    noun.later += topic.tokens
    return topic, act


def same_owner(act: Act, before: Sequence[Act]) -> None:
    """`… to user 1 …, the user's cards`: an owner of a sort that was singled out is that one."""
    for noun in act.objects:
        for owner in noun.chain()[1:]:
            free = not owner.identified and owner.quantity is None and not owner.every
            if owner.person and free and (source := _singled_out(owner, before)):
                owner.said += source


def _singled_out(owner: Noun, before: Sequence[Act]) -> list[Said]:
    """What identifies the only one of that sort so far."""
    named = [n for act in before for n in [*act.objects, *act.related] if n.type == owner.type]
    found = [[said for said in noun.said if said.identifying] for noun in named]
    values = {str(said.value) for one in found for said in one}
    return found[-1] if found and len(values) == 1 else []


def _antecedent(
    noun: Noun, act: Act, before: Sequence[Act], child: Noun | None
) -> tuple[Noun, Act] | None:
    """The last thing before that it can point to; its own part is none.

    Of two things joined, `its binding` is that of the one that the other is joined to.
    """
    to_somebody = noun.role in _TO and noun not in act.objects and not act.takes_values
    wants_person = noun.wants_person or to_somebody
    for earlier in reversed(before):
        spoken = [*earlier.objects, *earlier.related]
        if child is not None and _relates(child) and "relates" in earlier.action.flags:
            spoken.sort(key=lambda one: (not one.person, one.role != "new"))
        for candidate in spoken:
            bare = candidate.type is None
            if candidate.type == (child.type if child else "") or (bare and not _named(candidate)):
                continue
            if candidate.person or bare or not wants_person:
                return candidate, earlier
    return None


def _named(noun: Noun) -> bool:
    """Nothing says what it is, but an attribute that singles it out does."""
    return any(said.identifying and said.attribute for said in noun.said)


def name_relations(acts: Sequence[Act]) -> None:
    """`the binding` is the special relation that the sentence speaks of elsewhere."""
    relations = [n for act in acts for n in [*act.objects, *act.related] if _relates(n)]
    special = [n for n in relations if n.concept and n.concept.source != "general"]
    kinds = {noun.type for noun in special}
    if len(kinds) != 1:
        return
    for noun in relations:
        if noun.concept is not None and noun.concept.source == "general":
            noun.type, noun.concept = special[0].type, special[0].concept


def own_relations(acts: Sequence[Act]) -> None:
    """`join link 5 to user 1 after removing the old link`: the old one is user 1's as well."""
    for act in acts:
        thing = act.objects[0] if act.objects else None
        if thing is None or not _relates(thing) or thing.identified or thing.parent is not None:
            continue
        if any(noun.role in ("owner", "parent", "old", "new") for noun in act.related):
            continue
        ends = (
            (noun, other)
            for other in acts
            if other is not act and "relates" in other.action.flags
            for noun in other.related
            if noun.role in ("new", "owner") and (noun.person or _named(noun)) and noun.identified
        )
        if (found := next(ends, None)) is not None:
            again = _again(*found)
            again.role = "owner" if again.person else "parent"
            act.related.append(again)


def _relates(noun: Noun) -> bool:
    return noun.concept is not None and "relation" in noun.concept.flags


def inherit_people(act: Act, before: Sequence[Act], aside: Sequence[Act] = ()) -> None:
    """Who was named for the action before stays in play, where this one names nobody.

    `don't give 1 a badge, give a card`: whoever gets no badge gets the card.
    """
    if not before:
        needs = "recipient" in act.action.flags and not any(
            n.role == "recipient" for n in act.related
        )
        denied = [n for one in aside for n in one.related if n.role == "recipient"]
        act.related += denied[-1:] if needs else []
        return
    earlier = before[-1]
    needs = "recipient" in act.action.flags and not any(n.role == "recipient" for n in act.related)
    act.related += [noun for noun in earlier.related if _stays(noun, act, earlier, needs=needs)]
    if needs and not any(n.role == "recipient" for n in act.related):
        made = [noun for noun in earlier.objects if noun.person]
        act.related += [_as_receiver(noun, earlier) for noun in made]


def _stays(noun: Noun, act: Act, earlier: Act, *, needs: bool) -> bool:
    """A receiver where one is needed, an owner of the matter, a bare number with its object."""
    if noun in act.related:
        return False
    if noun.role == "recipient":
        return needs
    if noun.role == "owner":
        return _same_matter(noun, act)
    same = bool(act.objects and earlier.objects) and act.objects[0].type == earlier.objects[0].type
    return noun.role == "parent" and noun.identified and same and noun.type is None


def _same_matter(noun: Noun, act: Act) -> bool:
    """The action names nobody of that kind itself, except as the new one."""
    spoken = [*act.objects, *act.related]
    others = [n for n in act.related if n.type == noun.type and n.role != "new"]
    own = any(n.type == noun.type for n in act.objects)
    unnamed = noun.type not in {n.type for n in spoken}
    return not others and not own and (unnamed or bool(act.related))


def _as_receiver(noun: Noun, act: Act) -> Noun:
    again = _again(noun, act)
    again.role = "recipient"
    return again
