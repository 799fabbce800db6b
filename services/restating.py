"""What a run did, as one sentence that does the same in a conversation of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pydantic import BaseModel

from pipelines.contracts.intent import IntentResult, Span
from pipelines.filter import Finder
from pipelines.intent.dialogue.restating import counts_said, is_borrowed, restated, same_meaning
from pipelines.intent.reader import read_alone
from pipelines.onboarding.planning import Sentence, plan_only
from pipelines.runs.store import Run, RunStore
from tool_registry.base.beside_loop import beside_loop
from tool_registry.catalogue import Catalogue


class Restated(BaseModel):
    """A run's request in one sentence."""

    text: str
    environment: str | None
    """Where its words name none."""
    whole: bool
    """False where what else was said in the conversation is not in the text."""
    counts: tuple[Span, ...] = ()
    """Where the text says how many of something; in characters."""


@dataclass(frozen=True, slots=True)
class Restating:
    """Says the requests of runs anew."""

    store: RunStore
    catalogue: Catalogue
    finder: Finder
    folder: Path
    """As in `read_alone`."""

    async def of(self, run: Run) -> Restated:
        """A sentence that the local reader reads as the run was read, or, where there is none, the
        first message that the run goes back to."""
        read = run.answer.intent if run.answer is not None else None
        if read is None or _is_as_said(run, read):
            if read is None:
                return Restated(text=run.request.text, environment=None, whole=True)
            return _restated(run.request.text, read, _place(read))
        first = self._first(run, read)
        for text in self._ways(first, read):
            again = await beside_loop(partial(self._read, text, read))
            if same_meaning(again, read) and await self._same_tools(run, read, again):
                place = read.environment if again.environment_words is None else None
                return _restated(text, again, place)
        return _restated(first.text, first, _place(first), whole=False)

    def _ways(self, first: IntentResult, read: IntentResult) -> Iterator[str]:
        yield from dict.fromkeys(restated(first, read, self.catalogue.lexicon))

    def _read(self, text: str, read: IntentResult) -> IntentResult:
        return read_alone(text, self.catalogue, read.environment, folder=self.folder)

    async def _same_tools(self, run: Run, read: IntentResult, again: IntentResult) -> bool:
        """True where nothing was picked or left out by hand that the words do not say."""
        plan = run.request.plan
        if run.chain is None or not (read.is_chosen or (plan is not None and plan.drop)):
            return not read.is_chosen
        asked = Sentence(id="again", text=again.text, environment=again.environment)
        made = await plan_only(asked, self.catalogue, again, finder=self.finder)
        return made.tools == tuple(step.tool for step in run.chain.steps)

    def _first(self, run: Run, read: IntentResult) -> IntentResult:
        """The reading of the message that the words of this one begin with; this one where the
        conversation has none of it."""
        request = run.request
        for earlier in reversed(self.store.of_session(request.caller, request.session_id)):
            found = earlier.answer.intent if earlier.answer is not None else None
            if found is not None and found.goals and read.text.startswith(found.text):
                return found
        return read


def _restated(
    text: str, read: IntentResult, environment: str | None, *, whole: bool = True
) -> Restated:
    counts = counts_said(read) if read.text == text else ()
    return Restated(text=text, environment=environment, whole=whole, counts=counts)


def _is_as_said(run: Run, read: IntentResult) -> bool:
    """True for a message that was carried out as it stands."""
    plan = run.request.plan
    changed = plan is not None and bool(plan.drop or plan.arguments or plan.values)
    other = read.text != run.request.text or run.request.choice is not None
    return not (changed or other or is_borrowed(read))


def _place(read: IntentResult) -> str | None:
    """Where it was carried out, where its words do not say so."""
    return read.environment if read.environment_words is None else None
