"""The choices of an answer: from readings, whoever made them, and the tools that come closest."""

from collections.abc import Iterable, Mapping, Sequence

from pipelines.clarification.filling import (
    filled,
    goal_of,
    of_its_thing,
    open_slots,
    said_in,
    tells_argument,
)
from pipelines.clarification.form import (
    ENVIRONMENT,
    environment_field,
    environments_of,
    value_field,
)
from pipelines.clarification.offer import Offered
from pipelines.clarification.phrasing import about, effects_of, line_of, needs, sentence_of
from pipelines.clarification.speaking import Said
from pipelines.contracts.answer import Choice, FormField
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.intent import (
    EntityRef,
    Goal,
    Instruction,
    IntentResult,
    Missing,
    Span,
    unused_ids,
)
from pipelines.messages import Language, say
from pipelines.messages.labels import tool_title
from pipelines.reasoning.arguments.beside import beside
from pipelines.reasoning.arguments.labelled import labelled
from pipelines.reasoning.planner.state import Fact
from tool_registry.base.ids import digest
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

MOST_READINGS = 3
MOST_TOOLS = 5
SEARCH = "search"
_ID = "id"
_KINDS = {
    FunctionType.CREATE: IntentType.CREATE_DATA,
    FunctionType.QUERY: IntentType.QUERY_DATA,
    FunctionType.VERIFY: IntentType.VERIFY_DATA,
}


def choices_of(
    readings: Iterable[tuple[IntentResult, float]],
    tools: Iterable[tuple[ToolEssentialModel, IntentResult]],
    catalogue: Catalogue,
    language: Language,
    before: Mapping[str, str] | None = None,
) -> tuple[Offered, ...]:
    """Up to three readings that differ in their effects, the tools that come closest, a search.

    `readings` with how sure each is, 0 to 1, the best first; one that leaves out more words than
    another does not stand beside it. `tools` each with the reading that
    its form begins from; `before`: goal → tool that the user has chosen for these words before.
    Empty where there is neither a reading nor a tool."""
    shown: dict[str, Offered] = {}
    for intent, confidence in readings:
        one = _reading(intent, confidence, catalogue, before)
        shown.setdefault(one.choice.id, one)
    least = min((len(one.choice.left_out) for one in shown.values()), default=0)
    full = (o for o in shown.values() if len(o.choice.left_out) == least or o.choice.chosen_before)
    kept = sorted(full, key=lambda one: not one.choice.chosen_before)[:MOST_READINGS]
    taken = {one.choice.tool for one in kept}
    rest = [_tool(*pair, catalogue, language, before) for pair in tools if pair[0].id not in taken]
    rest = sorted(rest, key=lambda one: not one.choice.chosen_before)
    rest = rest[:MOST_TOOLS]
    return (*kept, *rest, search_choice(language)) if kept or rest else ()


def reading_choices(options: Iterable[tuple[str, IntentResult]]) -> tuple[Offered, ...]:
    """One choice for each of these readings, in the words that are given for it."""
    return tuple(
        Offered(
            choice=Choice(
                id=f"reading-{digest([words, intent.text])[:12]}",
                kind="reading",
                text=words,
                environment=intent.environment,
            ),
            intent=intent,
        )
        for words, intent in options
    )


def environment_choices(
    intent: IntentResult, catalogue: Catalogue, given: Mapping[str, str], chosen: bool
) -> tuple[Offered, ...]:
    """One choice for each configured environment in which there are tools for it; `chosen`: the
    reading stays as it is."""
    known, language = catalogue.environments, intent.language
    field = environment_field(intent, catalogue)
    return tuple(
        Offered(
            choice=Choice(
                id=f"environment-{name}",
                kind="environment",
                text=known.label(name, language),
                environment=name,
                field=field,
            ),
            intent=intent if chosen else None,
            given=dict(given),
        )
        for name in environments_of(intent, catalogue)
    )


def value_choice(
    name: str, intent: IntentResult, catalogue: Catalogue, given: Mapping[str, str], chosen: bool
) -> Offered:
    """The field for one missing value."""
    language = intent.language
    place = environment_field(intent, catalogue) if name == ENVIRONMENT else None
    field = place or value_field(name, catalogue, language)
    choice = Choice(id=f"value-{name}", kind="value", text=field.label, field=field)
    return Offered(choice=choice, intent=intent if chosen else None, given=dict(given))


def search_choice(language: Language) -> Offered:
    """None of these: other tools by what they say of themselves."""
    label = say(language, "choices.search_field")
    field = FormField(path="query", label=label, required=True)
    text = say(language, "choices.search")
    return Offered(choice=Choice(id=SEARCH, kind="search", text=text, field=field))


def _as_meant(
    named: Mapping[str, tuple[Fact, ...]], intent: IntentResult, tool: ToolEssentialModel
) -> dict[str, tuple[Fact, ...]]:
    """Without a name that a later message has replaced by another of such a thing: it stands in the
    words, and not in what is meant by now. Nor is what names a thing an amount, where the tool
    takes such a name."""
    refs = [ref for goal in intent.goals for ref in (goal.object, *goal.related)]
    known = {(ref.type, one.value) for ref in refs for one in ref.identifiers}
    names = [one.span for ref in refs for one in ref.identifiers]
    kinds = {slot.path: slot.entity for slot in tool.needs}
    naming = {slot.path for slot in tool.needs if slot.attribute == _ID}

    def is_name(path: str, fact: Fact) -> bool:
        return bool(naming) and path not in naming and fact.span in names

    def is_replaced(path: str, fact: Fact) -> bool:
        kind = kinds.get(path)
        others = any(one == kind for one, _ in known)
        gone = fact.words in intent.text and fact.words not in intent.meant
        return others and gone and (kind, str(fact.value)) not in known

    kept = {
        path: tuple(f for f in facts if not (is_replaced(path, f) or is_name(path, f)))
        for path, facts in named.items()
    }
    return {path: facts for path, facts in kept.items() if facts}


def by_tool(
    intent: IntentResult,
    goal: Goal | None,
    tool: ToolEssentialModel,
    catalogue: Catalogue,
    *,
    by_exclusion: bool = False,
    by_name: bool = False,
) -> IntentResult:
    """The sentence as a request for that tool: what it says is put where the tool takes it, what
    the tool cannot take is told as left out. `by_name`: also what stands beside an argument's own
    name; `by_exclusion`: and where nothing else fits, for a
    form that is looked at before it is sent."""
    by_name = by_name or by_exclusion
    said = [of_its_thing(one, goal, tool) for one in said_in(intent, goal, beside=by_name)]
    named: dict[str, tuple[Fact, ...]] = {}
    clauses: list[Span] = []
    if by_name:
        away = _meant_otherwise(intent, goal)
        found = _as_meant(_named(intent, tool, catalogue, away), intent, tool)
        named = {p: own for p, own in found.items() if not any(_runs_on(one, said) for one in own)}
        slots = tuple(open_slots(tool))
        clauses = [one.span for one in labelled(slots, intent.text, catalogue.lexicon, away)]
    filling = filled(tool, said, catalogue, by_exclusion=by_exclusion, named=named)
    words = goal.text if goal else intent.text
    calls = (filling.values, *filling.others)
    every = [goal_of(tool, values, goal, catalogue, words)[0] for values in calls]
    place = intent.goals.index(goal) if goal is not None else 0
    goals = _numbered([*intent.goals[:place], *every, *intent.goals[place + 1 :]], every[1:])
    left = [one.fact.span for one in filling.left if one.fact.span is not None]
    given = [v for values in calls for v in values.values()]
    taken = [one.span for v in given for one in (v, *v.more)]
    unread = [one for one in (*intent.unread, *left) if one in left or one not in taken]
    unread = [one for one in unread if not tells_argument(one, tool, calls, catalogue.lexicon)]
    unread = [one for one in unread if not _is_inside(one, clauses)]
    loose = (ref for ref in intent.unassigned if not _is_taken(ref, taken, clauses))
    beyond = (one for one in intent.supplements if not _is_clause(one, clauses))
    told = {"unassigned": tuple(loose), "supplements": tuple(beyond)}
    return _wanting(intent.model_copy(update=told), goals, _apart(unread, intent))


def _runs_on(fact: Fact, said: Iterable[Said]) -> bool:
    """What was taken for one value up to the end begins with another one that was read, and holds
    more of these."""
    own = fact.span
    if own is None:
        return False
    places = {(s.start, s.end) for one in said if (s := one.fact.span) is not None}
    inside = [at for at in places if own.start <= at[0] and at[1] <= own.end]
    begins = any(start == own.start and end < own.end for start, end in inside)
    return begins and len(inside) > 1


def _meant_otherwise(intent: IntentResult, goal: Goal | None) -> tuple[Span, ...]:
    """Where, what is said of other goals, and what is forbidden, taken back or only supplements."""
    refs = (r for one in intent.goals if one is not goal for r in (one.object, *one.related))
    others = (part.span for ref in refs for part in (*ref.identifiers, *ref.constraints))
    beyond = (one.span for one in intent.supplements if one.kind != "remark")
    place = intent.environment_words or ""
    at = intent.text.find(place) if place else -1
    where = [Span(start=at, end=at + len(place), text=place)] if at >= 0 else []
    forbidden = (one.span for one in intent.negative)
    return (*where, *others, *forbidden, *beyond, *intent.retracted)


def _named(
    intent: IntentResult, tool: ToolEssentialModel, catalogue: Catalogue, away: Sequence[Span]
) -> dict[str, tuple[Fact, ...]]:
    """What stands beside the arguments' own names."""
    found = beside(tuple(open_slots(tool)), intent.text, catalogue.lexicon, away)
    place = intent.environment_words or ""
    return {p: own for p, own in found.items() if not any(one.words in place for one in own)}


def _numbered(goals: Sequence[Goal], more: Sequence[Goal]) -> tuple[Goal, ...]:
    """With ids of their own for the goals that were added."""
    ids = unused_ids(goals)
    own = (one.model_copy(update={"id": next(ids)}) if one in more else one for one in goals)
    return tuple(own)


def _is_taken(ref: EntityRef, taken: Sequence[Span | None], clauses: Sequence[Span]) -> bool:
    parts = (*ref.identifiers, *ref.constraints)
    said = [one.span for one in parts]
    within = bool(said) and all(_is_inside(one, clauses) for one in said)
    return within or any(one.span in taken for one in parts)


def _is_clause(one: Instruction, clauses: Sequence[Span]) -> bool:
    """A remark that is no remark: it is said by an argument's name."""
    return one.kind == "remark" and _is_inside(one.span, clauses)


def _is_inside(one: Span, clauses: Sequence[Span]) -> bool:
    """Words of what was said by arguments' names: the names, their values, or both."""
    said = (at for at, sign in enumerate(one.text, one.start) if sign.isalnum())
    return all(any(other.start <= at < other.end for other in clauses) for at in said)


def apart(
    intent: IntentResult, goal: Goal | None, tool: ToolEssentialModel, others: Mapping[str, Goal]
) -> IntentResult:
    """Beside the goal of that tool only the others, and none about the same kind of thing: what the
    rest of them hold, but the very thing of that goal, is left to whoever picks the tool."""
    kept: list[Goal] = []
    loose: list[EntityRef] = []
    for one in intent.goals:
        if one is goal:
            kept.append(one)
        elif one.id in others and one.object.type not in tool.objects:
            kept.append(others[one.id])
        else:
            same = goal is not None and one.object.span == goal.object.span
            loose += (*one.related, *(() if same else (one.object,)))
    told = {"goals": tuple(kept), "unassigned": (*intent.unassigned, *loose)}
    return intent.model_copy(update=told) if len(kept) < len(intent.goals) else intent


def with_tools(intent: IntentResult, tools: Mapping[str, str]) -> IntentResult:
    """The reading as it is, with the tool of each goal."""
    goals = (one.model_copy(update={"tool": tools.get(one.id)}) for one in intent.goals)
    return _wanting(intent, tuple(goals), intent.unread)


def tools_of(intent: IntentResult) -> dict[str, str]:
    """Goal → the tool that was chosen for it."""
    return {goal.id: goal.tool for goal in intent.goals if goal.tool is not None}


def planned_tools(chain: ToolChain, intent: IntentResult) -> Mapping[str, str]:
    """Goal → its tool; none for a change that takes several calls, which no one tool stands for."""
    found: dict[str, dict[str, None]] = {}
    for step in chain.steps:
        if step.main:
            found.setdefault(step.goal, {})[step.tool] = None
    makes = {goal.id for goal in intent.goals if goal.function is FunctionType.CREATE}
    return {goal: next(iter(t)) for goal, t in found.items() if len(t) == 1 or goal in makes}


def _wanting(
    intent: IntentResult, goals: tuple[Goal, ...], unread: tuple[Span, ...]
) -> IntentResult:
    kind = _KINDS.get(goals[0].function, IntentType.OPERATE_DATA)
    missing: tuple[Missing, ...] = tuple(o for o in intent.missing if o.name == "environment")
    told = {"goals": goals, "intent_type": kind, "unread": unread, "missing": missing}
    return intent.model_copy(update={**told, "action": goals[0].action})


def _apart(spans: Iterable[Span], intent: IntentResult) -> tuple[Span, ...]:
    """The spans once each, in order, without those of the environment's name."""
    words = intent.environment_words or ""
    kept = {(span.start, span.end): span for span in spans if span.text not in words}
    return tuple(kept[place] for place in sorted(kept))


def _reading(
    intent: IntentResult,
    confidence: float,
    catalogue: Catalogue,
    before: Mapping[str, str] | None,
) -> Offered:
    effects = effects_of(intent, catalogue)
    tools = tools_of(intent)
    left_out = tuple(span.text for span in intent.unread)
    key = [[one.model_dump(mode="json") for one in effects], tools]
    choice = Choice(
        id=f"reading-{digest(key)[:12]}",
        kind="reading",
        text=sentence_of(intent, catalogue, left_out),
        tool=next(iter(tools.values()), None),
        effects=effects,
        left_out=left_out,
        environment=intent.environment,
        confidence=round(confidence, 3),
        chosen_before=bool(before) and tools == before,
    )
    return Offered(choice=choice, intent=intent)


def _tool(
    tool: ToolEssentialModel,
    intent: IntentResult,
    catalogue: Catalogue,
    language: Language,
    before: Mapping[str, str] | None,
) -> Offered:
    choice = Choice(
        id=f"tool-{tool.id}",
        kind="tool",
        text=line_of(tool, catalogue, language),
        tool=tool.id,
        title=tool_title(tool, language),
        about=about(tool, catalogue, language),
        needs=needs(tool, catalogue, language),
        chosen_before=bool(before) and tools_of(intent) == before,
    )
    return Offered(choice=choice, intent=intent)


def ranked(
    ids: Sequence[str], catalogue: Catalogue, environment: str | None
) -> list[ToolEssentialModel]:
    """The tools of these ids that may run there, each once, in their order."""
    known = (catalogue.tools.get(name) for name in dict.fromkeys(ids))
    return [
        tool
        for tool in known
        if tool is not None and tool.environments and environment in (None, *tool.environments)
    ]
