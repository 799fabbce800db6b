"""The suites that can be run here without anything being named beside them."""

from pathlib import Path

from evals.case import load_suite
from evals.errors import SuiteError
from evals.options import Options
from evals.records import Part
from evals.store.store import EvalStore
from evals.suites import OWN_WORDING, base_of, plan
from evals.variation import NONE
from services.evaluation.planning import missing, suite_names


class Offer(Part):
    """One suite, as somebody chooses it."""

    suite: str
    """Its name, or the path of its file."""
    about: str
    cases: int
    conversations: int
    """So many are said in one run: each case in every wording, or altered in every way."""
    derived: bool
    """True for one that is made of another's cases."""


def offered(store: EvalStore) -> list[Offer]:
    """The shipped ones, and files of which a run was kept and that are there still."""
    kept = {run.suite for run, _, _ in store.latest(1000)}
    files = sorted(one for one in kept if Path(one).suffix in (".yaml", ".yml"))
    found = (_offer(name) for name in (*files, *suite_names()))
    return [one for one in found if one is not None]


def _offer(name: str) -> Offer | None:
    try:
        suite = load_suite(base_of(name))
    except SuiteError:
        return None
    if missing(Options(suite=name), suite) is not None:
        return None
    said = plan(name, suite, NONE, own=name in OWN_WORDING)
    return Offer(
        suite=name,
        about=suite.about,
        cases=len({one.case.id for one in said}),
        conversations=len(said),
        derived=base_of(name) != name,
    )
