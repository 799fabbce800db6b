"""Negative instructions and supplements as the result states them."""

from collections.abc import Iterable, Iterator, Sequence

from pipelines.contracts.intent import Constraint, Goal, Instruction, Span
from pipelines.intent.clauses import Clause
from pipelines.intent.phrases import Verb, phrases
from pipelines.intent.phrases.nouns import Noun, span_of
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon


def negatives(
    clauses: Sequence[Clause], text: str, lexicon: Lexicon, goals: Sequence[Goal]
) -> tuple[Instruction, ...]:
    """What must not be done, and what must be kept."""
    found: list[Instruction] = []
    named: list[str] = []
    for clause in clauses:
        if clause.kind == "existing":
            named = _named(clause, text)
            found += [_no_creation(clause, text, thing) for thing in named]
        elif clause.kind in ("forbid", "keep"):
            others = [] if _is_detailed(clause) else named or _others(goals)
            for item in _forbidden(clause, text, lexicon):
                if not (_is_detailed(clause) and _narrows(item, goals)):
                    found += _spelled_out(item, others, lexicon)
    return tuple(item for i, item in enumerate(found) if item not in found[:i])


def narrowed(
    goals: Sequence[Goal], clauses: Sequence[Clause], text: str, lexicon: Lexicon
) -> tuple[Goal, ...]:
    """The goals with what their objects must not be: `issue a card, but do not issue a red one`."""
    found = list(goals)
    for clause in clauses:
        if clause.kind != "forbid" or not _is_detailed(clause):
            continue
        item = next(_forbidden(clause, text, lexicon))
        for place, goal in enumerate(found):
            if _narrows(item, [goal]):
                found[place] = _but(goal, clause, text)
    return tuple(found)


def _is_detailed(clause: Clause) -> bool:
    others = [t for i, t in enumerate(clause.tokens) if i not in clause.verbs]
    return any(token.of(Kind.VALUE) or token.shape == "fact" for token in others)


def _narrows(item: Instruction, goals: Sequence[Goal]) -> bool:
    """True for a prohibition of some of what is asked for."""
    return item.kind == "forbid" and any(
        item.object == goal.object.type and item.action in (None, goal.action) for goal in goals
    )


def _but(goal: Goal, clause: Clause, text: str) -> Goal:
    items = phrases(clause.tokens, clause.verbs, text)
    said = [s for item in items if isinstance(item, Noun) for s in item.said]
    denied = [
        Constraint(attribute=s.attribute, operator="ne", value=s.value, unit=s.unit, span=s.span)
        for s in said
        if s.operator == "eq" and not s.identifying and isinstance(s.value, str)
    ]
    constraints = (*goal.object.constraints, *denied)
    return goal.model_copy(
        update={"object": goal.object.model_copy(update={"constraints": constraints})}
    )


def _named(clause: Clause, text: str) -> list[str]:
    items = phrases(clause.tokens, clause.verbs, text)
    return [item.type for item in items if isinstance(item, Noun) and item.type]


def _others(goals: Sequence[Goal]) -> list[str]:
    """Things that the goals involve but do not make."""
    made = {goal.object.type for goal in goals}
    involved = dict.fromkeys(ref.type for goal in goals for ref in goal.related if ref.type)
    return [thing for thing in involved if thing not in made]


def _spelled_out(item: Instruction, things: Sequence[str], lexicon: Lexicon) -> list[Instruction]:
    """`don't create new ones` is about what the request involves, never about what it asks for."""
    action = lexicon.concept(Kind.ACTION, item.action) if item.action else None
    creates = action is not None and action.function is FunctionType.CREATE
    if item.kind != "forbid" or item.object is not None or not creates:
        return [item]
    return [item.model_copy(update={"object": thing}) for thing in things] or [
        item.model_copy(update={"action": None})
    ]


def _no_creation(clause: Clause, text: str, thing: str) -> Instruction:
    span = _span(clause, text)
    return Instruction(kind="forbid", text=span.text, action="create", object=thing, span=span)


def supplements(clauses: Iterable[Clause], text: str) -> tuple[Instruction, ...]:
    """What may be created on the way, and what else the sentence adds."""
    found: list[Instruction] = []
    for clause in clauses:
        if clause.kind in ("create_missing", "create_required", "no_data", "note", "remark"):
            span = _span(clause, text)
            found.append(Instruction(kind=clause.kind, text=span.text, span=span))
    return tuple(found)


def _forbidden(clause: Clause, text: str, lexicon: Lexicon) -> Iterator[Instruction]:
    items = phrases(clause.tokens, clause.verbs, text)
    nouns = [item for item in items if isinstance(item, Noun)]
    actions = [item.action for item in items if isinstance(item, Verb)]
    objects = _objects(items, nouns)
    span = _span(clause, text)
    kind = "keep" if clause.kind == "keep" else "forbid"
    fresh = kind == "forbid" and not actions and any(noun.hint == "new" for noun in nouns)
    for action in [None] if kind == "keep" or not actions else actions:
        for thing in objects or [None]:
            yield Instruction(
                kind=kind,
                text=span.text,
                action="create" if fresh else _name(action),
                object=thing or _held(action, lexicon),
                span=span,
            )


def _held(action: Concept | None, lexicon: Lexicon) -> str | None:
    """The thing that a verb holds, by its canonical name."""
    if action is None or action.entity is None:
        return None
    return lexicon.canonical(Kind.ENTITY, action.entity) or action.entity


def _objects(items: Sequence[object], nouns: Sequence[Noun]) -> list[str]:
    """Types (or unknown words) of the things after the action, else of those before it."""
    first = next((i for i, item in enumerate(items) if isinstance(item, Verb)), -1)
    after = [n for n in items[first + 1 :] if isinstance(n, Noun) and n.headed and n.role is None]
    if not after:
        after = [n for n in nouns if n.headed and n.role in (None, "front")]
    names = (noun.type or (noun.head.text if noun.head else None) for noun in after)
    return list(dict.fromkeys(name for name in names if name))


def _name(action: Concept | None) -> str | None:
    if action is None:
        return None
    return action.flagged("as:") or action.name


def _span(clause: Clause, text: str) -> Span:
    span = span_of([*clause.extra, *clause.tokens], text)
    return span or Span(start=0, end=len(text), text=text)
