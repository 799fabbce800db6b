"""Stopping a run: no further call is made, and its answer is the account of its ledger."""

from collections.abc import Sequence

from pipelines.contracts.answer import Answer, DataItem, Status, Summary
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.execution import Execution
from pipelines.contracts.intent import IntentResult
from pipelines.execution.account import account
from pipelines.messages import counted, listed, say
from pipelines.messages.labels import entity_label
from pipelines.runs.ledger import entries
from pipelines.runs.store import Begun, Run, RunStore
from pipelines.runs.views import chain_view
from pipelines.summary import as_recorded
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language, language_of

_TOLD = (
    ("done", ("done",)),
    ("unknown", ("unknown", "sent")),
    ("not_done", ("planned", "skipped")),
)
"""What is told of calls, and how they stand then."""


def stopped(begun: Begun, store: RunStore, catalogue: Catalogue) -> Answer:
    """Ends the run, which is held by this lease: what exists, what is unknown, what was not done.

    An outcome that nobody knows makes the status `unknown`; it can be looked for afterwards.
    """
    run, lease = begun.run, begun.lease
    assert lease is not None
    chain = run.chain or ToolChain(environment="", steps=())
    execution = account(chain, entries(store, run.id))
    intent = _reading(run, store)
    language = intent.language if intent is not None else language_of(run.request.text)
    lost = execution.status == "unknown"
    answer = Answer(
        run_id=run.id,
        session_id=run.request.session_id,
        status=Status.UNKNOWN if lost else Status.CANCELLED,
        intent=intent,
        chain=chain_view(chain, execution),
        summary=_summary(chain, execution, catalogue, language),
    )
    return store.end(lease, answer)[0]


def _reading(run: Run, store: RunStore) -> IntentResult | None:
    """What the plan was made for, as it was told; None where none was made."""
    if run.chain is None:
        return None
    told = [event.intent for event in store.events(run.id) if event.type == "intent"]
    return told[-1] if told else None


def _summary(
    chain: ToolChain, execution: Execution, catalogue: Catalogue, language: Language
) -> Summary:
    data = as_recorded(language, chain, execution, catalogue)
    lead = list(_lines(chain, execution, language))
    text = "\n".join((*lead, *_existing(data, catalogue, language)))
    return Summary(text=text, lead="\n".join(lead), data=data)


def _lines(chain: ToolChain, execution: Execution, language: Language) -> list[str]:
    titles = {step.id: step.title for step in chain.steps}
    by_status = {
        status: counted(titles[one.step] for one in execution.records if one.status in statuses)
        for status, statuses in _TOLD
    }
    lines = [say(language, "stopping.stopped")]
    lines += [
        say(language, f"stopping.{status}", steps=listed(language, names))
        for status, names in by_status.items()
        if names
    ]
    if by_status["unknown"] and by_status["not_done"]:
        lines.append(say(language, "stopping.then"))
    return lines


def _existing(data: Sequence[DataItem], catalogue: Catalogue, language: Language) -> list[str]:
    """A line for each thing."""
    return [
        say(
            language,
            "stopping.exists",
            entity=entity_label(catalogue.lexicon, one.entity, language),
            id=one.id,
        )
        for one in data
        if one.id
    ]
