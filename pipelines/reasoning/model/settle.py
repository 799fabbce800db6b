"""What becomes of a model's plan beside the symbolic one: agreed, used, asked about, or left."""

from collections.abc import Mapping

from pipelines.contracts.answer import PlanOutcome, Reasoning
from pipelines.contracts.chain import Binding, NoPlan, Step, ToolChain
from pipelines.messages import Language, listed, say
from pipelines.models.options import Mode
from pipelines.reasoning.model.agent import Finished, Planned, Proposal, Unusable
from pipelines.reasoning.model.effects import differ, makes_more
from pipelines.reasoning.planner.plan import Survey
from pipelines.reasoning.stage import CHOICE, Reasoned

_PLATFORMS = ("environment", "generated", "default")
"""Sources that say nothing of what the user wants."""
_FIRST, _SECOND = "1", "2"


def settled(found: Proposal, survey: Survey, mode: Mode, choice: str | None = None) -> Reasoned:
    """The plan that counts; `choice` is what the user replied to the question of two plans."""
    match found:
        case Unusable() as unusable:
            return _unusable(unusable, survey, mode)
        case Finished(repairs):
            return _unusable(Unusable(repairs=repairs), survey, mode)
        case Planned(NoPlan() as question, repairs):
            return _question(question, repairs, survey, mode)
        case Planned(ToolChain() as chain, repairs):
            return _chain(chain, repairs, survey, choice)
        case _:
            raise AssertionError(found)


def gone_on(found: Proposal, survey: Survey) -> Reasoned:
    """What becomes of a model's plan for what is left: there is none of the rules beside it."""
    match found:
        case Planned(plan, repairs):
            outcome: PlanOutcome = "model" if isinstance(plan, ToolChain) else "asked"
            return Reasoned(plan, account=Reasoning(outcome=outcome, repairs=repairs))
        case Finished(repairs):
            text = say(survey.problem.intent.language, "reason.given_up")
            account = Reasoning(outcome="finished", repairs=repairs)
            return Reasoned(NoPlan(reason="data", text=text), account=account)
        case Unusable():
            return _unusable(found, survey, "model")


def _unusable(found: Unusable, survey: Survey, mode: Mode) -> Reasoned:
    language = survey.problem.intent.language
    said = (found.error.sentence(language),) if found.error else ()
    told: PlanOutcome = "fell_back" if mode == "auto" else "unusable"
    account = Reasoning(outcome=told, repairs=found.repairs, problems=(*found.problems, *said))
    if mode == "auto":
        return Reasoned(survey.draft, account=account)
    text = say(language, "reason.unusable")
    if said:
        text = say(language, "reason.no_answer", reason=said[0])
    return Reasoned(NoPlan(reason="data", text=text), account=account)


def _question(question: NoPlan, repairs: int, survey: Survey, mode: Mode) -> Reasoned:
    """In `auto` the rules' own plan or question comes first: it is the more definite one."""
    draft = survey.draft
    if mode == "auto" and (isinstance(draft, ToolChain) or draft.question):
        return Reasoned(draft, account=Reasoning(outcome="fell_back", repairs=repairs))
    return Reasoned(question, account=Reasoning(outcome="asked", repairs=repairs))


def _chain(chain: ToolChain, repairs: int, survey: Survey, choice: str | None) -> Reasoned:
    """A model's plan counts; the user decides where it would leave other data than the rules'.

    What makes more than was asked for is no choice where the rules' plan does without."""
    draft = survey.draft
    if isinstance(draft, NoPlan):
        if draft.reason == "forbidden":
            return Reasoned(draft, account=Reasoning(outcome="fell_back", repairs=repairs))
        return Reasoned(chain, account=Reasoning(outcome="model", repairs=repairs))
    if not differ(draft, chain, survey.problem):
        return Reasoned(chain, account=Reasoning(outcome="agreed", repairs=repairs))
    if makes_more(chain, draft, survey.problem):
        return Reasoned(draft, account=Reasoning(outcome="fell_back", repairs=repairs))
    if choice is not None and choice.strip().startswith((_FIRST, _SECOND)):
        first = choice.strip().startswith(_FIRST)
        outcome = "fell_back" if first else "model"
        return Reasoned(
            draft if first else chain, account=Reasoning(outcome=outcome, repairs=repairs)
        )
    which = _which(draft, chain, survey)
    return Reasoned(which, account=Reasoning(outcome="asked", repairs=repairs))


def _which(draft: ToolChain, chain: ToolChain, survey: Survey) -> NoPlan:
    """The question that names what the two plans do differently."""
    language = survey.problem.intent.language
    question = say(
        language,
        "reason.differ",
        first=_way(draft, chain, language),
        second=_way(chain, draft, language),
    )
    return NoPlan(reason="ambiguous", text=question, question=question, missing=(CHOICE,))


def _way(chain: ToolChain, other: ToolChain, language: Language) -> str:
    """The calls that change data, without those that the other has word for word."""
    calls = _calls(chain, language)
    known = _calls(other, language)
    own = [call for call in calls if call not in known] or calls
    return listed(language, own) if own else say(language, "reason.way_nothing")


def _calls(chain: ToolChain, language: Language) -> list[str]:
    steps = {step.id: step for step in chain.steps}
    return [_call(step, steps, language) for step in chain.steps if step.function.writes]


def _call(step: Step, steps: Mapping[str, Step], language: Language) -> str:
    """The tool, with what was said for it and the calls that the rest comes from."""
    told = [
        f"{path.rpartition('.')[2]}={_from(binding, steps)}"
        for path, binding in step.arguments.items()
        if binding.source not in _PLATFORMS
    ]
    if not told:
        return step.title
    return say(language, "reason.way", tool=step.title, arguments=listed(language, told))


def _from(binding: Binding, steps: Mapping[str, Step]) -> str:
    source = steps.get(binding.step or "")
    return f"[{source.title}]" if source else binding.detail
