"""What stands elsewhere in the sentence but is said of the action's object, or to somebody."""

from pipelines.intent.acts import Act
from pipelines.intent.phrases import Noun, Said
from pipelines.intent.targets import TO
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon

WHEN = ("date", "time", "end_time")
"""Attributes of what says when something is done."""


def judged(act: Act) -> None:
    """`check that 5's price is 8`: what is judged is said of the thing itself."""
    first = act.objects[0] if act.objects else None
    if act.action.function is not FunctionType.VERIFY or first is None or first.parent is None:
        return
    owner = first.parent
    if len(act.objects) == 1 and first.said and not (first.headed or first.identified):
        first.parent = None
        owner.absorb(first)
        act.objects = [owner]


def hands_to(act: Act, lexicon: Lexicon) -> None:
    """`put a badge on 5`: what goes to somebody, and to no state, is handed over."""
    somebody = [n for n in act.right if n.person and n.identified and n.role in (*TO, "place")]
    moves = "moves" in act.action.flags and act.target is None and bool(act.objects)
    if moves and somebody and not any(noun.person for noun in act.objects):
        act.action = lexicon.concept(Kind.ACTION, "assign") or act.action
        somebody[0].role = "recipient"


def obtained(act: Act, lexicon: Lexicon) -> None:
    """`get 55 a card`: somebody, and a new thing that somebody is to have."""
    nouns = [noun for noun in act.right if noun.role is None]
    if act.token is None or not act.token.is_("obtain") or len(nouns) < 2:
        return
    somebody, thing = nouns[:2]
    person = somebody.person or not somebody.headed
    gets = person and somebody.identified and somebody.quantity is None
    made = thing.headed and thing.quantity is not None and not thing.identified
    if gets and made and somebody.parent is None and thing.parent is None:
        act.action = lexicon.concept(Kind.ACTION, "create") or act.action
        somebody.role = "recipient"


def says_when(act: Act) -> None:
    """`book it for 5 next Monday`: the day is that of what is done, not of whoever it is for."""
    writes = act.action.function is not None and act.action.function.writes
    if not writes or not act.objects:
        return
    for noun in act.nouns:
        gets = noun.person or noun.role in TO
        if noun not in act.objects and (gets or noun.type is None):
            said = [one for one in noun.said if one.attribute in WHEN and not one.explicit]
            noun.said = [one for one in noun.said if one not in said]
            act.objects[0].said += said


def brought_about(act: Act, lexicon: Lexicon) -> None:
    """`list an item for sale`, `put a new item on sale`: what does not exist yet is made so.

    Only for states that a thing can begin in, as the vocabulary tells (flag `begins`)."""
    thing = next((n for n in act.right if n.role in (None, "front")), None)
    fresh = thing is not None and thing.type and thing.quantity is not None
    if act.action.function is not FunctionType.OPERATE or thing is None or not fresh:
        return
    if thing.identified or thing.parent is not None or act.token is None:
        return
    state = next((one for one in _beginnings(lexicon) if _leads_to(act, thing, one)), None)
    create = lexicon.concept(Kind.ACTION, "create")
    if state is None or create is None:
        return
    act.action, thing.hint = create, None
    if all(said.value != state.name for said in thing.said):
        thing.said.append(Said(state.attribute, state.name, act.token.span))


def _beginnings(lexicon: Lexicon) -> list[Concept]:
    return [value for value in lexicon.concepts_of(Kind.VALUE) if "begins" in value.flags]


def _leads_to(act: Act, thing: Noun, state: Concept) -> bool:
    said = any(said.value == state.name for said in thing.said)
    verb = act.token.text.lower() if act.token is not None else ""
    return (said and act.takes_values) or any(
        word.lower().endswith(verb) for word in (state.name, *state.surfaces) if len(verb) > 1
    )
