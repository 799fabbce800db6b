"""Single sentences about the demo business, read as the product reads them: what kind of request,
where, what, how many, and whether something has to be asked."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from evals.reader.corpus import Trade
from evals.reader.request import Request
from evals.statistics import wilson
from pipelines.contracts.intent import IntentResult
from tool_registry.base.environment import Environments
from tool_registry.base.types import IntentType

PARTS = ("type", "environment", "object", "count", "asks")
Read = Callable[[str], IntentResult]


@dataclass(slots=True)
class Sentences:
    """How many sentences are right, by part and in all of them."""

    right: dict[str, int] = field(default_factory=lambda: dict.fromkeys((*PARTS, "coarse"), 0))
    wanted: dict[str, int] = field(default_factory=lambda: dict.fromkeys((*PARTS, "coarse"), 0))

    def count(self, name: str, is_right: bool) -> None:
        """Adds one sentence."""
        self.wanted[name] += 1
        self.right[name] += is_right

    def lines(self) -> list[str]:
        """In per cent, the last with Wilson's interval of 95 %."""
        found = [f"  {n:12} {100 * self.right[n] / max(1, self.wanted[n]):5.1f}" for n in PARTS]
        whole = wilson(self.right["coarse"], self.wanted["coarse"])
        share, low, high = (100 * x for x in (whole.passed / whole.total, whole.low, whole.high))
        told = f"  {'coarse':12} {share:5.1f}  ({low:.1f} to {high:.1f}, of {whole.total})"
        return [*found, told]


def compared(trades: Iterable[Trade], read: Read, environments: Environments) -> Sentences:
    """What is read beside what people labelled."""
    found = Sentences()
    for trade in trades:
        for one in trade.requests:
            request = one.request
            if request.type is None or request.before:
                continue
            parts = _parts(request, read(request.t), environments)
            for name, is_right in parts.items():
                found.count(name, is_right)
            found.count("coarse", all(parts.values()))
    return found


def _parts(request: Request, read: IntentResult, environments: Environments) -> dict[str, bool]:
    found = {"type": read.intent_type is request.type}
    if request.type not in (
        IntentType.CREATE_DATA,
        IntentType.OPERATE_DATA,
        IntentType.QUERY_DATA,
        IntentType.VERIFY_DATA,
    ):
        return found
    wanted = environments.by_word(request.env) if request.env else None
    found["environment"] = read.environment == wanted
    step = next(iter(request.steps), None)
    goal = next(iter(read.goals), None)
    if step is not None and step.obj.kind is not None:
        found["object"] = goal is not None and goal.object.type == step.obj.kind
    if step is not None and request.type is IntentType.CREATE_DATA:
        found["count"] = goal is not None and goal.quantity == (step.obj.num or 1)
    if not read.production:
        # A sentence that says where is taken for complete: what else it lacks nobody labelled.
        found["asks"] = bool(read.missing) == (wanted is None)
    return found
