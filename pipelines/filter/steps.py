"""The steps of the filter. Each keeps some tools and gives the reason for every one it drops."""

from collections.abc import Callable, Iterable

from pipelines.filter.finding import IndexAnswer
from pipelines.filter.meaning import function_name
from pipelines.filter.sifting import Rated, Sifted, View, by_rank
from pipelines.filter.stated_values import lacking, unsaid
from pipelines.filter.text import has_words, likeness
from pipelines.messages import listed, say
from pipelines.messages.labels import part_label
from tool_registry.base.caller import Scope
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.text import fold

TEXT_POINTS = 0.1
STATED_POINTS = 0.05
UNSTATED_POINTS = -0.02
READY_POINTS = 0.05
SHORTLIST = 200
"""So many tools at most have their texts compared."""

_READS = frozenset({FunctionType.QUERY, FunctionType.VERIFY})


def partition(tools: Iterable[Rated], objection: Callable[[Rated], str | None]) -> Sifted:
    """Keeps the tools to which there is no objection."""
    kept: list[Rated] = []
    dropped: list[Rated] = []
    for rated in tools:
        reason = objection(rated)
        if reason is None:
            kept.append(rated)
        else:
            dropped.append(rated.because(reason))
    return Sifted(tuple(kept), tuple(dropped))


def matching(threshold: float) -> Callable[[Iterable[Rated]], Sifted]:
    """Keeps the tools whose action and object have something of the goal; silent on the rest."""
    return lambda tools: Sifted(tuple(rated for rated in tools if rated.score >= threshold))


def in_environment(view: View) -> Callable[[Iterable[Rated]], Sifted]:
    """Keeps the tools that run in the environment of the request, or in any if none is said."""
    environment, labels = view.intent.environment, view.catalogue.environments

    def objection(rated: Rated) -> str | None:
        supported = rated.tool.environments
        if not supported:
            return say(view.language, "filter.drop_nowhere")
        if environment is None or environment in supported:
            return None
        return say(
            view.language,
            "filter.drop_environment",
            environment=labels.label(environment, view.language),
            others=listed(view.language, (labels.label(e, view.language) for e in supported)),
        )

    return lambda tools: partition(tools, objection)


def visible(view: View) -> Callable[[Iterable[Rated]], Sifted]:
    """Keeps public tools, those of the caller's projects (a source each), and the caller's own."""

    def objection(rated: Rated) -> str | None:
        return None if _sees(view, rated.tool) else say(view.language, "filter.drop_scope")

    return lambda tools: partition(tools, objection)


def _sees(view: View, tool: ToolEssentialModel) -> bool:
    if view.caller is None or tool.scope is Scope.PUBLIC:
        return True
    if tool.scope is Scope.PROJECT:
        return tool.source in view.caller.projects
    return tool.author == view.caller.user


def serving(view: View) -> Callable[[Iterable[Rated]], Sifted]:
    """Keeps the tools whose function is of the kind that the goal asks for."""

    def objection(rated: Rated) -> str | None:
        if _serves(view, rated.tool):
            return _other_thing(view, rated.tool)
        return say(
            view.language,
            "filter.drop_function",
            function=function_name(view, rated.tool.function),
            asked=function_name(view, view.goal.function),
        )

    return lambda tools: partition(tools, objection)


def _serves(view: View, tool: ToolEssentialModel) -> bool:
    goal = view.goal
    if goal.function is FunctionType.VERIFY:
        return tool.function in _READS
    if goal.function is tool.function:
        return True
    return goal.function.writes and tool.function.writes and goal.action in tool.actions


def _other_thing(view: View, tool: ToolEssentialModel) -> str | None:
    """What makes one thing does not make another that it merely takes."""
    wanted = view.goal.object.type
    makes = view.goal.function is FunctionType.CREATE and tool.objects[1:]
    if not makes or wanted is None or wanted not in tool.objects[1:]:
        return None
    return say(
        view.language,
        "filter.drop_object",
        made=view.entity(tool.objects[0]),
        asked=view.entity(wanted),
    )


def without_twins(view: View) -> Callable[[Iterable[Rated]], Sifted]:
    """Drops tools made for another value of an attribute than the one the sentence states.

    A word also tells twins apart by titles: where some have it in theirs, the others are not
    made for it, unless they have an argument that can say it.
    """

    def choose(tools: Iterable[Rated]) -> Sifted:
        every = list(tools)
        telling = [m for m in view.modifiers if any(_marked(view, r.tool, m) for r in every)]

        def objection(rated: Rated) -> str | None:
            return _other_value(view, rated.tool) or _unmarked(view, rated.tool, telling)

        return partition(every, objection)

    return choose


def _other_value(view: View, tool: ToolEssentialModel) -> str | None:
    for attribute, stated in view.stated.items():
        own = values_of(view, tool, attribute)
        if own and not any(_compatible(view, one, word) for one in own for word in stated):
            return say(
                view.language,
                "filter.drop_twin",
                value=listed(view.language, map(view.value, own)),
                stated=listed(view.language, map(view.value, sorted(stated))),
            )
    return None


def _compatible(view: View, value: str, stated: str) -> bool:
    """The same, or one a special case of the other by its very name."""
    one, other = fold(value), fold(stated)
    return one in other or other in one or bool(view.names(value) & view.names(stated))


def _unmarked(view: View, tool: ToolEssentialModel, telling: Iterable[str]) -> str | None:
    other = next((word for word in telling if not _takes(view, tool, word)), None)
    return say(view.language, "filter.drop_mark", stated=view.value(other)) if other else None


def _marked(view: View, tool: ToolEssentialModel, word: str) -> bool:
    """True when the tool's title or a discriminator has the word, as the lexicon knows it."""
    marks = {mark.value for mark in tool.discriminators}
    return bool(view.names(word) & {*map(fold, marks)}) or fold(word) in fold(tool.title)


def _takes(view: View, tool: ToolEssentialModel, word: str) -> bool:
    """True when the tool is made for the word, or has an argument that can say it."""
    told = {fold(w) for slot in tool.needs for words in slot.values.values() for w in words}
    return _marked(view, tool, word) or bool(view.names(word) & told)


def values_of(view: View, tool: ToolEssentialModel, attribute: str) -> list[str]:
    """The values of that attribute that a tool is made for; empty where it is for any."""
    return [d.value for d in tool.discriminators if view.attribute(d) == attribute]


def about_the_words(view: View) -> Callable[[Iterable[Rated]], Sifted]:
    """Where nothing in the lexicon is the object: keeps the tools that have its words, in
    whichever language."""
    words = view.goal.object.words if view.goal.object.type is None else ""

    def objection(rated: Rated) -> str | None:
        if not words or has_words(words, rated.tool):
            return None
        return say(view.language, "filter.drop_words", words=words)

    return lambda tools: partition(tools, objection)


def ready_first(view: View) -> Callable[[Iterable[Rated]], Sifted]:
    """Keeps all; what the request gives everything for gains, what lacks its own object loses."""

    def weigh(rated: Rated) -> Rated:
        lacks = lacking(view.intent, rated.tool)
        if not lacks:
            return rated.plus(READY_POINTS, _readiness(view, rated.tool))
        existing = view.goal.function is not FunctionType.CREATE
        own = any(slot.entity == view.goal.object.type for slot in lacks)
        return rated.plus(-READY_POINTS) if existing and own else rated

    return lambda tools: Sifted(tuple(weigh(rated) for rated in tools))


def _readiness(view: View, tool: ToolEssentialModel) -> str:
    """What the tool must be told beside what is said, for people: none of it speaks against it,
    as values of what is made are asked for or drawn."""
    known = {fold(word) for word in view.modifiers}
    left = [
        part_label(view.catalogue.lexicon, slot.attribute or slot.key, [slot], view.language)
        for slot in unsaid(view.intent, tool)
        if known.isdisjoint(fold(word) for raw in slot.values.items() for word in (raw[0], *raw[1]))
    ]
    if not left:
        return say(view.language, "filter.ready")
    return say(view.language, "filter.unsaid", names=listed(view.language, left))


def rewarding_discriminators(view: View) -> Callable[[Iterable[Rated]], Sifted]:
    """Keeps all; one made for exactly what was stated gains, one made for what was not loses."""

    def reward(rated: Rated) -> Rated:
        for discriminator in rated.tool.discriminators:
            attribute = view.attribute(discriminator) or ""
            if attribute in view.stated and fold(discriminator.value) in view.stated[attribute]:
                text = say(view.language, "filter.value", value=view.value(discriminator.value))
                rated = rated.plus(STATED_POINTS, text)
            elif not view.says(discriminator.value):
                rated = rated.plus(UNSTATED_POINTS)
        return rated

    return lambda tools: Sifted(tuple(reward(rated) for rated in tools))


def comparing_texts(view: View, answer: IndexAnswer | None) -> Callable[[Iterable[Rated]], Sifted]:
    """Keeps the best few hundred; they gain by how likely their texts mean the step."""

    def compare(tools: Iterable[Rated]) -> Sifted:
        ranked = sorted(tools, key=by_rank)
        shortlist, rest = ranked[:SHORTLIST], ranked[SHORTLIST:]
        text = view.goal.text or view.intent.text
        if answer is None:
            scores = likeness(text, [rated.tool for rated in shortlist])
        else:
            scores = [answer.likelihoods.get(rated.tool.id, 0.0) for rated in shortlist]
        better = [_gain(view, r, score) for r, score in zip(shortlist, scores, strict=True)]
        return Sifted(tuple(sorted(better, key=by_rank)), tuple(rest))

    return compare


def _gain(view: View, rated: Rated, score: float) -> Rated:
    if score < 0.2:
        return rated.plus(TEXT_POINTS * score)
    text = say(view.language, "filter.text", percent=round(score * 100))
    return rated.plus(TEXT_POINTS * score, text)


def best(view: View, limit: int) -> Callable[[Iterable[Rated]], Sifted]:
    """Keeps the best; what is well below them or beyond the limit falls."""

    def choose(tools: Iterable[Rated]) -> Sifted:
        ranked = sorted(tools, key=by_rank)
        floor = ranked[0].score * 0.6 if ranked else 0.0
        kept = [rated for rated in ranked[:limit] if rated.score >= floor]
        reason = say(view.language, "filter.drop_rank")
        return Sifted(tuple(kept), tuple(r.because(reason) for r in ranked[len(kept) :]))

    return choose
