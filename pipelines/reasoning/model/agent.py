"""The reasoning stage by a model: `propose`.

The model derives backward and fills in the form of a chain; the planner's validator decides. What
passes is the same frozen `ToolChain` as the symbolic planner's, bound by the same functions.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.messages import listed, say
from pipelines.messages.labels import tool_title
from pipelines.models import prompts
from pipelines.models.errors import ModelError
from pipelines.models.model import LanguageModel, Message
from pipelines.models.typed_answers import (
    AskOptions,
    Checks,
    Typed,
    Untyped,
    ask_typed,
    quoted,
    schema_text,
)
from pipelines.reasoning.model import view
from pipelines.reasoning.model.choice import Tools, helpful
from pipelines.reasoning.planner import explain
from pipelines.reasoning.planner.lookups import Found, look_into_lists
from pipelines.reasoning.planner.plan import Survey, after_looking, frozen
from pipelines.reasoning.planner.unsaid import undecided_value
from pipelines.reasoning.proposals.judge import Judged, judge, refusal
from pipelines.reasoning.proposals.proposal import ProposedChain, as_proposal, is_platforms
from pipelines.reasoning.stage import PlanningTask
from tool_registry.base.redaction import mask_text
from tool_registry.model import Slot, ToolEssentialModel

_REASON = 300
"""Characters of a model's own reason that are shown."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A chain that passed the validator, or a question that it found behind a proposal."""

    plan: ToolChain | NoPlan
    repairs: int = 0


@dataclass(frozen=True, slots=True)
class Finished:
    """The model sees nothing more to do."""

    repairs: int = 0


@dataclass(frozen=True, slots=True)
class Unusable:
    """Nothing that may be run."""

    problems: tuple[str, ...] = ()
    """What the validator said of the last answer."""
    error: ModelError | None = None
    """Why there was no answer."""
    repairs: int = 0


Proposal: TypeAlias = Planned | Finished | Unusable


async def propose(
    task: PlanningTask, model: LanguageModel, options: AskOptions | None = None
) -> Proposal:
    """A plan as a model derives it and the program checks it. No error of a model is raised."""

    found = await _proposed(task, model, options)
    for _ in range(task.survey.problem.options.max_find_depth):
        if not isinstance(found, _Empty):
            return found
        task = _without(task, found.tool)
        found = await _proposed(task, model, options)
    return _unsettled(task) if isinstance(found, _Empty) else found


@dataclass(frozen=True, slots=True)
class _Empty:
    """A list that the proposal selects from holds nothing that fits."""

    tool: str


async def _proposed(
    task: PlanningTask, model: LanguageModel, options: AskOptions | None
) -> "Proposal | _Empty":
    checks = Checks(partial(_faults, task), partial(_doubts, task))
    found = await ask_typed(model, reason_messages(task), ProposedChain, checks, options)
    match found:
        case Typed(form, repairs) if form.move == "finish":
            return Finished(repairs)
        case Typed(form, repairs) if form.move == "ask_user":
            return Planned(_question(form, task), repairs)
        case Typed(form, repairs) if form.move == "impossible":
            return Planned(_impossible(form, task), repairs)
        case Typed(form, repairs):
            return await _settled(form, task, repairs)
        case Untyped(problems, error, repairs):
            return Unusable(problems, error, repairs)


def _without(task: PlanningTask, tool: str) -> PlanningTask:
    """The task without a tool that turned out to hold nothing of use."""
    problem = after_looking(task.survey.problem, Found(tool))
    left = tuple(name for name in task.candidates if name != tool)
    return replace(task, survey=replace(task.survey, problem=problem), candidates=left)


def _unsettled(task: PlanningTask) -> Planned:
    return Planned(explain.unsettled(task.survey.problem))


def reason_messages(task: PlanningTask) -> tuple[Message, Message]:
    """The prompt of the stage, and the sentence as data."""
    survey = task.survey
    problem = survey.problem
    tools: Tools = [problem.catalogue.tools[name] for name in task.candidates]
    if not task.records:
        tools = helpful(tools, problem, view.what_is_said(survey, tools))
    system = prompts.render(
        "reason",
        environment=problem.environment,
        goals=view.goals_text(survey, tools),
        candidates=view.tools_text(tools),
        given=view.given_text(survey),
        pickable=view.pickable_text(tools, survey),
        done=view.results_text(task.records, len(task.done)),
        example=prompts.nearest("reason", _marks(task)).text,
        schema=schema_text(ProposedChain),
    )
    sentence = f"<sentence>{quoted(problem.intent.text)}</sentence>"
    return Message("system", system), Message("user", sentence)


def _marks(task: PlanningTask) -> set[str]:
    """What the example is to be like: going on, asking for what is lacking, or a whole plan."""
    if task.records:
        return {"done"}
    draft = task.survey.draft
    return {"lacking"} if isinstance(draft, NoPlan) and draft.reason == "missing" else set()


def _faults(task: PlanningTask, form: ProposedChain) -> list[str]:
    if form.move == "plan":
        return list(_judged(task, _whole(form, task)).problems)
    environment = task.survey.problem.environment
    if form.environment != environment:
        return [refusal("wrong_environment", given=form.environment, said=environment)]
    if form.move == "impossible":
        return [] if form.because.strip() else [refusal("no_because")]
    if form.move == "finish":
        return [] if task.done or task.records else [refusal("no_finish")]
    return _faulty_question(form, task)


def _doubts(task: PlanningTask, form: ProposedChain) -> list[str]:
    """What stands against a plan only by how the tools' texts were read: the model may insist."""
    if form.move != "plan":
        return []
    return list(judge(_whole(form, task), task.survey, _offered(task)).problems)


def _judged(task: PlanningTask, whole: ProposedChain, survey: Survey | None = None) -> Judged:
    return judge(whole, survey or task.survey, _offered(task), is_doubted=True)


def _impossible(form: ProposedChain, task: PlanningTask) -> NoPlan:
    """Why nothing can be done, as the model says it; nothing is run for it."""
    because = _own_words(form.because)
    text = say(task.survey.problem.intent.language, "reason.impossible", because=because)
    return NoPlan(reason="data", text=text)


def _own_words(said: str) -> str:
    """What a model says to people, on one line and without secrets."""
    return mask_text(" ".join(said.split()))[:_REASON]


def _whole(form: ProposedChain, task: PlanningTask) -> ProposedChain:
    """What was done and what is proposed, as one chain."""
    problem = task.survey.problem
    before = ToolChain(environment=problem.environment, steps=task.done)
    done = as_proposal(before, problem.catalogue.tools).steps
    return form.model_copy(update={"steps": (*done, *form.steps)})


def _offered(task: PlanningTask) -> frozenset[str]:
    return frozenset((*task.candidates, *(step.tool for step in task.done)))


def _faulty_question(form: ProposedChain, task: PlanningTask) -> list[str]:
    slots = [(_slot(task, lack.tool, lack.argument), lack.argument) for lack in form.lacking]
    unknown = [name for name in form.choices if name not in task.candidates]
    nothing = not (slots or form.choices or form.question.strip())
    if nothing or unknown or any(slot is None for slot, _ in slots):
        return [refusal("nothing_asked")]
    return [
        refusal("not_lacking", argument=name)
        for slot, name in slots
        if slot is None or slot.default is not None or is_platforms(slot)
    ]


def _slot(task: PlanningTask, tool_id: str, name: str) -> Slot | None:
    if tool_id not in task.candidates:
        return None
    tool = task.survey.problem.catalogue.tools[tool_id]
    return next((slot for slot in tool.needs if slot.path == name), None)


def _question(form: ProposedChain, task: PlanningTask) -> NoPlan:
    """The program's own words for what the model wants to know."""
    problem = task.survey.problem
    tools = problem.catalogue.tools
    if form.lacking:
        names = (
            _named(tools[one.tool], slot)
            for one in form.lacking
            if (slot := _slot(task, one.tool, one.argument))
        )
        return explain.missing_values(problem, tuple(dict.fromkeys(names)))
    language, own = problem.intent.language, _own_words(form.question)
    titles = listed(
        language, dict.fromkeys(tool_title(tools[name], language) for name in form.choices)
    )
    question = own or say(language, "reason.only_one", choice=titles)
    if len(set(form.choices)) > 1:
        question = say(language, "planner.ambiguous", choices=titles, example=problem.intent.text)
    return NoPlan(reason="ambiguous", text=question, question=question, nearest=form.choices)


def _named(tool: ToolEssentialModel, slot: Slot) -> str:
    """How the argument is asked for: `entity.attribute`, or by its own name."""
    entity = slot.entity or next(iter(tool.objects), "")
    return f"{entity}.{slot.attribute or slot.key}" if entity else slot.key


async def _settled(form: ProposedChain, task: PlanningTask, repairs: int) -> "Proposal | _Empty":
    """The chain once its lists are known to hold what is selected from them."""
    survey, whole = task.survey, _whole(form, task)
    for _ in range(survey.problem.options.max_picks):
        judged = _judged(task, whole, survey)
        if judged.state is None:
            return Unusable(judged.problems, None, repairs)
        if (open_value := undecided_value(survey.problem, judged.state)) is not None:
            return Planned(open_value, repairs)
        found = await look_into_lists(judged.state.drafts, survey.problem, task.read)
        if found is None:
            chain = frozen(survey.problem, judged.state, survey.present)
            return Planned(chain, repairs)
        if found.empty is not None:
            return _Empty(found.empty)
        survey = replace(survey, problem=after_looking(survey.problem, found))
    return _unsettled(task)
