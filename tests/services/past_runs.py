"""Runs that have ended, as the road leaves them in the store, at the times that a test says."""

from dataclasses import dataclass
from typing import Any

from pipelines.contracts.answer import Answer, ChainStep, Status
from pipelines.contracts.events import Refused, RunStarted, StepFinished, StepStarted
from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from pipelines.contracts.page import PageResult
from pipelines.contracts.request import Later, Request
from pipelines.runs.store import RunStore
from services.settings import Settings
from services.wiring import open_store
from tests.workshop.clock import HandClock
from tool_registry.base.caller import Caller, Role
from tool_registry.base.ids import new_id
from tool_registry.base.types import FunctionType, IntentType

MONDAY = 1_795_996_800.0
"""2026-11-30 00:00 UTC, in Shanghai 8 o'clock."""
COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


@dataclass
class Past:
    """Writes runs of several people into one store."""

    store: RunStore
    clock: HandClock

    @classmethod
    def of(cls, settings: Settings) -> "Past":
        store = open_store(settings)
        clock = HandClock(hands={"wall": MONDAY, "steady": 500.0})
        store.clock = clock
        return cls(store, clock)

    def add(
        self,
        who: str,
        status: Status,
        text: str = COUPON,
        *,
        project: str = "",
        session: str = "",
        reason: str = "",
        seconds: float = 2.0,
        page: PageResult | None = None,
        unsent: str = "",
        **answer: Any,
    ) -> str:
        """One run, begun now and ended so many seconds later; its id. `unsent`: the step for which
        nothing was called."""
        projects = (project,) if project else ()
        caller = Caller(user=who, projects=projects, role=Role.TESTER)
        session = session or new_id("session")
        later = Later(at=MONDAY + 1e9, zone="UTC") if status is Status.SCHEDULED else None
        id = new_id("request")
        request = Request(
            text=text,
            caller=caller,
            later=later,
            request_id=id,
            session_id=session,
            page_result=page,
        )
        lease = self.store.begin(request).lease
        assert lease is not None
        self.store.append(lease, RunStarted(text=text, session_id=session))
        if reason:
            self.store.append(lease, Refused(reason=reason))
        for step in answer.get("chain", ()):
            told = {"step": step.step, "tool": step.tool}
            if step.step != unsent:
                self.store.append(lease, StepStarted(**told))
            self.store.append(lease, StepFinished(**told, status=step.status))
        self.clock.jump(seconds, seconds)
        self.store.end(
            lease,
            Answer(run_id=lease.run_id, session_id=session, status=status, **answer),
        )
        return lease.run_id


def reading(entity: str, environment: str | None = "pre") -> IntentResult:
    """What was understood: something is to be made."""
    what = EntityRef(type=entity, words=entity)
    goal = Goal(
        id="G1", action="create", action_words="创建", function=FunctionType.CREATE, object=what
    )
    return IntentResult(
        text=COUPON,
        language="zh",
        intent_type=IntentType.CREATE_DATA,
        environment=environment,
        goals=(goal,),
    )


def steps(*tools: str, status: str = "done") -> tuple[ChainStep, ...]:
    return tuple(
        ChainStep(step=f"s{number}", tool=tool, status=status)
        for number, tool in enumerate(tools, 1)
    )
