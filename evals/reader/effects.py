"""What labelled requests and readings of them would do to data, in the terms of the contract."""

from collections.abc import Iterable

from evals.reader.business import Business, general
from evals.reader.marks import Marked
from evals.reader.same import same_effects
from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult
from pipelines.intent.lexical.setting import Setting
from pipelines.intent.reader.marks import Mark, Marks, Stretch
from pipelines.intent.reader.result import Place
from tool_registry.base.environment import Environments
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.vocabulary.concept import Concept, Kind
from tool_registry.vocabulary.lexicon import Lexicon

_NOWHERE = Setting((), (), (), None, None, None)


def place_of(business: Business) -> Place:
    """Where requests of a business are read: its words, and no environment."""
    return Place(Lexicon(_concepts(business)), Environments(), _NOWHERE, None, "en")


def labelled(gold: Marked, business: Business) -> Marks:
    """The labels as a reading."""
    text = gold.request.t
    kind = gold.request.type or IntentType.OTHER
    marks = [
        Mark(
            m.start,
            m.end,
            text[m.start : m.end],
            m.role,
            m.head,
            m.tie,
            _function(m.action, business),
            m.op,
            {
                name: ((key, 1.0),)
                for name, key in (
                    ("action", m.action),
                    ("entity", m.entity),
                    ("attribute", m.attribute),
                    ("value", f"{m.attribute}={m.value}" if m.value and m.attribute else None),
                )
                if key
            },
        )
        for m in gold.marks
    ]
    asides = tuple(Stretch(a.start, a.end, a.kind) for a in gold.asides)  # pyright: ignore[reportArgumentType]
    return Marks(text, kind, 1.0, "new", tuple(marks), asides)


def same(gold: IntentResult, read: IntentResult) -> bool:
    """True where both do the same to data, and read the same of the same things."""
    if gold.intent_type is not read.intent_type or not same_effects(gold, read):
        return False
    return _read(gold.goals) == _read(read.goals)


def _read(goals: Iterable[Goal]) -> list[object]:
    return [
        (_thing(g.object), frozenset(map(_thing, g.related)), frozenset(g.asked))
        for g in goals
        if not g.function.writes
    ]


def _thing(ref: EntityRef) -> object:
    ids = frozenset(one.value.casefold() for one in ref.identifiers)
    return ref.type, ids, frozenset(map(_said, ref.constraints))


def _said(one: Constraint) -> object:
    return one.attribute, one.operator, str(one.value).casefold()


def _function(action: str | None, business: Business) -> FunctionType:
    known = business.action_by_name.get(action or "")
    return known.function if known else FunctionType.QUERY


def _concepts(business: Business) -> list[Concept]:
    attributes = {one.name: one for one in (*general().attributes, *business.attributes)}
    actions = {one.name: one for one in (*general().actions, *business.actions)}
    person = frozenset({"person"})
    return [
        *(
            Concept(Kind.ENTITY, e.name, e.words, flags=person if e.person else frozenset())
            for e in business.entities
        ),
        *(Concept(Kind.ACTION, a.name, a.words, function=a.function) for a in actions.values()),
        *(Concept(Kind.ATTRIBUTE, a.name, a.words) for a in attributes.values()),
        *(
            Concept(Kind.VALUE, value.name, value.words, attribute=a.name)
            for a in attributes.values()
            for value in a.values
        ),
    ]
