"""Models that answer without a network."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pipelines.models.errors import BudgetSpent, ModelError
from pipelines.models.model import Ask, Reply, Show


@dataclass(slots=True)
class FunctionModel:
    """Answers by a function of the question: a text, a whole reply, or the error to raise."""

    function: Callable[[Ask], str | Reply | ModelError]
    name: str = "function/model"
    asked: list[Ask] = field(default_factory=list[Ask])
    """Every question so far."""

    async def answer(self, ask: Ask, show: Show | None = None) -> Reply:
        """The function's result; its text is shown word by word."""
        self.asked.append(ask)
        said = self.function(ask)
        if isinstance(said, ModelError):
            raise said
        reply = Reply(said, model=self.name) if isinstance(said, str) else said
        if show is not None:
            for piece in reply.text.splitlines(keepends=True):
                show(piece)
        return reply

    async def close(self) -> None:
        """Nothing is open."""


class ScriptedModel(FunctionModel):
    """Answers with these, one after the other; then it has nothing more to say."""

    def __init__(
        self, replies: Iterable[str | Reply | ModelError], name: str = "scripted/model"
    ) -> None:
        left = iter(replies)
        super().__init__(lambda _: next(left, BudgetSpent("the script is at its end")), name)
