"""`/api/requests` and what is said to runs: plain JSON, for scripts, CI jobs and other programs."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Attachment, Chosen, Pipeline, Review
from pipelines.contracts.request import Request as Sent
from pipelines.messages import say
from pipelines.runs.preferences import preferences_of
from services.http.failing import speak
from services.http.identity import Running, own_run
from services.http.live import Live, LiveRuns
from services.replies import Reply, later_of_reply, message_of, replied_to, typed_of
from services.requests import Incoming, check_length, make_request
from tool_registry.base.caller import Caller
from tool_registry.vocabulary.language import language_of

router = APIRouter(prefix="/api", tags=["requests"])
Prefer = Annotated[str, Header(description="`respond-async`: the run's id at once, with 202.")]


class Body(BaseModel):
    """Base of what is sent: no unknown fields."""

    model_config = ConfigDict(extra="forbid")

    request_id: str | None = Field(
        None, description="The same one is one run, however often it is sent. Else a new one."
    )
    approved: bool = Field(False, description="Agree in advance to destructive and bulk steps.")
    plan_only: bool = Field(False, description="Show what would be done, do nothing.")


class RequestBody(Body):
    """One sentence and how it is to be served."""

    text: str = Field(description="What is wanted, in Chinese or English.")
    conversation: str | None = Field(None, description="Goes on with that one; else a new one.")
    environment: str | None = Field(None, description="For a sentence that names none.")
    review: Review | None = Field(
        None, description="What is shown and agreed to first; null: as the user prefers."
    )
    pipeline: Pipeline | None = Field(None, description="`road` or `single`; null: the service's.")
    choice: Chosen | None = Field(None, description="One of the last answer's choices.")
    attachments: list[Attachment] = Field([], description="Text files that the sentence names.")


class ReplyBody(Reply):
    """What is said to a question of a run."""

    request_id: str | None = None
    plan_only: bool = False


class Begun(BaseModel):
    """A run that goes on by itself: `GET /api/runs/RUN` tells what became of it."""

    run_id: str
    conversation: str
    request_id: str


@router.post("/requests", responses={202: {"model": Begun}})
async def send(
    body: RequestBody, request: Request, live: Live, caller: Running, prefer: Prefer = ""
) -> Answer:
    """Serves a sentence and answers when it is done; a client that leaves does not stop it."""
    speak(request, body.text)
    check_length(body.text, live.system.settings.body_limit)
    review = body.review or preferences_of(live.system.store, caller).approval or "unasked"
    incoming = Incoming(
        text=body.text,
        session_id=body.conversation,
        request_id=body.request_id,
        environment=body.environment,
        plan_only=body.plan_only,
        approved=body.approved,
        review=review,
        pipeline=body.pipeline,
        choice=body.choice,
        attachments=body.attachments,
    )
    return await _serve(live, incoming, caller, prefer)


@router.post("/runs/{run_id}/reply", responses={202: {"model": Begun}})
async def reply(
    run_id: str, body: ReplyBody, live: Live, caller: Running, prefer: Prefer = ""
) -> Answer:
    """Answers a run's question: consent, with changes to its plan, a refusal, or words."""
    run, now = replied_to(live.system.store, run_id, caller, body.request_id)
    text, plan = message_of(run, body)
    system = live.system
    zone = system.settings.time_zone
    later = later_of_reply(run, body, now, zone)
    incoming = Incoming(
        text=text,
        session_id=run.request.session_id,
        request_id=body.request_id,
        environment=run.request.environment,
        plan_only=body.plan_only,
        plan=plan,
        typed=typed_of(run, body),
        later=later,
        attachments=run.request.attachments if plan is not None else (),
    )
    return await _serve(live, incoming, caller, prefer)


@router.post("/runs/{run_id}/undo", responses={202: {"model": Begun}})
async def undo(run_id: str, body: Body, live: Live, caller: Running, prefer: Prefer = "") -> Answer:
    """Takes back what a run left behind, with the catalogue's own tools, the latest effect first;
    what none of them can take back is named."""
    run = own_run(live, caller, run_id)
    incoming = Incoming(
        text=say(language_of(run.request.text), "undo.sentence", run=run.id),
        session_id=run.request.session_id,
        request_id=body.request_id,
        plan_only=body.plan_only,
        approved=body.approved,
    )
    return await _serve(live, incoming, caller, prefer)


async def _serve(live: LiveRuns, incoming: Incoming, caller: Caller, prefer: str) -> Any:
    made = make_request(incoming, live.system.environments, caller)
    run_id = await live.start(made)
    if "respond-async" in prefer.casefold():
        return _begun(run_id, made)
    async for _ in live.follow(run_id):
        pass
    answer = live.system.store.get(run_id).answer
    return answer if answer is not None else _begun(run_id, made)


def _begun(run_id: str, made: Sent) -> Response:
    begun = Begun(run_id=run_id, conversation=made.session_id, request_id=made.request_id)
    headers = {"Location": f"/api/runs/{run_id}", "Preference-Applied": "respond-async"}
    return JSONResponse(begun.model_dump(), 202, headers=headers)
