"""`POST /api/chat`: one request, answered as a stream of typed events."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from pipelines.request import Attachment, Chosen, Pipeline, PlanChange, Review
from services.callers import local_caller
from services.http.failing import speak
from services.http.live import LiveRuns
from services.http.sse import stream
from services.requests import Incoming, check_length, make_request

router = APIRouter(tags=["chat"])


class ChatBody(BaseModel):
    """One message of a user."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: str = Field(description="The request, in Chinese or English.")
    session_id: str | None = Field(None, description="Conversation to continue.")
    request_id: str | None = Field(None, description="The same id again makes no second run.")
    environment: str | None = Field(None, description="Unless the sentence names one.")
    plan_only: bool = Field(False, description="Show the chain, run nothing.")
    approved: bool = Field(False, description="Agree in advance to destructive and bulk steps.")
    review: Review = Field(
        "unasked",
        description="Which chains are shown and agreed to first: those with destructive steps that "
        "the sentence does not name, with any destructive step, or all that change something.",
    )
    plan: PlanChange | None = Field(
        None, description="Execute the plan that a run has shown, with these changes."
    )
    choice: Chosen | None = Field(
        None, description="One of the `choices` of the conversation's last answer, by its id."
    )
    pipeline: Pipeline | None = Field(None, description="`road` or `single`: who serves it.")
    attachments: list[Attachment] = Field(
        [], description="Lists that the sentence speaks of: text files, 200 kB and 1,000 rows each."
    )


def live_runs(request: Request) -> LiveRuns:
    """The runs of this process."""
    live: LiveRuns = request.app.state.live
    return live


Live = Annotated[LiveRuns, Depends(live_runs)]


@router.post("/api/chat", response_class=StreamingResponse)
async def chat(body: ChatBody, request: Request, live: Live) -> StreamingResponse:
    """Runs the request; it goes on when the client leaves."""
    speak(request, body.text)
    incoming = Incoming(**{name: getattr(body, name) for name in type(body).model_fields})
    system = live.system
    check_length(body.text, system.settings.body_limit)
    made = make_request(incoming, system.environments, local_caller(system.settings))
    run_id = await live.start(made)
    return stream(live.follow(run_id))
