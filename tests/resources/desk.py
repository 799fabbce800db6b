"""A service with its own log, and goals given to the road as a reader hands them over."""

import json
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from evals.child_process import free_port, serving
from evals.foreign_trade import ForeignTrade
from pipelines.contracts.answer import Answer, ModelUse, StageUse
from pipelines.contracts.intent import (
    Constraint,
    EntityRef,
    Goal,
    Identifier,
    Instruction,
    IntentResult,
    Operator,
    Span,
)
from pipelines.contracts.request import Request
from pipelines.flow.interpreting import Interpretation
from pipelines.flow.road import Road
from services.settings import Settings, child_environment
from services.wiring import open_system
from tests.workshop.waiting import PATIENCE
from tool_registry.base.types import FunctionType, IntentType, JsonValue
from tool_registry.vocabulary.language import Language

NOWHERE = Span(start=0, end=0, text="")
CREATE, OPERATE, DELETE = FunctionType.CREATE, FunctionType.OPERATE, FunctionType.DELETE
QUERY, VERIFY = FunctionType.QUERY, FunctionType.VERIFY
_KINDS = {
    CREATE: IntentType.CREATE_DATA,
    QUERY: IntentType.QUERY_DATA,
    VERIFY: IntentType.VERIFY_DATA,
}


def must(attribute: str | None, value: Any, operator: Operator = "eq") -> Constraint:
    """What a thing is like, or shall be like."""
    return Constraint(attribute=attribute, operator=operator, value=value, span=NOWHERE)


def thing(
    type: str | None, name: str | None = None, *like: Constraint, by: str | None = None, **more: Any
) -> EntityRef:
    """A thing by name (or by the attribute `by`) and by what it is like."""
    named = () if name is None else (Identifier(attribute=by, value=name, span=NOWHERE),)
    return EntityRef(type=type, identifiers=named, constraints=like, words=type or "", **more)


def goal(
    action: str, function: FunctionType, object: EntityRef, *related: EntityRef, **more: Any
) -> Goal:
    """One thing to achieve."""
    plain: dict[str, Any] = {"id": "G1", "action_words": action, **more}
    return Goal(action=action, function=function, object=object, related=related, **plain)


@dataclass(frozen=True, slots=True)
class Reader:
    """A local reader that has one reading of everything."""

    reading: IntentResult

    def read(
        self,
        text: str,
        *,
        environment: str | None = None,
        language: Language | None = None,
        before: Sequence[str] = (),
    ) -> IntentResult | None:
        """That reading."""
        return self.reading


@dataclass(slots=True)
class Desk:
    """Hands readings to the road; tells what was written."""

    road: Road
    service: ForeignTrade
    given: int = 0

    async def wants(
        self,
        *goals: Goal,
        allowing: bool = False,
        by_reader: bool = False,
        language: Language = "en",
    ) -> Answer:
        """What becomes of goals that nobody said in words; `allowing`: what is missing is made.

        `by_reader`: the local reader hands them over; else a language model."""
        self.given += 1
        name = f"{self.service.name}-{self.given}"
        told = tuple(one.model_copy(update={"id": f"G{n}"}) for n, one in enumerate(goals, 1))
        freely = Instruction(kind="create_missing", text="", span=NOWHERE)
        reading = IntentResult(
            text=f"{'request' if language == 'en' else '请求'} {name}",
            language=language,
            intent_type=_KINDS.get(goals[0].function, IntentType.OPERATE_DATA),
            environment="pre",
            goals=told,
            supplements=(freely,) if allowing else (),
        )

        async def read(added: str, own: IntentResult, environment: str | None) -> Interpretation:
            use = ModelUse(stages=(StageUse(stage="intent", mode="full", calls=1, outcome="used"),))
            return Interpretation(reading, use)

        known = self.road
        options = replace(known.options, interpreter=None if by_reader else read)
        options = replace(options, reader=Reader(reading) if by_reader else None)
        road = Road(known.catalogue, known.sources, known.store, options)
        request = Request(request_id=name, session_id=name, text=reading.text, approved=True)
        return await road.run(request, lambda event: None)

    async def says(self, text: str, *, approved: bool = False, **more: Any) -> Answer:
        """The plan of a sentence, which waits for consent, or what became of it."""
        self.given += 1
        name = f"{self.service.name}-{self.given}"
        given: dict[str, Any] = {"approved": True} if approved else {"review": "always"}
        request = Request(request_id=name, session_id=name, text=text, **given, **more)
        return await self.road.run(request, lambda event: None)

    @property
    def log(self) -> list[dict[str, Any]]:
        """Everything that was written, in order."""
        return self.told("_log")

    def told(self, path: str) -> Any:
        """What the service tells of itself at a path that is none of its API."""
        with urlopen(f"{self.service.url}/{path}", timeout=PATIENCE) as response:
            return json.load(response)


@asynccontextmanager
async def desk(
    program: str, folder: Path, beside: Mapping[str, JsonValue] | None = None
) -> AsyncGenerator[Desk]:
    """A program of this folder as a service, with a road to it; `beside`: other sources."""
    service = ForeignTrade(program, free_port())
    file = Path(__file__).with_name(f"{program}.py")
    command = (sys.executable, str(file), "--port", str(service.port))
    with serving(command, child_environment(), service.port, program, "/openapi.json"):
        sources = folder / "sources.json"
        known = {program: service.entry(("daily", "pre")), **(beside or {})}
        sources.write_text(json.dumps({"mcpServers": known}))
        settings = Settings(home=folder / "home", database=None, redis=None, sources=sources)
        async with open_system(settings) as system:
            yield Desk(await system.road(), service)
