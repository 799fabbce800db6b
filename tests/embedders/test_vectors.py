"""Vectors over both wires, with the real package on the native one, and what goes wrong there."""

import pytest

from pipelines.models.breaker import BreakerOptions, Breakers
from pipelines.models.compatible import Endpoint
from pipelines.models.errors import (
    DeadlinePassed,
    ModelError,
    Nonsense,
    Refused,
    RequestsOff,
    Resting,
    Throttled,
    Unreachable,
)
from pipelines.models.permission import model_requests
from pipelines.models.qwen import Account
from pipelines.models.vectors import CompatibleVectors, QwenVectors, SteadyVectors, VectorModel
from services.sandbox_process import free_port
from tests.embedders.conftest import vector_of
from tests.scripted_model.server import ScriptedServer

WIRES = ("native", "compatible")
MODEL = "text-embedding-v4"


def at(wire: str, url: str, dimension: int | None = 64, key: str = "sk-of-a-test") -> VectorModel:
    if wire == "native":
        return QwenVectors(Account(f"{url}/api/v1", key), MODEL, dimension)
    return CompatibleVectors(Endpoint(f"{url}/compatible-mode/v1", key), MODEL, dimension)


@pytest.mark.parametrize("wire", WIRES)
def test_texts_get_their_vectors_in_order(wire: str, service: ScriptedServer) -> None:
    found = at(wire, service.url).vectors(["lend a book", "还一本书"], 4.0)
    assert found == [vector_of("lend a book", 64), vector_of("还一本书", 64)]


@pytest.mark.parametrize("wire", WIRES)
def test_without_a_dimension_the_vectors_have_the_models_own(
    wire: str, service: ScriptedServer
) -> None:
    model = at(wire, service.url, None)
    assert [len(one) for one in model.vectors(["a book"], 4.0)] == [1024]
    assert model.name.endswith(MODEL)


FAULTS: dict[str, type[ModelError]] = {
    "429": Throttled,
    "500": Unreachable,
    "bad_key": Refused,
    "half_json": Nonsense,
    "reset": Unreachable,
    "hang": DeadlinePassed,
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("wire", WIRES)
def test_what_breaks_on_the_wire_is_a_clear_error(
    wire: str, fault: str, service: ScriptedServer
) -> None:
    service.broken = fault
    with pytest.raises(ModelError) as caught:
        at(wire, service.url).vectors(["a book"], 0.5)
    assert isinstance(caught.value, FAULTS[fault]) or fault == "reset"
    assert MODEL in caught.value.sentence("en")


@pytest.mark.parametrize("wire", WIRES)
def test_a_service_that_is_not_there_cannot_be_reached(wire: str) -> None:
    with model_requests(True), pytest.raises(Unreachable):
        at(wire, f"http://127.0.0.1:{free_port()}").vectors(["a book"], 4.0)


@pytest.mark.parametrize("wire", WIRES)
def test_nothing_is_sent_where_models_are_turned_off(wire: str, service: ScriptedServer) -> None:
    with model_requests(False), pytest.raises(RequestsOff):
        at(wire, service.url).vectors(["a book"], 4.0)
    assert service.asked == []


def test_without_a_key_dashscope_is_not_asked(service: ScriptedServer) -> None:
    with pytest.raises(Refused):
        at("native", service.url, key="").vectors(["a book"], 4.0)
    assert service.asked == []


def steady(
    model: VectorModel, breakers: Breakers | None = None
) -> tuple[SteadyVectors, list[float]]:
    """The model with patience that does not take any time, and the pauses that it made."""
    pauses: list[float] = []
    return SteadyVectors(model, breakers or Breakers(), sleep=pauses.append), pauses


def test_a_passing_failure_is_tried_again(service: ScriptedServer) -> None:
    service.faults = ["500", "500"]
    model, pauses = steady(at("compatible", service.url))
    assert model.vectors(["a book"], 4.0) == [vector_of("a book", 64)]
    assert len(pauses) == 2


def test_a_refusal_is_not_tried_again(service: ScriptedServer) -> None:
    service.broken = "bad_key"
    model, pauses = steady(at("compatible", service.url))
    with pytest.raises(Refused):
        model.vectors(["a book"], 4.0)
    assert (len(service.asked), pauses) == (1, [])


def test_a_model_that_fails_again_and_again_is_let_rest(service: ScriptedServer) -> None:
    service.broken = "500"
    model, _ = steady(at("compatible", service.url), Breakers(BreakerOptions(failures=3)))
    with pytest.raises(Unreachable):
        model.vectors(["a book"], 4.0)
    with pytest.raises(Resting):
        model.vectors(["a book"], 4.0)
    assert len(service.asked) == 3
