"""`zhizao tools fill` over the real wire: asked once a text, kept, laid under a person's edits."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.models.business import connected
from tests.scripted_model.server import ScriptedServer
from tests.services.commands import Done
from tests.services.kennel import Office

MODULE = '''
def query_dog(dog_id: int) -> dict:
    """Look up a dog by its id."""
    return {"dog_id": dog_id}


def wuffle(no: str) -> dict:
    """Wuffle the dog."""
    return {}
'''


DOG = {"field": "objects", "value": "dog", "words": "dog", "confidence": 0.8}
FILLED = {"ModelParse": {"fields": [DOG]}}


@pytest.fixture
def office(tmp_path: Path) -> Office:
    (tmp_path / "kennel_desk.py").write_text(MODULE)
    return Office(tmp_path / "home", listing_seconds=300)


@pytest.fixture
def service() -> Generator[ScriptedServer]:
    with connected(FILLED) as service:
        yield service


def take_in(office: Office) -> Done:
    folder = str(office.home.parent)
    done = office.run(
        "tools", "import", "python", "kennel_desk", "--path", folder, "--env", "daily"
    )
    assert done.code == 0, done.err
    return done


def test_without_a_model_the_open_fields_are_told(office: Office) -> None:
    take_in(office)
    done = office.run("tools", "fill")
    assert done.code == 0
    assert "kennel_desk@~local/wuffle: the rules are not sure of" in done.out
    assert "No model is configured" in done.out


def test_a_text_is_asked_about_once_the_answer_is_kept_and_an_edit_wins(office: Office) -> None:
    take_in(office)
    with connected(FILLED) as service:
        first = office.run("tools", "fill")
        assert "0 calls" in office.run("tools", "fill").out
    assert (first.code, len(service.asked)) == (0, 1)
    assert "wuffle: objects = dog (model, 80 %, by “dog”)" in first.out
    card = office.run("tools", "show", "wuffle", "--json").json
    assert card["filled_by"]["objects"] == {"by": "model", "confidence": 0.8}
    assert office.run("tools", "edit", "wuffle", "objects", '["basket"]').code == 0
    card = office.run("tools", "show", "wuffle", "--json").json
    assert (card["objects"], card["filled_by"]["objects"]["by"]) == (["basket"], "person")


def test_an_import_asks_where_a_model_is_configured(
    office: Office, service: ScriptedServer
) -> None:
    assert "objects = dog" in take_in(office).out
    assert len(service.asked) == 1


def test_a_model_that_only_talks_fills_nothing_and_is_not_asked_again(office: Office) -> None:
    take_in(office)
    with connected({"ModelParse": "The tool looks after dogs."}) as service:
        done = office.run("tools", "fill")
        asked = len(service.asked)
        office.run("tools", "fill")
        assert (asked, len(service.asked)) == (3, 3)
    assert "0 fields were filled, 1 without a usable answer" in done.out


def test_a_model_that_is_gone_is_asked_again_later(office: Office) -> None:
    take_in(office)
    with connected(FILLED, "http://127.0.0.1:9"):
        assert "1 without a usable answer" in office.run("tools", "fill").out
    with connected(FILLED):
        assert "objects = dog" in office.run("tools", "fill").out


TWIN = {
    "verdict": "twin",
    "new_words": "in the reading room",
    "other_words": "to take home",
    "reason": "One stays, the other goes home.",
}
TWINS = '''
def lend_book(book_id: int) -> dict:
    """Lend a book in the reading room."""
    return {"book_id": book_id}


def loan_book(book_id: int) -> dict:
    """Lend a book to take home."""
    return {"book_id": book_id}
'''


def test_a_models_opinion_on_two_tools_is_asked_for_once(office: Office) -> None:
    (office.home.parent / "kennel_desk.py").write_text(TWINS)
    take_in(office)
    assert "No model" in office.run("tools", "conflicts", "--ask-model").out
    with connected({"ModelConflict": TWIN}) as service:
        first = office.run("tools", "conflicts", "--ask-model")
        assert "twins that can be told apart" in first.out, first.err
        assert "for their authors; it decides nothing" in first.out
        assert "(0 calls, 0 tokens)" in office.run("tools", "conflicts", "--ask-model").out
        assert len(service.asked) == 1
