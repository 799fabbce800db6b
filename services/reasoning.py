"""The reasoning stage with a model: whether it is asked, and under which budget."""

from dataclasses import replace

from pipelines.contracts.answer import Outcome
from pipelines.contracts.chain import ToolChain
from pipelines.models.options import StageOptions
from pipelines.models.steady import Budget
from pipelines.models.typed_answers import AskOptions
from pipelines.reasoning.model.agent import propose
from pipelines.reasoning.model.settle import gone_on, settled
from pipelines.reasoning.planner.plan import Survey
from pipelines.reasoning.stage import PlanningTask, Reasoned, Reasoner
from services.models import Models, used

SURE = 0.7
"""From this confidence of the planner `auto` asks no model, where no setting says otherwise."""


def reasoner(models: Models) -> Reasoner | None:
    """The reasoner of these settings; None where the rules alone plan."""
    chosen = models.options("reasoning")
    if chosen.mode == "rules":
        return None

    async def reason(task: PlanningTask) -> Reasoned:
        sure = SURE if models.settings.sure is None else models.settings.sure
        if not task.records and _needs_no_model(task.survey, chosen, sure):
            budget, confidence = Budget(calls=0), task.survey.confidence
            use = used("reasoning", chosen.mode, budget, "not_asked", confidence)
            return Reasoned(task.survey.draft, use=use)
        budget = Budget(calls=chosen.calls)
        options = AskOptions(temperature=chosen.temperature, seconds=chosen.seconds)
        found = await propose(task, models.steady("reasoning", budget), options)
        reasoned = (
            gone_on(found, task.survey)
            if task.records
            else settled(found, task.survey, chosen.mode, task.choice)
        )
        outcome = _outcome(reasoned, chosen)
        use = used("reasoning", chosen.mode, budget, outcome, task.survey.confidence)
        return replace(reasoned, use=use)

    return reason


def _needs_no_model(survey: Survey, chosen: StageOptions, sure: float) -> bool:
    """Nothing is left to be done, or, in `auto`, the planner is sure of its plan."""
    draft = survey.draft
    if isinstance(draft, ToolChain) and not draft.steps:
        return True
    return chosen.mode == "auto" and survey.confidence >= sure


def _outcome(reasoned: Reasoned, chosen: StageOptions) -> Outcome:
    """Whether the model's own word counted."""
    told = reasoned.account.outcome if reasoned.account else "unusable"
    if told in ("fell_back", "unusable"):
        return "fell_back" if chosen.mode == "auto" else "failed"
    return "used"
