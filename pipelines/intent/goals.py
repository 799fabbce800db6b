"""Goals: every action with its object, as instances to be made, changed, read or checked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Span
from pipelines.intent.acts import Act, Gathered
from pipelines.intent.clauses import Clause
from pipelines.intent.doing import done_here, fits
from pipelines.intent.phrases.nouns import Noun, Said, reference, span_of
from pipelines.intent.tokens import Token
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon

_ASKING = ("ask_state", "how_many", "which", "there_is", "question", "who", "capability")


MOST_GOALS = 100
"""Of one request. One more is read, so that it is known that there are too many."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What goals are made from."""

    text: str
    lexicon: Lexicon
    acts: Sequence[Act]
    clauses: Sequence[Clause]

    def says(self, *names: str) -> bool:
        """True when one of these grammar words is in the positive clauses."""
        return any(clause.has(*names) for clause in self.clauses)


def suppose(
    found: Gathered, clauses: Sequence[Clause], lexicon: Lexicon, *, reporting: bool
) -> Act | None:
    """The action of a sentence without a verb: a test user; task 5, which status?"""
    nouns = _predicated(_whose(found.topics), clauses)
    things = [noun for noun in nouns if noun.headed or noun.identified]
    wanted = any(clause.has("want") and not clause.has("who", "which") for clause in clauses)
    known = any(part.type for noun in things for part in noun.chain())
    if not (known or wanted or any(map(_speaking, things))):
        return None
    counted = wanted and any(noun.quantity is not None for noun in nouns)
    if not things and not counted:
        return None
    unknown = _unknown_action(things, clauses) if things else None
    if unknown is not None:
        return unknown
    made = [noun for noun in things if noun.quantity is not None and not noun.identified]
    makes = reporting or (wanted and (bool(made) or not things))
    makes = makes or (bool(made) and _is_wished_for(made[0], nouns, clauses))
    name = "create" if makes else _supposed_name(things, nouns, clauses)
    action = lexicon.concept(Kind.ACTION, name)
    if action is None:
        return None
    if name == "create" and made:
        return _order(action, clauses[0], nouns, made[0])
    if len(things) == 1 and things[0].role == "recipient":
        things[0].role = None
    return Act(action, None, clauses[0], right=list(nouns), supposed=True)


def _whose(nouns: list[Noun]) -> list[Noun]:
    """`55, red card, 8 yuan, one`: the number that opens the list is somebody; the rest is told
    of the thing."""
    first = nouns[0] if nouns else None
    thing = next((n for n in nouns[1:] if n.type and not (n.identified or n.person)), None)
    if first is None or thing is None or first.headed or first.role or first.reference:
        return nouns
    if not first.identified:
        return nouns
    told = [n for n in nouns[1:] if not (n.headed or n.identified or n.role or n.parent)]
    for noun in told:
        thing.absorb(noun, later=True)
    return [noun for noun in nouns if noun not in told]


def _predicated(nouns: list[Noun], clauses: Sequence[Clause]) -> list[Noun]:
    """`is 55 a reader`: whether there is a record of 55 as one."""
    if len(nouns) < 2 or not clauses or not _yes_no(clauses[0]):
        return nouns
    first, second, *others = nouns
    bare = first.identified and not first.headed and first.reference is None
    if not bare or second.identified or second.quantity != 1 or second.parent is not None:
        return nouns
    second.parent, second.quantity = first, None
    return [second, *others]


def _is_wished_for(made: Noun, nouns: Sequence[Noun], clauses: Sequence[Clause]) -> bool:
    """`a paid order for user 1`: a counted thing of a known sort, of which nothing is asked."""
    asks = any(part.asked for noun in nouns for part in noun.chain())
    asking = any(clause.has(*_ASKING, "whether", "correct") for clause in clauses)
    limited = any(said.operator in ("first", "last") for said in made.said)
    told = made.type is not None and not (asks or asking or limited or _yes_no(clauses[0]))
    owned = any(part.identified for part in made.chain()[1:])
    first = min(made.tokens, key=lambda token: token.start, default=None)
    return told and (not owned or (first is not None and first.is_("article")))


def _unknown_action(things: Sequence[Noun], clauses: Sequence[Clause]) -> Act | None:
    """`repair laptop 5`: an unknown word that opens the sentence before a thing that exists.

    Its meaning is for the tools to tell: an operation on that name.
    """
    first = next((t for t in clauses[0].tokens if not t.is_("polite", "function")), None)
    if first is None or not first.unknown or first.is_("plain_word") or len(clauses[0].tokens) < 2:
        return None
    thing = things[0]
    said = next((s for s in thing.said if s.span.start == first.start and not s.attribute), None)
    known = any(part.identified for part in thing.chain())
    if said is None or not (known or thing.quantity is not None):
        return None
    thing.said.remove(said)
    thing.tokens = [token for token in thing.tokens if token is not first]
    makes = not known
    function = FunctionType.CREATE if makes else FunctionType.OPERATE
    name = first.text.lower()
    return Act(Concept(Kind.ACTION, name, function=function), first, clauses[0], right=list(things))


def _speaking(noun: Noun) -> bool:
    """Identified by something that is more than a bare number."""
    return any(said.identifying and not str(said.value).isdigit() for said in noun.said) or any(
        said.attribute for said in noun.said if said.identifying
    )


def _order(action: Concept, clause: Clause, nouns: Sequence[Noun], made: Noun) -> Act:
    """`user 1 wants a card`: the counted thing is made, whoever is identified gets it."""
    others = [noun for noun in nouns if noun is not made]
    for noun in [one for one in others if _only_named(one)]:
        made.absorb(noun, later=True)
        others.remove(noun)
    for noun in others:
        if noun.role is None and noun.identified:
            noun.role = "recipient"
    return Act(action, None, clause, right=[made, *others], supposed=True)


def _only_named(noun: Noun) -> bool:
    """`a user, called Ada`: nothing but the name of what is made."""
    names = bool(noun.said) and all(said.attribute == "name" for said in noun.said)
    return names and not noun.headed and noun.role is None and noun.parent is None


def _supposed_name(things: Sequence[Noun], nouns: Sequence[Noun], clauses: Sequence[Clause]) -> str:
    judged = any(clause.has("whether", "correct") for clause in clauses) or _yes_no(clauses[0])
    if judged:
        return "query" if things and _asks_for_any(clauses, things[0]) else "verify"
    identified = any(p.identified for noun in things for p in noun.chain() if p.role != "recipient")
    asked = any(p.asked for noun in nouns for p in noun.chain())
    asking = any(clause.has(*_ASKING) for clause in clauses)
    counted = any(noun.quantity is not None for noun in things)
    return "query" if identified or asking or (asked and not counted) else "create"


def _yes_no(clause: Clause) -> bool:
    """`Is laptop 5 in use?`"""
    return bool(clause.tokens) and clause.tokens[0].is_("auxiliary")


def goals(reading: Reading) -> tuple[Goal, ...]:
    """One goal per action, object and receiver, in the order in which they are to be done."""
    found: list[Goal] = []
    earlier: list[str] = []
    for act in reading.acts:
        if len(found) > MOST_GOALS:
            break
        action = action_for(act, reading.lexicon, earlier)
        earlier.append(action.name)
        for noun, related in islice(_instances(act), MOST_GOALS + 1 - len(found)):
            number = f"G{len(found) + 1}"
            found.append(_goal(number, act, action, noun, related, reading))
    return tuple(found)


def action_for(act: Act, lexicon: Lexicon, earlier: Sequence[str] = ()) -> Concept:
    """The canonical action: cancelling a relation is unbinding it."""
    fits(act)
    first = act.objects[0] if act.objects else None
    name = canonical_name(act.action, first.concept if first else None, earlier)
    if _checks(act):
        name = "verify"
    elif "loose" in act.action.flags and first and first.asked and not _judges(act):
        name = "query"
    found = lexicon.concept(Kind.ACTION, name) if name else None
    return done_here(act, found or act.action)


def canonical_name(action: Concept, thing: Concept | None, earlier: Sequence[str]) -> str | None:
    """The name that the action has on such a thing after those actions; None: its own."""
    name = action.flagged("as:")
    if thing is not None and "relation" in thing.flags:
        name = action.flagged("relation:") or name
    return "bind" if "then_bind" in action.flags and "unbind" in earlier else name


def _checks(act: Act) -> bool:
    """A look that asks whether something is right is a check."""
    return act.action.function is FunctionType.QUERY and _judges(act)


def _judges(act: Act) -> bool:
    thing = act.objects[0] if act.objects else None
    judges = act.clause.has("correct", "whether") and not act.clause.has("which", "how_many")
    return judges and not (thing is not None and _asks_for_any([act.clause], thing))


def _asks_for_any(clauses: Sequence[Clause], thing: Noun) -> bool:
    """`has 55 any unused card?`: what there is of a kind is listed; what is named is checked."""
    asked = [t for clause in clauses for t in clause.tokens if t.is_("whether", "correct")]
    return (
        bool(asked)
        and all(token.is_("existence") for token in asked)
        and thing.type is not None
        and not thing.identified
    )


def _instances(act: Act) -> Iterator[tuple[Noun | None, list[Noun]]]:
    """Each object with each receiver: a card each for A and B is two goals."""
    receivers = [noun for noun in act.related if noun.role == "recipient"]
    others = [noun for noun in act.related if noun.role != "recipient"]
    for noun in act.objects or [None]:
        own = [n for n in others if n not in act.objects and not _owned_elsewhere(n, noun, act)]
        if len(receivers) > 1:
            for receiver in receivers:
                yield noun, [receiver, *own]
        else:
            yield noun, [*receivers, *own]


def _owned_elsewhere(noun: Noun, target: Noun | None, act: Act) -> bool:
    """An owner of another object of the same action is no business of this one."""
    owners = [n for n in act.objects if any(p is noun for p in n.chain()[1:])]
    return bool(owners) and target not in owners


def _goal(
    number: str, act: Act, action: Concept, noun: Noun | None, related: list[Noun], reading: Reading
) -> Goal:
    function = action.function or FunctionType.OPERATE
    creating = function is FunctionType.CREATE
    names = {
        name: reading.lexicon.canonical(Kind.ATTRIBUTE, name) or name
        for name in ("amount", "price")
    }
    thing = Noun() if noun is None else noun
    ref = reference(thing, reading.text, creating=creating, names=names)
    refs = [reference(n, reading.text, creating=False, names=names) for n in related]
    tokens = _tokens(act, thing, related)
    span = _reach(span_of(tokens, reading.text), act.target, reading.text)
    return Goal(
        id=number,
        action=action.name,
        action_words=act.token.text if act.token else "",
        function=function,
        object=ref.model_copy(update={"role": ref.role if ref.role in ("old", "new") else None}),
        related=tuple(_distinct(refs)),
        target_state=_state(act.target),
        quantity=max(1, ref.quantity or 1),
        per_each=_per_each(act, related),
        if_none=creating and act.clause.conditional,
        asked=tuple(dict.fromkeys(a for part in thing.chain()[:1] for a in part.asked)),
        text=_text(act, thing, span.text if span else reading.text),
        span=span,
    )


def _distinct(refs: Sequence[EntityRef]) -> list[EntityRef]:
    return [ref for i, ref in enumerate(refs) if ref not in refs[:i]]


def _state(said: Said | None) -> Constraint | None:
    if said is None:
        return None
    return Constraint(attribute=said.attribute, value=said.value, span=said.span)


def _per_each(act: Act, related: Sequence[Noun]) -> bool:
    receivers = [noun for noun in act.related if noun.role == "recipient"]
    every = any(noun.every for noun in [*act.objects, *act.nouns])
    return every and len(receivers) <= 1


def _tokens(act: Act, noun: Noun, related: Sequence[Noun]) -> list[Token]:
    tokens = [token for part in noun.chain() for token in part.tokens]
    tokens += [token for other in related for token in other.tokens if other in act.nouns]
    tokens += [other.lead for other in (noun, *related) if other.lead and other in act.nouns]
    if act.token is not None:
        tokens.append(act.token)
        own = {id(token) for token in act.clause.tokens}
        tokens = [token for token in tokens if id(token) in own] or tokens
    return tokens


def _reach(span: Span | None, target: Said | None, text: str) -> Span | None:
    """The span up to the end of the target (moved to closed)."""
    if span is None or target is None or target.span.end <= span.end:
        return span
    end = target.span.end
    return Span(start=span.start, end=end, text=text[span.start : end])


def _text(act: Act, noun: Noun, words: str) -> str:
    """The step in words; an inherited object is said again."""
    spoken = {id(token) for token in act.clause.tokens}
    inherited = noun.tokens and not any(id(token) in spoken for token in noun.tokens)
    if len(act.objects) > 1 and act.token is not None and not inherited:
        said = sorted(noun.tokens, key=lambda token: token.start)
        gap = "" if act.token.ideographic else " "
        return gap.join([act.token.text, *(token.text for token in said)])
    if not inherited or act.token is None or noun.head is None:
        return words
    gap = "" if act.token.ideographic else " "
    return words if noun.head.text in words else f"{words}{gap}{noun.head.text}"
