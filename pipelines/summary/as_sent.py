"""What a created thing has otherwise than the tool was told to make it."""

from collections.abc import Iterator
from dataclasses import replace

from pipelines.contracts.answer import Verdict
from pipelines.messages import say
from pipelines.messages.labels import attribute_label
from pipelines.summary.compare import equal, shown, shown_cell
from pipelines.summary.facts import Known
from pipelines.summary.judged_run import Finding, JudgedRun, Seen
from pipelines.summary.rows import Cell


def otherwise_than_sent(judged: JudgedRun, seen: Seen) -> Iterator[Finding]:
    """Findings for each value that another tool shows differently from what was sent."""
    row, subject = seen.evidence.row, seen.subject
    if row is None or subject.superseded or not subject.created:
        return
    for known in subject.known:
        cell = subject.told_in(row, known)
        if cell is None or not _comparable(seen, known, cell):
            continue
        cell = cell if cell.unit or not known.unit else replace(cell, unit=known.unit)
        if not _agrees(judged, seen, known, cell):
            name = attribute_label(judged.catalogue.lexicon, known.attribute, judged.language)
            yield Finding(
                say(judged.language, "summary.as_sent", name=name),
                Verdict.CONTRADICTED,
                subject.step.id,
                shown(known.value, known.unit, judged.language),
                shown_cell(cell, judged.language, judged.catalogue.lexicon),
                seen.evidence.tool,
            )


def _comparable(seen: Seen, known: Known, cell: Cell) -> bool:
    """Only what was sent once, in no special role, and either both as codes or both plain."""
    if known.slot is None or known.role or known.slot == seen.subject.tool.bulk:
        return False
    sent = [k for k in seen.subject.known if k.slot]
    same = [k for k in sent if (k.entity, k.attribute) == (known.entity, known.attribute)]
    return len(same) == 1 and bool(seen.words(known)) == bool(cell.words)


def _agrees(judged: JudgedRun, seen: Seen, known: Known, cell: Cell) -> bool:
    meanings = (known.value, *seen.words(known))
    return any(equal(value, known.unit, cell, judged.catalogue.lexicon) for value in meanings)
