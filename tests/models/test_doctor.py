"""`zhizao doctor`: what is configured and reachable, without a secret in what it prints."""

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from evals.child_process import free_port
from pipelines.filter.index.encoder import load_encoder
from pipelines.intent.lexical import leftover
from pipelines.intent.reader import local
from pipelines.models.model import LanguageModel
from pipelines.models.options import STAGES
from services.examination import Finding, examine
from services.models import Models
from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import Settings, read_access, read_settings
from tests.scripted_model.server import ScriptedServer, serving
from tests.services.commands import Zhizao
from tool_registry.base.errors import ConfigurationError

KEY = "sk-0123456789abcdef0123456789abcdef"


pytestmark = pytest.mark.anyio
QUICK = "model qwen-plus (intent, parsing, summary)"
STRONG = "model qwen-max (reasoning)"
PARTS = {"weights.npz": (local, "WEIGHTS"), "leftover.json": (leftover, "LEARNED")}


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Generator[SandboxProcess]:
    with private_sandbox("commerce", tmp_path_factory.mktemp("sandbox")) as running_sandbox:
        yield running_sandbox


@pytest.fixture
def service(requests_allowed: None) -> Generator[ScriptedServer]:
    with serving({"talk": "pong"}) as service:
        yield service


@pytest.fixture
def home(tmp_path: Path, sandbox: SandboxProcess) -> dict[str, str]:
    return {"ZHIZAO_HOME": str(tmp_path), "ZHIZAO_SANDBOX_PORT": str(sandbox.port)}


async def examined(environ: dict[str, str], *, ask: bool = True) -> dict[str, Finding]:
    """Part → what was found, which must hold no secret."""
    found = await examine(read_settings(environ), read_access(environ), "en", ask=ask)
    assert KEY not in repr(found)
    return {one.part: one for one in found}


async def test_an_encoder_that_cannot_be_opened_is_told(
    home: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await examined(home))["embedder"].state == "ok"
    broken = tmp_path / "encoder.npz"
    broken.write_bytes(b"no weights")
    opened = load_encoder.__wrapped__
    monkeypatch.setattr("pipelines.filter.index.encoder.load_encoder", lambda: opened(broken))
    found = (await examined(home))["embedder"]
    assert found.state == "degraded"
    assert "install zhizao again" in found.detail


def test_without_a_key_all_works_by_rules(tmp_path: Path, sandbox: SandboxProcess) -> None:
    done = Zhizao(tmp_path / "home", sandbox).run("doctor", DASHSCOPE_API_KEY="")
    assert done.code == 0
    assert "✓ database" in done.out
    assert "– redis" in done.out
    assert "✓ source commerce: works, 105 tools" in done.out
    assert "✓ reader: the weights and words" in done.out
    assert f"– {QUICK}: no DASHSCOPE_API_KEY is set" in done.out
    assert "Requests can be served." in done.out


@pytest.mark.parametrize("part", PARTS)
async def test_weights_or_words_that_cannot_be_opened_are_told(
    home: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    module, name = PARTS[part]
    monkeypatch.setattr(module, name, tmp_path / part)
    forget()
    try:
        found = (await examined(home, ask=False))["reader"]
    finally:
        forget()
    assert (found.state, str(tmp_path / part) in found.detail) == ("failed", True)


def forget() -> None:
    """What this process has opened of the reader is opened again."""
    local.shipped.cache_clear()
    leftover.known_words.cache_clear()


@pytest.mark.parametrize("provider", ["dashscope", "compatible"])
async def test_each_model_is_asked_one_word(
    home: dict[str, str], service: ScriptedServer, provider: str
) -> None:
    environ = home | {
        "DASHSCOPE_API_KEY": KEY,
        "DASHSCOPE_HTTP_BASE_URL": f"{service.url}/api/v1",
        "DASHSCOPE_COMPATIBLE_BASE_URL": f"{service.url}/compatible-mode/v1",
        "ZHIZAO_MODEL_PROVIDER": provider,
    }
    found = await examined(environ)
    assert found[QUICK].state == found[STRONG].state == "ok"
    assert [one["body"]["model"] for one in service.asked] == ["qwen-plus", "qwen-max"]
    service.broken = "bad_key"
    assert (await examined(environ))[QUICK].state == "degraded"
    service.asked.clear()
    assert (await examined(environ, ask=False))[QUICK].state == "ok"
    assert service.asked == []


async def test_what_is_down_is_named_and_secrets_in_addresses_are_hidden(
    tmp_path: Path, requests_allowed: None
) -> None:
    port = free_port()
    sources = tmp_path / "sources.json"
    sources.write_text(
        json.dumps({"mcpServers": {"shop": {"url": f"http://127.0.0.1:{port}/mcp"}}})
    )
    down = {
        "ZHIZAO_HOME": str(tmp_path),
        "DASHSCOPE_API_KEY": KEY,
        "ZHIZAO_SOURCES": str(sources),
        "ZHIZAO_MODEL_URL": f"http://me:{KEY}@127.0.0.1:{port}/api/v1",
        "ZHIZAO_REDIS": f"redis://:{KEY}@127.0.0.1:{port}/0",
    }
    found = await examined(down)
    states = {part: one.state for part, one in found.items()}
    assert states == {
        "database": "ok",
        "redis": "degraded",
        "source shop": "failed",
        "knowledge": "off",
        "reader": "ok",
        QUICK: "degraded",
        STRONG: "degraded",
        "embedder": "ok",
    }
    gone = f"postgresql+psycopg://me:{KEY}@127.0.0.1:{port}/x"
    assert (await examined(down | {"ZHIZAO_DATABASE": gone}))["database"].state == "failed"


# ---- settings ------------------------------------------------------------------------------


def models(**environ: str) -> Models:
    return Models(read_settings(environ), read_access(environ))


def test_each_stage_has_its_model_and_without_a_key_no_stage_asks() -> None:
    keyed, bare = models(DASHSCOPE_API_KEY=KEY), models()
    chosen = {stage: keyed.options(stage) for stage in STAGES}
    assert {stage: one.model for stage, one in chosen.items()} == {
        "intent": "qwen-plus",
        "parsing": "qwen-plus",
        "reasoning": "qwen-max",
        "summary": "qwen-plus",
    }
    assert {one.mode for one in chosen.values()} == {"auto"}
    assert {bare.options(stage).mode for stage in STAGES} == {"rules"}
    assert KEY not in repr(keyed) + repr(keyed.model("intent"))


def test_a_part_of_a_stage_is_changed_and_the_rest_kept() -> None:
    found = models(
        DASHSCOPE_API_KEY=KEY,
        ZHIZAO_MODE="model",
        ZHIZAO_STAGE_REASONING="temperature=0.3, mode=rules",
        ZHIZAO_STAGE_INTENT="qwen-turbo,seconds=5",
    )
    reasoning, intent = found.options("reasoning"), found.options("intent")
    assert (reasoning.model, reasoning.temperature, reasoning.seconds) == ("qwen-max", 0.3, 60)
    assert (reasoning.mode, intent.mode) == ("rules", "model")
    assert (intent.model, intent.seconds, intent.calls) == ("qwen-turbo", 5, 4)


@pytest.mark.parametrize(
    "value", ["temperature=9", "speed=fast", "mode=always", "calls=0", "seconds=soon", "=3"]
)
def test_a_wrong_stage_is_named_by_its_variable(value: str) -> None:
    with pytest.raises(ConfigurationError, match=r"^ZHIZAO_STAGE_INTENT is not usable"):
        read_settings({"ZHIZAO_STAGE_INTENT": value})


def test_a_compatible_server_of_ones_own_needs_no_key() -> None:
    found = models(ZHIZAO_MODEL_PROVIDER="compatible", ZHIZAO_MODEL_URL="http://127.0.0.1:9/v1")
    model: LanguageModel = found.model("intent")
    assert found.configured
    assert model.name == "compatible/qwen-plus"
    assert found.model("summary") is model
    assert not Models(Settings(), read_access({})).configured


async def test_the_single_agent_needs_a_model(
    home: dict[str, str], service: ScriptedServer
) -> None:
    alone = home | {"ZHIZAO_PIPELINE": "single"}
    assert (await examined(alone))["pipeline"].state == "failed"
    access = {"DASHSCOPE_API_KEY": KEY, "DASHSCOPE_HTTP_BASE_URL": f"{service.url}/api/v1"}
    found = (await examined(alone | access, ask=False))["pipeline"]
    assert (found.state, "qwen-max" in found.detail) == ("ok", True)
