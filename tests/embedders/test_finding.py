"""The filter with another model of meaning: beside the texts, and never in their way."""

import time
from collections.abc import Generator
from pathlib import Path

import pytest

from pipelines.filter import candidates
from pipelines.filter.finder import CatalogueFinder
from services.embedding import open_embedder
from services.finding import LateFinder, open_finder
from services.settings import Settings, read_access, read_settings
from tests.scripted_model.server import ScriptedServer
from tests.trades.library import ENVIRONMENTS, TOOLS, library
from tests.trades.requests import request
from tool_registry.base.types import FunctionType
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool
from tool_registry.vocabulary.packs import load_packs

SENTENCE = "show me one fine of a reader"


@pytest.fixture
def finder(service: ScriptedServer, tmp_path: Path) -> Generator[CatalogueFinder]:
    opened = finder_at(service, tmp_path)
    yield opened
    opened.close()


def settings_at(service: ScriptedServer, home: Path, embedder: str) -> Settings:
    url = f"{service.url}/compatible-mode/v1"
    environ = {"ZHIZAO_EMBEDDER": embedder, "ZHIZAO_HOME": str(home), "ZHIZAO_EMBEDDER_URL": url}
    return read_settings(environ)


def finder_at(service: ScriptedServer, home: Path) -> CatalogueFinder:
    settings = settings_at(service, home, "compatible:text-embedding-v4,dimension=256")
    access = read_access({"DASHSCOPE_API_KEY": "sk-of-a-test"})
    return CatalogueFinder(lambda: open_embedder(settings, access))


def test_tools_are_found_and_their_vectors_asked_for_once(
    finder: CatalogueFinder, service: ScriptedServer, tmp_path: Path
) -> None:
    heard = finder.of(library()).search(SENTENCE)
    assert (heard.problem, "Fine" in heard.near[0]) == (None, True)
    asked = len(service.asked)
    other = finder_at(service, tmp_path)
    assert other.of(library()).search(SENTENCE) == heard
    assert len(service.asked) == asked


def test_one_more_tool_costs_one_more_vector(
    finder: CatalogueFinder, service: ScriptedServer
) -> None:
    finder.of(library()).search(SENTENCE)
    service.asked.clear()
    sundial = RawTool(source="garden", name="readSundial", description="Reads a sundial.")
    more = build_catalogue([*TOOLS, sundial], (), ENVIRONMENTS, load_packs(("general",)))
    assert finder.of(more).search("read the sundial").near[0] == "garden/readSundial"
    texts = [text for one in service.asked for text in one["body"]["input"]]
    assert texts == ["readSundial. Reads a sundial.", "read the sundial"]


def test_when_the_model_fails_the_texts_decide_and_the_reasons_say_so(
    finder: CatalogueFinder, service: ScriptedServer
) -> None:
    finder.of(library()).search("warm up")
    service.broken = "bad_key"
    intent = request(SENTENCE, "query", FunctionType.QUERY).model_copy(update={"goals": ()})
    found = [one for one in candidates(intent, library(), finder=finder) if one.role == "main"]
    assert any("Fine" in one.tool for one in found)
    assert all("compared by texts alone" in " ".join(one.reasons) for one in found)
    service.broken = ""
    assert finder.of(library()).search(SENTENCE).problem is None


def many() -> Catalogue:
    sundials = (
        RawTool(source="garden", name=f"readSundial{n}", description=f"Reads sundial {n}.")
        for n in range(100)
    )
    return build_catalogue([*TOOLS, *sundials], (), ENVIRONMENTS, load_packs(("general",)))


def test_vectors_of_many_tools_are_made_beside_the_requests(
    finder: CatalogueFinder, service: ScriptedServer
) -> None:
    indexed = finder.of(many())
    first = indexed.search("look up a fine")
    assert first.problem is not None
    assert "still at work" in first.problem.sentence("en")
    assert "Fine" in first.near[0]
    finder.close()
    assert len(service.asked) >= 1


def test_once_the_vectors_are_there_the_same_sentence_is_answered_with_them(
    finder: CatalogueFinder,
) -> None:
    indexed = finder.of(many())
    assert indexed.search(SENTENCE).problem is not None
    until = time.monotonic() + 20
    while (heard := indexed.search(SENTENCE)).problem is not None and time.monotonic() < until:
        time.sleep(0.2)
    assert heard.problem is None
    assert indexed.search(SENTENCE) is heard


def test_an_unchosen_model_changes_nothing(tmp_path: Path) -> None:
    late = LateFinder(read_settings({"ZHIZAO_HOME": str(tmp_path)}))
    assert not late.waits
    off = open_finder(read_settings({"ZHIZAO_EMBEDDER": "off", "ZHIZAO_HOME": str(tmp_path)}))
    assert not off.waits
    assert "Fine" in off.of(library()).search(SENTENCE).near[0]
