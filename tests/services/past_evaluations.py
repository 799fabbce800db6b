"""Runs of a small suite, as `zhizao eval run` leaves them in the store."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import yaml

from evals.options import Options, Variant
from evals.records import Record, RunInfo
from services.evaluation.running import open_eval_store
from services.settings import Settings
from tests.evals.test_running import SUITE, Theatre, run_all


def suite_in(folder: Path) -> Path:
    """The suite's file; of `sell` nobody has read a failure."""
    file = folder / "tickets.yaml"
    told = SUITE.model_dump(mode="json", exclude_unset=True)
    told["cases"][0]["unseen"] = True
    file.write_text(yaml.safe_dump(told, sort_keys=False), "utf-8")
    return file


def results(*, worse: str = "") -> list[Record]:
    """What came of it: one wording of `sell` fails, and all of the case that got `worse`."""
    # A thread of its own: a test with a browser has a loop in the first one already.
    with ThreadPoolExecutor(1) as beside:
        found = beside.submit(run_all, Theatre()).result()
    lost = found[2].turns[0].scores
    return [
        one.model_copy(
            update={
                "unseen": one.case == "sell",
                **(
                    {"lost": "plan", "turns": (one.turns[0].model_copy(update={"scores": lost}),)}
                    if one.case == worse
                    else {}
                ),
            }
        )
        for one in found
    ]


def add_run(
    settings: Settings,
    file: Path,
    id: str,
    at: float,
    *,
    worse: str = "",
    said: int | None = None,
    variant: Variant = "reader",
    who: str = "ann",
    called: str = "",
) -> None:
    """One run of the suite, kept; with `said` one of which only so many were said as yet. `called`:
    what the case is called that got worse."""
    records = results(worse=worse)
    if called:
        new = {"case": called, "id": f"{called}/0"}
        records = [one.model_copy(update=new) if one.case == worse else one for one in records]
    run = RunInfo(
        id=id,
        options=Options(suite=str(file), variant=variant),
        planned=len(records),
        version="1.2",
        started_at=at,
        finished_at=at + 60,
        who=who,
    )
    with closing(open_eval_store(settings)) as store:
        store.begin(run)
        for place, record in enumerate(records[:said]):
            store.add(id, place, record)
