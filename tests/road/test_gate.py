"""The gate in front of execution: a chain that does more than what was understood is refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import Binding, ScopeViolation, Step, ToolChain
from pipelines.contracts.events import Event
from pipelines.contracts.intent import EntityRef, Goal, Instruction, IntentResult, Span
from pipelines.contracts.request import PlanChange, Request
from pipelines.flow.options import RoadOptions
from pipelines.flow.road import Road
from pipelines.reasoning.scope_gate import beyond_reading
from pipelines.reasoning.stage import PlanningTask, Reasoned, Reasoner
from pipelines.runs.store import RunStore
from tests.trades.counter import Counter
from tests.trades.library import library
from tests.trades.theatre import theatre
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.sources.result import CallResult
from tool_registry.sources.source import Sources

MAKE = next(t for t in library().tools.values() if t.function is FunctionType.CREATE)
ERASE = MAKE.model_copy(update={"id": "library/erase", "function": FunctionType.DELETE})
TOOLS = {**library().tools, ERASE.id: ERASE}
WHOLE = Span(start=0, end=1, text="x")


def goal(function: FunctionType, entity: str | None = "book", id: str = "G1") -> Goal:
    thing = EntityRef(type=entity)
    return Goal(id=id, action="x", action_words="x", function=function, object=thing)


def reading(*goals: Goal, allowed: bool = False) -> IntentResult:
    told = (Instruction(kind="create_missing", text="x", span=WHOLE),) if allowed else ()
    kind = IntentType.QUERY_DATA
    return IntentResult(text="x", language="en", intent_type=kind, goals=goals, supplements=told)


def tool_of(function: FunctionType) -> str:
    return next(tool.id for tool in TOOLS.values() if tool.function is function)


def step(tool: str, *, goal: str = "G1", main: bool = True) -> Step:
    known = TOOLS[tool]
    return Step(
        id="s1",
        tool=tool,
        title=known.title,
        function=known.function,
        arguments={},
        purpose="",
        goal=goal,
        main=main,
    )


def refused(intent: IntentResult, *steps: Step) -> str | None:
    beyond = beyond_reading(intent, ToolChain(environment="daily", steps=steps), TOOLS)
    return beyond.excess if beyond is not None else None


CREATE, DELETE, OPERATE, QUERY, VERIFY = (
    FunctionType.CREATE,
    FunctionType.DELETE,
    FunctionType.OPERATE,
    FunctionType.QUERY,
    FunctionType.VERIFY,
)


@pytest.mark.parametrize("function", [QUERY, VERIFY])
@pytest.mark.parametrize("main", [True, False])
def test_a_question_has_no_step_that_writes(function: FunctionType, main: bool) -> None:
    for writing in (CREATE, DELETE, OPERATE):
        made = step(tool_of(writing), main=main)
        assert refused(reading(goal(function)), made) == "reads_only"
    assert refused(reading(goal(function)), step(tool_of(QUERY))) is None
    assert refused(reading(), step(tool_of(CREATE))) == "reads_only"


def test_a_step_that_writes_serves_a_goal_that_does() -> None:
    both = reading(goal(QUERY), goal(CREATE, id="G2"))
    made = tool_of(CREATE)
    assert refused(both, step(made, goal="G2")) is None
    assert refused(both, step(made, goal="G1")) == "unasked"
    assert refused(both, step(made, goal="G3")) == "unasked"


def test_only_what_is_to_be_ended_or_changed_is_deleted() -> None:
    deleting = tool_of(DELETE)
    kind = TOOLS[deleting].objects[0]
    assert refused(reading(goal(DELETE, kind)), step(deleting)) is None
    assert refused(reading(goal(OPERATE, kind)), step(deleting)) is None
    assert refused(reading(goal(DELETE, None)), step(deleting)) is None
    assert refused(reading(goal(DELETE, "something else")), step(deleting)) == "deletes"
    assert refused(reading(goal(CREATE, kind)), step(deleting)) == "deletes"


def test_more_is_made_on_the_way_only_where_that_is_allowed() -> None:
    making, acting = tool_of(CREATE), tool_of(OPERATE)
    kind = TOOLS[acting].objects[0]
    acts = (step(making, main=False), step(acting))
    assert refused(reading(goal(OPERATE, kind)), *acts) == "creates"
    assert refused(reading(goal(OPERATE, kind), allowed=True), *acts) is None
    assert refused(reading(goal(CREATE)), step(making, main=False)) is None


def test_what_nobody_knows_may_write() -> None:
    unknown = step(tool_of(QUERY)).model_copy(update={"tool": "gone/tool"})
    assert refused(reading(goal(QUERY)), unknown) == "reads_only"


@pytest.mark.parametrize("excess", ["reads_only", "unasked", "deletes", "creates"])
def test_it_says_what_was_refused_in_both_languages(excess: Any) -> None:
    beyond = ScopeViolation(excess, "Issue a fine", "library/fine")
    assert all("library/fine" in beyond.sentence(language) for language in ("zh", "en"))


THEATRE = theatre().catalogue()
SCRAP = ToolChain(
    environment="pre",
    steps=(
        Step(
            id="s1",
            tool="theatre/set_prop_state",
            title="Change the state of a prop",
            function=FunctionType.OPERATE,
            arguments={
                "prop_id": Binding(source="words", detail="PR-12", value="PR-12"),
                "new_state": Binding(source="words", detail="scrapped", value="scrapped"),
            },
            purpose="",
            goal="G1",
        ),
    ),
    digest="scrap",
)


async def rogue(matter: PlanningTask) -> Reasoned:
    """Somebody who plans a change, whatever was understood."""
    return Reasoned(SCRAP)


class Deaf(Counter):
    """A theatre whose reading tools cannot be reached."""

    async def call(self, tool_name: str, arguments: Mapping[str, Any], **more: Any) -> CallResult:
        if tool_name.startswith("get"):
            return CallResult.failed("refused_connection", "nobody is there")
        return await super().call(tool_name, arguments, **more)


@dataclass
class Played:
    """What came of requests to a theatre."""

    folder: Path
    trade: Counter = field(default_factory=theatre)
    reasoner: Reasoner | None = None
    events: list[Event] = field(default_factory=list[Event])
    store: RunStore = field(init=False)

    def __post_init__(self) -> None:
        self.store = RunStore(self.folder / "runs.db")

    async def ask(self, text: str, **more: Any) -> Answer:
        options = RoadOptions(reasoner=self.reasoner)
        road = Road(THEATRE, Sources({"theatre": self.trade}), self.store, options)
        request = Request(text=text, session_id="s", request_id=text, **more)
        return await road.run(request, self.events.append)

    @property
    def told(self) -> list[str]:
        return [event.type for event in self.events]


@pytest.mark.anyio
async def test_a_plan_for_a_question_that_changes_data_is_not_even_shown(tmp_path: Path) -> None:
    played = Played(tmp_path, reasoner=rogue)
    answer = await played.ask("Show prop PR-12 in pre", approved=True)
    assert (answer.status, played.trade.calls, answer.chain) == (Status.REFUSED, [], ())
    assert "set_prop_state" in answer.summary.text
    assert "plan" not in played.told


@pytest.mark.anyio
async def test_nor_is_data_changed_where_planning_begins_anew(tmp_path: Path) -> None:
    first: list[PlanningTask] = []

    async def patient(matter: PlanningTask) -> Reasoned:
        first.append(matter)
        return Reasoned(SCRAP if matter.records else matter.survey.draft)

    plain = theatre()
    deaf = Deaf(plain.name, plain.tools, plain.deeds, plain.rows)
    played = Played(tmp_path, deaf, patient)
    answer = await played.ask("Show prop PR-12 in pre")
    assert first[-1].records
    assert (answer.status, deaf.calls) == (Status.FAILED, [])


@pytest.mark.anyio
async def test_nor_by_agreeing_to_a_plan_that_was_kept(tmp_path: Path) -> None:
    played = Played(tmp_path)
    begun = played.store.begin(Request(text="Get prop PR-12", session_id="s", request_id="old"))
    assert begun.lease is not None
    played.store.freeze(begun.lease, SCRAP)
    shown = Answer(
        run_id=begun.run.id,
        session_id="s",
        status=Status.PLANNED,
        intent=reading(goal(FunctionType.QUERY, "prop")),
    )
    played.store.finish(begun.lease, shown)
    answer = await played.ask("go", plan=PlanChange(run_id=begun.run.id))
    assert (answer.status, played.trade.calls) == (Status.REFUSED, [])
