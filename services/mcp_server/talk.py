"""One call of a tool: its run, progress on the way, and questions until nothing is open.

Clients that can ask their user are asked, in the way of their protocol: of the older one, while the
call waits; of the present one, by a result that asks, and the same call again with the answer. All
others get the question as the result.
"""

import json
from dataclasses import dataclass
from typing import Any

import anyio
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp.types import (
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
    InputResponses,
)
from pydantic import ValidationError

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.events import Event
from pipelines.runs.errors import RunNotFound
from pipelines.runs.preferences import preferences_of
from pipelines.runs.store import Run
from services.errors import InvalidRequest, NotFound, Unavailable
from services.http.live import LiveRuns
from services.mcp_server.outcome import Outcome, outcome_of
from services.mcp_server.questions import Question, Said, incoming_of, question_of, said_of
from services.progress import Progress
from services.replies import made_by_reply, waiting
from services.requests import Incoming, make_request
from tool_registry.base.caller import Caller
from tool_registry.base.ids import digest
from tool_registry.vocabulary.language import language_of

_PRESENT = "2026-07-28"
"""From that protocol on a server asks by its result."""
_QUESTION = "question"
_MOST = 8
"""So many questions are asked within one call."""
_PATIENCE = 1800.0
"""Seconds that a user has for an answer while a call waits for it."""


@dataclass(frozen=True, slots=True)
class Talk:
    """One call of a client."""

    live: LiveRuns
    caller: Caller
    context: Context[Any, Any]
    results: bool = False
    """True where the outcome is to hold what the calls returned."""

    def incoming(self, text: str, **more: Any) -> Incoming:
        """A message with what this entrance shows first: destructive steps, unless the user
        prefers something else."""
        review = preferences_of(self.live.system.store, self.caller).approval or "destructive"
        return Incoming(text=text, review=review, **more)

    def request_id(self, *told: Any) -> str:
        """The same id for the same things told by the same user, and by nobody else."""
        return f"mcp-{digest([self.caller.tenant, self.caller.user, *told])[:32]}"

    def own_run(self, run_id: str) -> Run:
        """The caller's run; the same error for one of somebody else as for none."""
        try:
            run = self.live.system.store.get(run_id)
        except RunNotFound as error:
            raise NotFound("services.no_run", detail=run_id[:64]) from error
        if not self.caller.is_same_as(run.request.caller):
            raise NotFound("services.no_run", detail=run_id[:64])
        return run

    async def serve(self, incoming: Incoming) -> Outcome | InputRequiredResult:
        """The outcome of a message; or, where this call was made before and asked, of the answer
        that it brings now."""
        asked = self._asked()
        if asked is not None:
            return await self._settled(asked, self.context.input_responses)
        return await self._settled(await self._run(incoming))

    async def reply(self, run: Run, said: Said) -> Outcome | InputRequiredResult:
        """The outcome of a reply to a run's question."""
        asked = self._asked()
        if asked is not None:
            return await self._settled(asked, self.context.input_responses)
        return await self._settled(await self._replied(run, said))

    def _asked(self) -> Run | None:
        """The run whose question this call brings an answer to. What the client sends back of it
        was sealed for this user and this call; still it has to be the user's own."""
        state = self.context.request_state
        return self.own_run(str(json.loads(state)["run"])) if state is not None else None

    async def _settled(
        self, run: Run, answers: InputResponses | None = None
    ) -> Outcome | InputRequiredResult:
        """Asks until nothing is open, or nobody can be asked."""
        for _ in range(_MOST):
            answer = self._answer(run)
            progress = await self._heard(run)
            if answer.status is not Status.NEEDS_INPUT or not self._can_ask():
                break
            question = question_of(answer, progress, self.context.protocol_version or "")
            given = _given(answers)
            if given is None and self._asks_by_result():
                return _asking(question, run)
            if given is None:
                given = await self._elicited(question)
            said = _said(given, answer) if given is not None else None
            if said is None:
                break
            run, answers = await self._replied(run, said), None
        return outcome_of(self._answer(run), await self._heard(run), results=self.results)

    def _can_ask(self) -> bool:
        declared = self.context.client_capabilities
        asks = declared.elicitation if declared is not None else None
        return asks is not None and (asks.form is not None or asks.url is None)

    def _asks_by_result(self) -> bool:
        return (self.context.protocol_version or "") >= _PRESENT

    async def _elicited(self, question: Question) -> ElicitResult | None:
        """The answer; None where the client cannot ask after all, or its user is away."""
        related, session = self.context.request_id, self.context.session
        with anyio.move_on_after(_PATIENCE):
            try:
                return await session.elicit_form(question.message, question.schema, related)
            except (MCPError, ValidationError):
                return None
        return None

    async def _replied(self, run: Run, said: Said) -> Run:
        """The run that a reply makes: the same one for the same reply, however often it comes."""
        request_id = self.request_id("reply", run.id, said.as_json())
        known = made_by_reply(self.live.system.store, run, self.caller, request_id)
        if known is not None:
            return await self._followed(known.id)
        self._check_open(run, said)
        return await self._run(incoming_of(run, said, self.incoming("", request_id=request_id)))

    def _check_open(self, run: Run, said: Said) -> None:
        """A question waits for its answer; a plan that was only shown can be agreed to, and of the
        choices that an answer offers beside a refusal one can be picked, while it is the latest."""
        store = self.live.system.store
        if run.status == Status.PLANNED and run.chain is not None and said.approved:
            return
        if said.choice is not None and run.answer is not None and run.answer.choices:
            latest = store.of_session(self.caller, run.request.session_id, 1)
            if [one.id for one in latest] == [run.id]:
                return
        try:
            waiting(store, run.id, self.caller)
        except InvalidRequest as error:
            raise InvalidRequest("mcp.not_open", run=run.id) from error

    async def _run(self, incoming: Incoming) -> Run:
        made = make_request(incoming, self.live.system.environments, self.caller)
        return await self._followed(await self.live.start(made), tells=True)

    async def _followed(self, run_id: str, *, tells: bool = False) -> Run:
        steps = _Steps(self.context) if tells else None
        run = self.live.system.store.get(run_id)
        listener = await self._progress(run)
        async for event in self.live.follow(run_id):
            lines = listener(event)
            if steps is not None:
                await steps.tell(event, lines)
        return self.live.system.store.get(run_id)

    async def _progress(self, run: Run) -> Progress:
        catalogue = await self.live.system.catalogue(self.caller)
        return Progress(catalogue, language_of(run.request.text))

    async def _heard(self, run: Run) -> Progress:
        """What the run has told, from its beginning."""
        progress = await self._progress(run)
        for event in self.live.system.store.events(run.id):
            progress(event)
        return progress

    def _answer(self, run: Run) -> Answer:
        if run.answer is None:
            raise Unavailable("agui.cut_off", run=run.id)
        return run.answer


@dataclass(slots=True)
class _Steps:
    """Progress as the client sees it: steps that are done, of all."""

    context: Context[Any, Any]
    done: int = -1
    total: int = 0

    async def tell(self, event: Event, lines: list[str]) -> None:
        """A notification for a plan and for each step, if the client has asked for any."""
        if event.type == "plan":
            self.total = max(self.total, len(event.chain))
        if event.type != "step_finished" and not (event.type == "plan" and self.done < 0):
            return
        self.done += 1
        total = float(max(self.total, self.done))
        await self.context.report_progress(float(self.done), total, next(iter(lines), None))


def _given(answers: InputResponses | None) -> ElicitResult | None:
    """The answer that a call brings, if it brings one."""
    found = (answers or {}).get(_QUESTION)
    return found if isinstance(found, ElicitResult) else None


def _asking(question: Question, run: Run) -> InputRequiredResult:
    params = ElicitRequestFormParams(message=question.message, requested_schema=question.schema)
    state = json.dumps({"run": run.id})
    return InputRequiredResult(
        input_requests={_QUESTION: ElicitRequest(params=params)}, request_state=state
    )


def _said(given: ElicitResult, answer: Answer) -> Said | None:
    """What the user says; None for whoever does not want to answer now, or says what the form does
    not have. A plan that is declined is not carried out."""
    if given.action == "accept":
        return said_of(given.content, answer)
    is_plan = answer.form is None and bool(answer.chain)
    return Said(approved=False) if given.action == "decline" and is_plan else None
