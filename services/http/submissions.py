"""`/api/submissions`: tools that authors submit for the public pool, and what reviewers decide.

A submission is there for who submitted it, the project's owners and reviewers; for all others it is
like one that does not exist.
"""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from pipelines.onboarding.planning import Sentence
from pipelines.onboarding.why import Stage
from services import submitting
from services.http.identity import CHANGES_TOOLS, Asking
from services.http.live import Live
from services.http.registry_view import Spoken, ViewedRegistry
from services.http.tools import Body, WhyBody
from services.requests import environment_named
from services.submitting import Approved, SubmissionCard, SubmissionDetail, Submitted
from services.workshop import reviewing
from services.workshop.form import Form
from services.workshop.reviewing import Score, Today
from tool_registry.stores.rows import Example
from tool_registry.stores.submissions import LONGEST, MOST_EXAMPLES

router = APIRouter(tags=["submissions"])


class ExampleBody(Body):
    """A sentence by which the author tried the tool."""

    text: str = Field(min_length=1, max_length=LONGEST)
    wanted: bool = Field(True, description="Whether the tool is meant to serve it.")


class SubmitBody(Body):
    """What reviewers are told."""

    note: str = Field("", max_length=LONGEST, description="What the tool is for, and for whom.")
    examples: list[ExampleBody] = Field(
        default_factory=list[ExampleBody],
        max_length=MOST_EXAMPLES,
        description="Sentences by which the tool was tried; of a single tool.",
    )


class ApproveBody(Body):
    """A reviewer's yes."""

    reason: str = Field("", max_length=LONGEST)


class RejectBody(Body):
    """A reviewer's no."""

    reason: str = Field(min_length=1, max_length=LONGEST, description="What is to be put right.")


@router.post("/api/tools/{tool_id:path}/submit", dependencies=[CHANGES_TOOLS])
async def submit(
    tool_id: str, body: SubmitBody, registry_view: ViewedRegistry, language: Spoken
) -> Submitted:
    """Submits a tool, or all tools of a source, for the public pool; `blocked` says with its fix
    what is to be put right first."""
    chosen = registry_view.some([tool_id])
    examples = [Example(text=one.text, wanted=one.wanted) for one in body.examples]
    return await submitting.submit(registry_view, chosen, body.note, language, examples)


@router.get("/api/submissions")
async def submissions(
    registry_view: ViewedRegistry,
    language: Spoken,
    all: Annotated[bool, Query(description="Also those that were decided.")] = False,
) -> list[SubmissionCard]:
    """What waits for a review: everything for reviewers, the own ones for all others."""
    stores = registry_view.registry.stores
    found = stores.submissions.visible(registry_view.caller, settled=all)
    return submitting.cards(registry_view, found, language)


@router.get("/api/submissions/{id}")
async def submission(id: str, registry_view: ViewedRegistry, language: Spoken) -> SubmissionDetail:
    """One submission with the tool as it was submitted, and what stands against it now."""
    return await submitting.detail(registry_view, id, language)


@router.post("/api/submissions/{id}/why")
async def why(id: str, body: WhyBody, registry_view: ViewedRegistry) -> list[Stage]:
    """Why the tool as it was submitted would serve a sentence or not, among the public tools.
    Nothing is called."""
    place = environment_named(body.environment, registry_view.registry.environments)
    asked = Sentence(id="why", text=body.sentence, environment=place)
    return await submitting.try_out(registry_view, id, asked)


@router.post("/api/submissions/{id}/today")
async def today(id: str, body: WhyBody, registry_view: ViewedRegistry, language: Spoken) -> Today:
    """What the public tools do with a sentence as they are, and what they would do with the tool.
    Nothing is called."""
    place = environment_named(body.environment, registry_view.registry.environments)
    asked = Sentence(id="today", text=body.sentence, environment=place)
    return await reviewing.today(registry_view, id, asked, language)


@router.get("/api/submissions/{id}/score")
async def score(id: str, registry_view: ViewedRegistry) -> Score:
    """How many of the author's first sentences come out as they should."""
    return await reviewing.score(registry_view, id)


@router.get("/api/submissions/{id}/form")
async def form(id: str, registry_view: ViewedRegistry, language: Spoken) -> Form:
    """How the tool was understood as it was submitted: each field with who filled it."""
    return reviewing.form_of_submission(registry_view, id, language)


@router.post("/api/submissions/{id}/approve", dependencies=[CHANGES_TOOLS])
async def approve(
    id: str, body: ApproveBody, registry_view: ViewedRegistry, language: Spoken
) -> Approved:
    """Publishes the tool as it was submitted; 409 where it is decided, or another by now."""
    return await submitting.approve(registry_view, id, body.reason, language)


@router.post("/api/submissions/{id}/reject", dependencies=[CHANGES_TOOLS])
async def reject(
    id: str, body: RejectBody, live: Live, caller: Asking, language: Spoken
) -> SubmissionCard:
    """Decides against it, with the reason that its author reads."""
    done = live.system.stores.submissions.reject(caller, id, body.reason)
    return submitting.card(done, language)


@router.post("/api/submissions/{id}/withdraw", dependencies=[CHANGES_TOOLS])
async def withdraw(id: str, live: Live, caller: Asking, language: Spoken) -> SubmissionCard:
    """Takes a submission back before it is decided."""
    return submitting.card(live.system.stores.submissions.withdraw(caller, id), language)
