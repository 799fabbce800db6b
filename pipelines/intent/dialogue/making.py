"""The reply to a question that names nothing, and says to make what was asked for."""

from collections.abc import Collection, Iterator

from pipelines.contracts.intent import EntityRef, Goal, Instruction, IntentResult
from pipelines.intent.dialogue.gathering import refs_of, with_refs
from pipelines.intent.dialogue.slots import Draft
from pipelines.intent.each import BEFORE
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Lexicon

_RECIPIENT = "recipient"
_NAMES = ("identifier", "id")
_NEW = "new"
"""Id of the goal that makes it, until the goals are numbered anew."""


def asked_of(reading: IntentResult, missing: Collection[str]) -> tuple[str, ...]:
    """What a question asks for: what the sentence lacked, and what only planning did."""
    return tuple(dict.fromkeys((*missing, *(one.name for one in reading.missing if one.blocking))))


def is_made(
    said: IntentResult, before: IntentResult, asked: Collection[str], lexicon: Lexicon
) -> bool:
    """True where the message wants nothing but that one of these is made, `make a new one`, for a
    request that changes something anyway."""
    if not any(goal.function.writes for goal in before.goals):
        return False
    if not said.goals:
        return any(one.kind == "create_missing" for one in said.supplements) and bool(asked)
    goal, thing = said.goals[0], said.goals[0].object
    told = thing.identifiers or thing.constraints or thing.reference or goal.related or goal.asked
    bare = len(said.goals) == 1 and not (told or goal.target_state or said.environment_words)
    if not bare or goal.function is not FunctionType.CREATE or (thing.quantity or 1) != 1:
        return False
    names = thing.type is not None or bool(goal.action_words)
    return names and any(_is_for(thing.type, name, lexicon) for name in asked)


def made(
    draft: Draft, said: IntentResult, asked: Collection[str], lexicon: Lexicon
) -> tuple[Draft, IntentResult]:
    """The goals with what the message says to make ahead of them; where it does not say what that
    is, the message as one that lets be made whatever is missing."""
    goal = next(iter(said.goals), None)
    if goal is None:
        return draft, said
    rest, span = said.model_copy(update={"goals": ()}), goal.span
    fitting = [name for name in asked if _is_for(goal.object.type, name, lexicon)]
    kinds = (one.rpartition(".")[0] for one in fitting if not one.endswith(_RECIPIENT))
    kind = goal.object.type or next(kinds, None)
    if kind is None and span is not None:
        free = Instruction(kind="create_missing", text=span.text, span=span)
        return draft, rest.model_copy(update={"supplements": (*said.supplements, free)})
    for name in fitting:
        draft = _given(draft, EntityRef(type=kind, words=goal.object.words), name)
    new = goal.object.model_copy(update={"type": kind})
    first = goal.model_copy(update={"id": _NEW, "object": new})
    goals = (first, *draft.goals)
    return Draft(goals, draft.edits, frozenset(range(len(goals)))), rest


def _is_for(kind: str | None, name: str, lexicon: Lexicon) -> bool:
    """True where a thing of that kind is what was asked for by that name."""
    entity, _, what = name.rpartition(".")
    if what == _RECIPIENT:
        return kind is None or lexicon.is_person(kind)
    return what in _NAMES and kind in (None, entity)


def _given(draft: Draft, new: EntityRef, name: str) -> Draft:
    """The goals that lack it, with the new one in its place."""
    role = _RECIPIENT if name.rpartition(".")[2] == _RECIPIENT else None
    told = {"made_by": _NEW, "reference": BEFORE}
    for at, goal in enumerate(draft.goals):
        refs = refs_of(goal)
        open_ = set(_open(goal, new.type, role))
        filled = [
            ref.model_copy(update={**told, "type": new.type}) if n in open_ else ref
            for n, ref in enumerate(refs)
        ]
        if not open_:
            filled.append(new.model_copy(update={**told, "role": role}))
        draft = draft.put(at, with_refs(goal, filled), "", new.words)
    return draft


def _open(goal: Goal, kind: str | None, role: str | None) -> Iterator[int]:
    """Places of what the goal speaks of and does not name."""
    makes = goal.function is FunctionType.CREATE
    for place, ref in enumerate(refs_of(goal)):
        named = ref.identifiers or ref.made_by is not None or (makes and place == 0)
        if not named and (ref.role == role if role else ref.type == kind):
            yield place
