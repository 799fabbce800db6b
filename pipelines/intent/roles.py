"""Everyone and everything besides the object, with the part that they play."""

from pipelines.intent.acts import Act
from pipelines.intent.phrases import Noun
from tool_registry.base.types import FunctionType

_TO = ("to", "recipient")


def related(act: Act) -> list[Noun]:
    """Everyone and everything else, with the part that they play."""
    found: list[Noun] = []
    for noun in act.objects:
        for parent in noun.chain()[1:]:
            parent.role = "owner" if parent.person else "parent"
            found.append(parent)
    for noun in act.nouns:
        if noun in act.objects:
            continue
        for part in noun.chain():
            if part is not noun:
                part.role = "owner" if part.person else "parent"
            else:
                part.role = _role(part, act)
            if part.headed or part.said or part.reference:
                found.append(part)
    for noun in [*found, *act.objects]:
        _contrast(noun, act)
    return list({id(noun): noun for noun in found}.values())


def relation_itself(act: Act) -> list[Noun]:
    """`for X switch to the link 5`: the object is the relation; 5 is its new end."""
    if "relates" not in act.action.flags:
        return []
    ends = [noun for noun in act.nouns if noun.role in _TO and _is_relation(noun)]
    return [_without_instance(noun) for noun in ends[:1]]


def new_end(act: Act) -> None:
    """`join link 5 to user 1`: the relation is user 1's, and 5 is its new end."""
    thing = act.objects[0] if act.objects else None
    people = [noun for noun in act.related if noun.person and noun.role in ("new", "owner")]
    named = thing is not None and any(said.identifying for said in thing.said)
    others = any(noun.role == "new" and not noun.person for noun in act.related)
    if "relates" not in act.action.flags or thing is None or not named or others:
        return
    if not (people and _is_relation(thing)):
        return
    end = Noun(type=thing.type, concept=thing.concept, head=thing.head, role="new")
    end.said = [said for said in thing.said if said.identifying]
    end.tokens = list(thing.tokens)
    thing.said = [said for said in thing.said if not said.identifying]
    thing.hint = None if thing.hint == "new" else thing.hint
    thing.role = None
    people[-1].role = "owner"
    act.related.append(end)


def _is_relation(noun: Noun) -> bool:
    return noun.concept is not None and "relation" in noun.concept.flags


def _without_instance(noun: Noun) -> Noun:
    head = [noun.head] if noun.head is not None else []
    return Noun(type=noun.type, concept=noun.concept, head=noun.head, tokens=head)


def _role(noun: Noun, act: Act) -> str | None:
    belongs = "owner" if noun.person else "parent"
    if noun.role in _TO:
        return _receiving(noun, act, belongs)
    if noun.role == "beside":
        received = any(other.role == "recipient" for other in act.nouns)
        return "recipient" if "recipient" in act.action.flags and not received else belongs
    if noun.role == "source":
        return _leaving(noun, act, belongs)
    if noun.role in (None, "place") and _reads(act):
        return belongs
    if noun.role == "place" and act.hands_over and _is_somebody(noun, act):
        return "recipient"
    if noun.role is None and act.hands_over and not noun.headed and noun.identified:
        return "recipient"
    return noun.role or (belongs if noun.person or noun.identified else None)


def _is_somebody(noun: Noun, act: Act) -> bool:
    """`a card on 55`: who gets what is made, where nobody else does."""
    others = any(other.role == "recipient" for other in act.nouns)
    return noun.identified and (noun.person or not noun.headed) and not others


def _receiving(noun: Noun, act: Act, belongs: str) -> str:
    """`to X`: the new end, who gets it, the owner, or where it goes."""
    if "relates" in act.action.flags:
        return belongs if _in_favour(noun, act) or _gains(noun, act) else "new"
    if act.hands_over:
        return "about" if _is_purpose(noun, act) else "recipient"
    if noun in act.right and not _reads(act):
        return "recipient" if noun.role == "recipient" else "target"
    return belongs


def _is_purpose(noun: Noun, act: Act) -> bool:
    """`make a request for a table`: what it is about, where nobody is to be handed anything."""
    lead = noun.lead
    gives = lead is None or lead.ideographic or lead.is_("target")
    somebody = noun.person or noun.identified or noun.parent is not None
    return not (gives or somebody or "recipient" in act.action.flags)


def _in_favour(noun: Noun, act: Act) -> bool:
    """`for X join the relation`: whose relation it is, rather than its new end."""
    relation = any(_is_relation(n) for n in act.objects)
    return relation and noun.role == "recipient" and noun in act.left


def _gains(noun: Noun, act: Act) -> bool:
    """`tie card 5 to user 1`: whose it will be, where nobody else is in play to tell apart."""
    thing = act.objects[0] if act.objects else None
    given = thing is not None and thing.identified and not thing.person
    others = any(n.role in ("source", "old") or n.hint for n in act.nouns if n is not thing)
    return given and noun.person and not others and "then_bind" not in act.action.flags


def _leaving(noun: Noun, act: Act, belongs: str) -> str:
    """`from X`: the old end, the source, or the owner."""
    if "relates" in act.action.flags:
        return "old"
    return "source" if act.hands_over or (noun.headed and not noun.person) else belongs


def _reads(act: Act) -> bool:
    return act.action.function in (FunctionType.QUERY, FunctionType.VERIFY)


def _contrast(noun: Noun, act: Act) -> None:
    """`new` of something that is being made says nothing; elsewhere it tells two apart."""
    made = noun in act.objects and act.action.function is FunctionType.CREATE
    if noun.hint is not None and not made and noun.role != "recipient":
        noun.role = noun.hint
