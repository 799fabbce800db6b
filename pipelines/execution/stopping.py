"""Stopping a run: no further call is made, and its answer is the account of its ledger."""

from pipelines.contracts.answer import Answer, Status, Summary
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.execution import StepRecord
from pipelines.execution.account import account
from pipelines.messages import counted, listed, say
from pipelines.runs.ledger import entries
from pipelines.runs.store import Begun, RunStore
from pipelines.runs.views import chain_view
from pipelines.summary.facts import Subject, subjects
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language, language_of


def stopped(begun: Begun, store: RunStore, catalogue: Catalogue) -> Answer:
    """Ends the run, which is held by this lease: what exists, what is unknown, what was not done.

    An outcome that nobody knows makes the status `unknown`; it can be looked for afterwards.
    """
    run, lease = begun.run, begun.lease
    assert lease is not None
    language = language_of(run.request.text)
    chain = run.chain or ToolChain(environment="", steps=())
    execution = account(chain, entries(store, run.id))
    records = {record.step: record for record in execution.records}
    found = subjects(chain.steps, records, catalogue)
    text = "\n".join(_lines(chain, records, found, language))
    lost = execution.status == "unknown"
    answer = Answer(
        run_id=run.id,
        session_id=run.request.session_id,
        status=Status.UNKNOWN if lost else Status.CANCELLED,
        chain=chain_view(chain, execution),
        summary=Summary(text=text),
    )
    return store.end(lease, answer)[0]


def _lines(
    chain: ToolChain, records: dict[str, StepRecord], found: list[Subject], language: Language
) -> list[str]:
    titles = {step.id: step.title for step in chain.steps}
    by_status = {
        status: counted(titles[s] for s, record in records.items() if record.status in statuses)
        for status, statuses in (
            ("done", ("done",)),
            ("unknown", ("unknown", "sent")),
            ("not_done", ("planned", "skipped")),
        )
    }
    lines = [say(language, "stopping.stopped")]
    lines += [
        say(language, f"stopping.{status}", steps=listed(language, names))
        for status, names in by_status.items()
        if names
    ]
    lines += [
        say(language, "stopping.exists", entity=one.entity, id=one.id) for one in found if one.id
    ]
    return lines
