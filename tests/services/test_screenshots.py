"""Screenshots are read by a model that sees, into words that nobody has sent yet."""

import base64
from collections.abc import Generator
from pathlib import Path

import pytest

from pipelines.models.permission import model_requests
from services.settings import Settings
from tests.scripted_model.server import ScriptedServer, serving
from tests.services.serving import Client, Stage, serve

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"picture" * 20).decode()
READ = "给用户1234发一张满50减20的优惠券,预发环境"


@pytest.fixture
def model() -> Generator[ScriptedServer]:
    with model_requests(True), serving({"talk": [f"{READ}\npassword=hunter2secret"]}) as server:
        yield server


@pytest.fixture
def seeing(tmp_path: Path, model: ScriptedServer) -> Generator[Client]:
    settings = Settings(
        home=tmp_path,
        model_provider="compatible",
        model_url=f"{model.url}/v1",
        vision_model="qwen-vl-plus",
    )
    with serve(settings, Stage()) as client:
        yield client


def test_what_is_seen_comes_back_as_words_without_secrets_and_nothing_is_run(
    seeing: Client, model: ScriptedServer
) -> None:
    assert seeing.request("GET", "/api/screenshots") == (200, {"model": "qwen-vl-plus"})
    status, told = seeing.request("POST", "/api/screenshots", {"image": PNG})
    assert (status, READ in told["text"], "hunter2" in told["text"]) == (200, True, False)
    [asked] = model.asked
    picture, text = asked["body"]["messages"][0]["content"]
    assert picture == {
        "type": "image_url",
        "image_url": {"url": f"data:image/png;base64,{PNG}"},
    }
    assert (text["type"], asked["body"]["model"]) == ("text", "qwen-vl-plus")
    assert seeing.request("GET", "/api/conversations") == (200, [])


@pytest.mark.parametrize("image", ["no base64!", base64.b64encode(b"<svg>").decode(), "", 5, None])
def test_what_is_no_picture_is_refused_before_a_model_sees_it(
    seeing: Client, model: ScriptedServer, image: object
) -> None:
    assert seeing.request("POST", "/api/screenshots", {"image": image})[0] == 422
    assert model.asked == []


def test_a_model_that_fails_is_told_in_one_sentence(seeing: Client, model: ScriptedServer) -> None:
    model.broken = "bad_key"
    status, told = seeing.request("POST", "/api/screenshots", {"image": PNG}, Accept_Language="zh")
    assert (status, "qwen-vl-plus" in told["error"]["message"]) == (503, True)


def test_without_a_model_that_sees_the_person_is_told_what_to_do(tmp_path: Path) -> None:
    with serve(Settings(home=tmp_path), Stage()) as client:
        assert client.request("GET", "/api/screenshots") == (200, {"model": None})
        status, told = client.request("POST", "/api/screenshots", {"image": PNG})
        assert (status, "ZHIZAO_VISION_MODEL" in told["error"]["message"]) == (422, True)
