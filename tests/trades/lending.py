"""The library's business: what its tools do when they are called, in each environment."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from pipelines.contracts.chain import ToolChain
from pipelines.contracts.execution import Execution, StepRecord
from pipelines.contracts.resolution import resolve
from tests.trades.library import library
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.result import CallResult, Failure

_ENTITIES = {"Reader": "readerId", "Book": "bookId", "Loan": "loanId", "Fine": "fineId"}
_STARTS: dict[str, dict[str, Any]] = {
    "Reader": {"phone": "13700000042"},
    "Book": {},
    "Loan": {"status": "OPEN", "dueDate": "2026-12-01"},
    "Fine": {"status": "UNPAID"},
}


def _no_rows() -> dict[str, dict[str, dict[str, Any]]]:
    return {"daily": {}, "pre": {}}


@dataclass
class Lending:
    """Rows by environment and id. `late`: so many readings do not see a new row yet."""

    rows: dict[str, dict[str, dict[str, Any]]] = field(default_factory=_no_rows)
    late: int = 0
    reads: list[str] = field(default_factory=list[str])
    waited: float = 0.0
    broken: frozenset[str] = frozenset()
    """Tools that answer with something nobody can read."""

    def put(self, environment: str, entity: str, **values: Any) -> str:
        """A new row; its id."""
        number = sum(map(len, self.rows.values())) + 1
        key = f"{entity[0]}{number:04}"
        row = {_ENTITIES[entity]: key, **_STARTS[entity], **values}
        self.rows[environment][key] = row
        return key

    def call(self, name: str, arguments: Mapping[str, Any]) -> CallResult:
        """What the tool of that name answers."""
        if name in self.broken:
            return CallResult(ok=True, body="<html>Bad gateway</html>")
        given = {k: v for k, v in arguments.items() if k != "env"}
        here = self.rows[arguments["env"]]
        if name.startswith("create"):
            entity = name.removeprefix("create")
            return CallResult(ok=True, body=here[self.put(arguments["env"], entity, **given)])
        if name == "returnLoan":
            here[given["loanId"]]["status"] = "RETURNED"
            return CallResult(ok=True, body=here[given["loanId"]])
        found = [r for r in here.values() if given.items() <= r.items()]
        if name.startswith("list"):
            return CallResult(ok=True, body={"list": [r for r in found if "loanId" in r]})
        return CallResult(ok=True, body=found[0]) if found else _not_found(given)

    async def read(
        self, tool: ToolEssentialModel, environment: str, arguments: Mapping[str, Any]
    ) -> CallResult:
        """The reader that the summary is given."""
        assert not tool.function.writes
        assert arguments["env"] == environment
        self.reads.append(tool.name)
        if self.late > 0:
            self.late -= 1
            return _not_found(dict(arguments))
        return self.call(tool.name, arguments)

    async def sleep(self, seconds: float) -> None:
        """Notes how long a real run would have waited."""
        self.waited += seconds

    def run(self, chain: ToolChain) -> Execution:
        """Every step of the chain, one after the other."""
        records: list[StepRecord] = []
        for step in chain.steps:
            bodies = {record.step: record.body for record in records}
            arguments = {path: resolve(b, bodies) for path, b in step.arguments.items()}
            result = self.call(library().tools[step.tool].name, arguments)
            body = deepcopy(result.body)
            records.append(
                StepRecord(
                    step=step.id,
                    tool=step.tool,
                    arguments=arguments,
                    status="done" if result.ok else "failed",
                    body=body,
                    failure=result.failure,
                )
            )
        return Execution(tuple(records))


def _not_found(given: Mapping[str, Any]) -> CallResult:
    failure = Failure(kind="business", code="NOT_FOUND", message=f"nothing found for {given}")
    return CallResult(ok=False, failure=failure)
