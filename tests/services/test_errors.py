"""Every error has its sentence, its exit code and its HTTP status, from one table."""

import pytest

from evals.errors import SuiteError
from pipelines.contracts.answer import Status
from services.errors import (
    EXIT_CODES,
    InvalidRequest,
    NotFound,
    Unavailable,
    sentence,
    wire,
)
from services.requests import Incoming, make_request
from tool_registry.base.environment import Environment, Environments
from tool_registry.base.errors import ConfigurationError, GuardRefusal, OutcomeUnknown

NAMED = Environments(configured=(Environment(name="pre", words=("staging",)),))


def test_every_status_has_the_exit_code_that_scripts_rely_on() -> None:
    codes = {code: {s.value for s in Status if EXIT_CODES[s] == code} for code in range(5)}
    assert codes == {
        0: {"succeeded", "planned", "scheduled"},
        1: {"failed", "cancelled"},
        2: {"needs_input"},
        3: {"refused"},
        4: {"partial", "unknown"},
    }


def test_errors_leave_by_the_line_of_their_class() -> None:
    found = {
        type(error).__name__: (wire(error).exit_code, wire(error).http_status)
        for error in (
            InvalidRequest("services.bad_id", field="x"),
            NotFound("services.no_run", detail="r1"),
            Unavailable("services.no_run", detail="r1"),
            ConfigurationError("x"),
            GuardRefusal("x"),
            OutcomeUnknown("x"),
            SuiteError("x"),
        )
    }
    assert found == {
        "InvalidRequest": (2, 422),
        "NotFound": (1, 404),
        "Unavailable": (1, 503),
        "ConfigurationError": (1, 503),
        "GuardRefusal": (3, 403),
        "OutcomeUnknown": (4, 503),
        "SuiteError": (2, 503),
    }


def test_a_sentence_is_in_the_language_of_the_request() -> None:
    error = ConfigurationError("sources.json: line 3")
    assert sentence(error, "zh") == "配置有误：sources.json: line 3"
    assert sentence(error, "en") == "The configuration is wrong: sources.json: line 3"


def test_a_request_gets_the_ids_that_it_lacks() -> None:
    first, second = make_request(Incoming("x"), NAMED), make_request(Incoming("x"), NAMED)
    assert first.session_id != second.session_id
    assert first.request_id != second.request_id
    given = make_request(
        Incoming("x", session_id="s", request_id="q", environment="Staging"), NAMED
    )
    assert (given.session_id, given.request_id, given.environment) == ("s", "q", "pre")


def test_text_that_is_no_text_is_refused_at_its_place() -> None:
    with pytest.raises(InvalidRequest) as caught:
        make_request(Incoming("ab\udcff"), NAMED)
    assert "at character 3" in sentence(caught.value, "en")


@pytest.mark.parametrize("bad", ["", "a b", "a/b", "x" * 129, "名字"])
def test_ids_are_short_and_plain(bad: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        make_request(Incoming("x", session_id=bad), NAMED)
    assert sentence(caught.value, "en").startswith("session_id is not usable")


def test_an_environment_that_nobody_configured_is_named_with_those_that_are() -> None:
    with pytest.raises(InvalidRequest) as caught:
        make_request(Incoming("x", environment="moon"), NAMED)
    expected = "No environment named 'moon' is configured; there are: pre."
    assert sentence(caught.value, "en") == expected
