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
    if noun.role is None and act.hands_over and not noun.headed and noun.identified:
        return "recipient"
    return noun.role or (belongs if noun.person or noun.identified else None)


def _receiving(noun: Noun, act: Act, belongs: str) -> str:
    """`to X`: the new end, who gets it, the owner, or where it goes."""
    if "relates" in act.action.flags:
        return "new"
    if act.hands_over:
        return "recipient"
    if noun in act.right and not _reads(act):
        return "recipient" if noun.role == "recipient" else "target"
    return belongs


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
