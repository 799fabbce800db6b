"""From a sentence, and the replies to what was asked about it, to the work that it can mean."""

from collections.abc import Mapping

from pipelines.consultation.howto import is_howto
from pipelines.contracts.request import Request
from pipelines.messages import Language
from pipelines.onboarding.commands.form import CHANGES, Form
from pipelines.onboarding.commands.forms import asks_how, forms_of
from pipelines.onboarding.commands.proposal import Proposal, proposal_of
from pipelines.onboarding.commands.work import DETAIL, Work
from tool_registry.base.environment import Environments


def works_of(
    text: str,
    request: Request,
    language: Language,
    environments: Environments,
    given: Mapping[str, str],
) -> list[Work]:
    """All work that the sentence can ask for, the likeliest first. Pure; calls nothing."""

    def work(form: Form, proposal: Proposal | None = None) -> Work:
        return Work(
            form,
            text,
            language,
            proposal,
            given,
            approved=request.approved,
            only_look=request.plan_only,
        )

    whole = f"{text},{given[DETAIL]}" if DETAIL in given else text
    proposal = proposal_of(whole, environments, request.environment)
    found = [work(Form("register", {}), proposal)] if proposal else []
    how = asks_how(text)
    return found + [work(form) for form in forms_of(text) if not (how and form.act in CHANGES)]


def asks_how_to(text: str) -> bool:
    """True for a question how something is done with tools."""
    return asks_how(text) and is_howto(text)


def is_work(text: str, environments: Environments) -> bool:
    """True for a sentence that is about tools or sources themselves, whatever else is open."""
    if proposal_of(text, environments, None):
        return True
    return any(form.names_kind or not form.parts for form in forms_of(text))
