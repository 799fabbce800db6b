"""Whether a row's sentence was taken up as a whole, and all rows' readings as one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import EntityRef, Goal, IntentResult, Missing, Span
from pipelines.intent.dialogue.gathering import refs_of, spread, with_refs
from pipelines.intent.dialogue.row_texts import Columns, Told
from pipelines.intent.dialogue.state import moved
from pipelines.intent.lexical.setting import Setting
from pipelines.intent.overview import conditions_of, related_of, summary_of
from pipelines.intent.spans import spans
from pipelines.intent.steps import execution_plan
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

ENVIRONMENT = "environment"
"""What all rows may lack: it is asked for once."""


@dataclass(frozen=True, slots=True)
class RowRead:
    """A row's sentence and what it means."""

    told: Told
    reading: IntentResult
    pointer: str = ""
    """Words that say `for each row` and name nothing, as `reading` does not have them any more."""

    @property
    def shape(self) -> tuple[object, ...]:
        """What all rows have in common: what is done with what, and by which values."""
        reading = self.reading
        return reading.environment, reading.production, *map(_shape, reading.goals)


def _shape(goal: Goal) -> tuple[object, ...]:
    state = goal.target_state.attribute if goal.target_state is not None else None
    return goal.function, state, goal.tool, *map(_shape_of, refs_of(goal))


def _shape_of(ref: EntityRef) -> tuple[object, ...]:
    told = sorted(f"{one.attribute} {one.operator}" for one in ref.constraints)
    return ref.type, ref.role, len(ref.identifiers), ref.quantity is None, *told


def settled(reading: IntentResult, points: Callable[[str, int, int], bool]) -> IntentResult:
    """The reading without what only points at the list: each row is one thing of it."""
    goals = tuple(_merged([_single(goal) for goal in reading.goals]))
    unread = tuple(one for one in reading.unread if not points(reading.text, one.start, one.end))
    return reading.model_copy(update={"goals": goals, "unread": unread})


def pointer_in(reading: IntentResult) -> str:
    """The words of something that is said beside the one that the row names, and names nothing."""
    found = (ref.span for goal in reading.goals for ref in _pointers(goal))
    return next((span.text for span in found if span is not None), "")


def _single(goal: Goal) -> Goal:
    """Without each, and without a pointer beside the one that the row names."""
    gone = _pointers(goal)
    kept = tuple(ref for ref in goal.related if ref not in gone)
    return goal.model_copy(update={"related": kept, "per_each": False})


def _merged(goals: list[Goal]) -> list[Goal]:
    """A row is one thing: what is said of it in several steps for the same is said of one."""
    kinds = {goal.object.type for goal in goals} - {None}
    steps = {(goal.action_words, _names_of(goal)) for goal in goals}
    values = {(c.attribute, str(c.value)): c for goal in goals for c in goal.object.constraints}
    told = {attribute for attribute, _ in values}
    if len(goals) < 2 or len(kinds) != 1 or len(steps) != 1 or len(told) != len(values):
        return goals
    thing = {"type": kinds.pop(), "constraints": tuple(values.values())}
    return [goals[0].model_copy(update={"object": goals[0].object.model_copy(update=thing)})]


def _names_of(goal: Goal) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(one.value for one in ref.identifiers) for ref in refs_of(goal))


def _pointers(goal: Goal) -> list[EntityRef]:
    named = {ref.role for ref in goal.related if ref.identifiers}
    bare = (r for r in goal.related if not (r.identifiers or r.constraints or r.made_by))
    return [ref for ref in bare if ref.role in named]


def is_whole(reading: IntentResult) -> bool:
    """True where it wants one thing done with what it names, and lacks nothing but where."""
    goals = reading.goals
    makes = any(g.function is FunctionType.CREATE and g.object.identifiers for g in goals)
    lacks = {one.name for one in reading.missing if one.blocking} - {ENVIRONMENT}
    clear = len(goals) == 1 and all(goal.function.writes and not goal.asked for goal in goals)
    known = all(goal.object.type is not None for goal in goals)
    refs = [ref for goal in goals for ref in refs_of(goal)]
    named = any(ref.identifiers for ref in refs)
    points = any(ref.reference is not None and ref.made_by is None for ref in refs)
    return clear and known and named and not (makes or points or lacks or reading.unassigned)


def lost(read: RowRead, columns: Columns, lexicon: Lexicon) -> list[int]:
    """The columns whose cells were not taken up, or for something else than they are called."""
    return [
        at
        for at in (columns.named_at, *columns.values())
        if not _is_taken(read, columns, at, lexicon)
    ]


def _is_taken(read: RowRead, columns: Columns, at: int, lexicon: Lexicon) -> bool:
    told, reading = read.told, read.reading
    if any(told.cell_at(one.start, one.end) == at for one in reading.unread):
        return False
    if at == columns.named_at:
        return any(told.cell_at(s.start, s.end) == at for s in _names(reading))
    found = [name for name, span in _values(reading) if told.cell_at(span.start, span.end) == at]
    called = lexicon.lookup(columns.labels[at], Kind.ATTRIBUTE) if columns.labels[at] else ()
    names = {one.name for one in called}
    if not names:
        found += [None for s in _names(reading) if told.cell_at(s.start, s.end) == at]
    return any(name in names or not names or name is None for name in found)


def _names(reading: IntentResult) -> Iterator[Span]:
    for goal in reading.goals:
        for ref in refs_of(goal):
            yield from (one.span for one in ref.identifiers)


def _values(reading: IntentResult) -> Iterator[tuple[str | None, Span]]:
    """Every value with what it is of."""
    where = reading.spans.get(ENVIRONMENT)
    if where is not None:
        yield None, where
    for goal in reading.goals:
        for ref in refs_of(goal):
            yield from ((one.attribute, one.span) for one in ref.constraints)
        if goal.target_state is not None:
            yield goal.target_state.attribute, goal.target_state.span


# ---- all rows as one -----------------------------------------------------------------------


def joined(
    reads: Sequence[RowRead], lexicon: Lexicon, missing: tuple[Missing, ...]
) -> IntentResult:
    """The rows' readings as the reading of all their sentences, one a line."""
    text, readings = "", list[IntentResult]()
    for number, one in enumerate(reads):
        start = len(text) + bool(text)
        text = f"{text}\n{one.told.text}" if text else one.told.text
        readings.append(_apart(moved(one.reading, start), number))
    goals = spread(goal for one in readings for goal in one.goals)
    first, lead = readings[0], next(iter(goals))
    place = first.spans.get(ENVIRONMENT)
    setting = Setting((first.environment,), (place,)) if place and first.environment else Setting()
    return first.model_copy(
        update={
            "text": text,
            "corrected": "",
            "goals": goals,
            "action": lead.action,
            "object": summary_of(lead),
            "related": related_of(goals),
            "conditions": conditions_of(lead, first.intent_type),
            "negative": tuple(told for one in readings for told in one.negative),
            "supplements": tuple(told for one in readings for told in one.supplements),
            "execution_plan": execution_plan(goals, first.language, lexicon),
            "spans": spans(goals, setting),
            "missing": missing if first.environment is None and not first.production else (),
            "unread": tuple(span for one in readings for span in one.unread),
            "retracted": tuple(span for one in readings for span in one.retracted),
            "confidence": min(one.confidence for one in readings),
        }
    )


def _apart(reading: IntentResult, number: int) -> IntentResult:
    """With ids of goals that no other row has."""
    goals = [
        with_refs(
            goal.model_copy(update={"id": f"{number}.{goal.id}"}),
            [
                ref.model_copy(update={"made_by": f"{number}.{ref.made_by}"})
                if ref.made_by
                else ref
                for ref in refs_of(goal)
            ],
        )
        for goal in reading.goals
    ]
    return reading.model_copy(update={"goals": tuple(goals)})
