"""States to be reached, new values, and tags put on somebody."""

from pipelines.intent.acts import Act
from pipelines.intent.phrases import Noun, Said
from pipelines.intent.phrases.nouns import span_of
from tool_registry.vocabulary.lexicon import Kind, Lexicon

TO = ("to", "recipient")
"""Roles of `to X`."""


def targets(act: Act, lexicon: Lexicon, text: str) -> None:
    """To completed, to 50: the state to be reached, or the new value of what was named before."""
    if "ends" in act.action.flags and act.token is not None:
        state = act.token.of(Kind.VALUE)
        if state is not None:
            act.target = Said(state.attribute, state.name, act.token.span)
    if not act.takes_values:
        return
    for noun in list(act.right):
        values = noun.role in (None, *TO) and noun not in act.objects
        if values and not (noun.headed and noun.type is not None) and noun.reference is None:
            act.right.remove(noun)
            _value_words(noun, text)
            _new_values(act, noun, lexicon)

    if act.target is None and "moves" in act.action.flags:
        for noun in act.objects[-1:]:
            _state_behind(act, noun, lexicon)


def _state_behind(act: Act, noun: Noun, lexicon: Lexicon) -> None:
    """`mark 5501 as sent`: the state that stands behind what singles the thing out."""
    named = max((said.span.end for said in noun.said if said.identifying), default=None)
    last = noun.said[-1] if noun.said else None
    if named is None or last is None or last.identifying or last.span.start < named:
        return
    if last.attribute is not None and not last.denied and _is_state(last, act, lexicon):
        noun.said.remove(last)
        act.target = last


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


def labels(act: Act, lexicon: Lexicon) -> None:
    """Tagging somebody operates on the tags of that person."""
    tag = lexicon.concept(Kind.ENTITY, "tag")
    first = act.objects[0] if act.objects else None
    if tag is None or (first is not None and first.headed and not first.identified):
        return
    label = Noun(type=tag.name, concept=tag, head=act.token)
    label.tokens = [act.token] if act.token else []
    for noun in list(act.right):
        if noun.role in TO and noun.type is None and noun.head is not None:
            act.right.remove(noun)
            label.said.append(Said(None, noun.head.text, noun.head.span))
            label.tokens += noun.tokens
    label.parent = act.objects[0] if act.objects else None
    act.objects = [label]
