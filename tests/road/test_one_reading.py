"""A read never becomes a write: one reading decides, whoever reads, plans, or asks."""

from collections.abc import Generator
from pathlib import Path

import pytest

from pipelines.contracts.request import Pipeline
from pipelines.models.options import Mode
from tests.road.places import (
    Entrance,
    Entry,
    Outcome,
    Place,
    entry,
    inn_place,
    sandbox_place,
    scripted,
)

pytestmark = pytest.mark.slow

MODES: tuple[Mode, ...] = ("rules", "auto", "model")
PIPELINES: tuple[Pipeline, ...] = ("road", "single")
WAYS = [(mode, pipeline) for mode in MODES for pipeline in PIPELINES]
READS = ("query", "verify")


@pytest.fixture(scope="module")
def model() -> Generator[None]:
    with scripted():
        yield


@pytest.fixture(scope="module", params=["sandbox", "inn"])
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Place]:
    opened = {"sandbox": sandbox_place, "inn": inn_place}[request.param]
    with opened(tmp_path_factory.mktemp(request.param)) as found:
        yield found


@pytest.fixture(scope="module", params=WAYS, ids="-".join)
def service(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    model: None,
    place: Place,
) -> Generator[Entry]:
    mode, pipeline = request.param
    with entry(place, tmp_path_factory.mktemp(f"{place.name}-{mode}"), mode, pipeline) as found:
        yield found


@pytest.fixture(scope="module")
def home(place: Place, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp(f"{place.name}-terminal")


@pytest.fixture(params=WAYS, ids="-".join)
def terminal(request: pytest.FixtureRequest, home: Path, model: None, place: Place) -> Entry:
    return Entry(place, home, *request.param)


def is_read(outcome: Outcome) -> bool:
    return all(goal.function in READS for goal in outcome.reading.goals)


def changes_nothing(way_in: Entry, entrance: Entrance) -> None:
    """A question does not, though the model that plans, or calls, proposes a change."""
    outcome = way_in.say(entrance, way_in.place.question)
    assert (outcome.written, is_read(outcome)) == (0, True)
    assert outcome.answer["intent"] == outcome.reading.model_dump(mode="json")


def keeps_its_reading(way_in: Entry, entrance: Entrance) -> Outcome:
    """What sounds like a change is one only where it was read, told and planned as one."""
    outcome = way_in.say(entrance, way_in.place.doubtful)
    stages = outcome.answer["model"]["stages"]
    by_model = way_in.mode != "rules"
    used = [one["outcome"] for one in stages if one["stage"] == "intent"]
    assert used == (["used"] if by_model else [])
    assert outcome.answer["intent"] == outcome.reading.model_dump(mode="json")
    if by_model:
        assert (outcome.written, is_read(outcome)) == (0, True)
    assert outcome.written == 0 or not is_read(outcome)
    return outcome


def test_what_is_read_as_a_question_changes_nothing(service: Entry) -> None:
    changes_nothing(service, "page")


def test_a_reading_is_not_replaced_once_it_is_told(service: Entry) -> None:
    outcome = keeps_its_reading(service, "page")
    assert outcome.deltas[-1] == outcome.reading.model_dump(mode="json")


def test_nor_in_a_terminal(terminal: Entry) -> None:
    changes_nothing(terminal, "terminal")
    keeps_its_reading(terminal, "terminal")
