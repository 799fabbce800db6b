"""`zhizao eval judge`: a model's opinion of a run, held against the scorers and against people."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from evals.judging.agreement import Agreement, agreement, people_in
from evals.judging.judge import Judgement
from evals.records import Record
from services.evaluation.judging import Judged, judge_all
from services.evaluation.running import open_eval_store
from services.models import Models
from services.settings import read_access, read_settings


@click.command("judge")
@click.argument("run_id", metavar="RUN")
@click.option("--case", multiple=True, metavar="ID", help="Only this case or conversation.")
@click.option(
    "--people",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="YAML of what people say: conversation or case, then pass or fail.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def judge_run(run_id: str, case: tuple[str, ...], people: Path | None, as_json: bool) -> None:
    """Have the configured model judge RUN, and tell how far it agrees with the scorers and with
    people. Its opinion is told beside theirs and changes no verdict.

    Conversations of unseen cases are left out: a model may keep what it is shown.
    """
    settings = read_settings()
    said = people_in(people) if people else {}
    store = open_eval_store(settings)
    run = store.run(run_id)
    records = [one for one in store.records(run.id) if not one.repetition and not one.unseen]
    chosen = [one for one in records if not case or {one.id, one.case} & {*case}]
    models = Models(settings, read_access())
    with click.progressbar(length=len(chosen), label="judged", hidden=as_json) as bar:
        judged = asyncio.run(judge_all(models, chosen, lambda _: bar.update(1)))
    found = _agreements(chosen, judged, said)
    click.echo(_as_json(judged, found) if as_json else "\n".join(_lines(judged, found)))


def _agreements(
    records: Sequence[Record], judged: Judged, people: Mapping[str, bool]
) -> list[Agreement]:
    verdicts = {name: one.passed for name, one in judged.items() if isinstance(one, Judgement)}
    scored = {one.id: one.passed for one in records}
    known = {one.id: said for one in records if (said := _said(one, people)) is not None}
    others = [("the scorers", scored), *([("people", known)] if people else [])]
    return [agreement(who, verdicts, other) for who, other in others]


def _said(record: Record, people: Mapping[str, bool]) -> bool | None:
    return people.get(record.id, people.get(record.case))


def _as_json(judged: Judged, found: Sequence[Agreement]) -> str:
    told = {
        name: one.model_dump() if isinstance(one, Judgement) else None
        for name, one in judged.items()
    }
    agreed = [one.model_dump(mode="json") for one in found]
    return json.dumps({"judged": told, "agreement": agreed}, ensure_ascii=False, indent=2)


def _lines(judged: Judged, found: Sequence[Agreement]) -> list[str]:
    lines = [
        f"{name}: {'pass' if one.passed else 'fail'}: {one.reason}"
        for name, one in judged.items()
        if isinstance(one, Judgement)
    ]
    silent = len(judged) - len(lines)
    lines += [f"{silent} without a judgement that can be used"] if silent else []
    return [*lines, *(line for one in found for line in _agreement_lines(one))]


def _agreement_lines(one: Agreement) -> list[str]:
    count = one.agreed
    interval = f"95 % {count.low:.1%} to {count.high:.1%}"
    kappa = "no kappa: one of them always says the same" if one.kappa is None else one.kappa
    named = (("too kind", one.too_kind), ("too strict", one.too_strict))
    return [
        f"agrees with {one.who} in {count.passed} of {count.total} ({interval}; kappa: {kappa})",
        *(f"  {how}: {', '.join(names)}" for how, names in named if names),
    ]
