"""Settings: `ZHIZAO_*` variables over defaults. Every field is explained in deploy/settings.md."""

import os
import re
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
)

from pipelines.contracts.request import Pipeline
from pipelines.models.options import Mode, Provider
from services.home import default_home
from tool_registry.base.errors import ConfigurationError

DEFAULTS = Path(__file__).parent / "defaults"
PREFIX = "ZHIZAO_"


def _words(value: object) -> object:
    """`"a, b"` → ("a", "b"); what is no text is left to the validation."""
    if not isinstance(value, str):
        return value
    return tuple(part.strip() for part in value.split(",") if part.strip())


_ORIGIN = re.compile(r"https?://(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?")


def _origin(text: str) -> str:
    """An origin as browsers write it; a `/` behind it, as copied from their bar, is left out."""
    origin = text.removesuffix("/")
    if _ORIGIN.fullmatch(origin) is None:
        told = "is no origin: scheme, host in small letters and port, as https://admin.example.com"
        raise ValueError(f"{text[:200]!r} {told}:8443, with no path and no wildcard")
    return origin


Words = Annotated[tuple[str, ...], BeforeValidator(_words)]
Origin = Annotated[str, AfterValidator(_origin)]
Origins = Annotated[tuple[Origin, ...], BeforeValidator(_words)]
Port = Annotated[int, Field(ge=1, le=65535)]
Login = Literal["auto", "required"]
Rate = Annotated[int, Field(ge=0, le=1_000_000)]
Seconds = Annotated[float, Field(gt=0, le=3600)]


def _known_zone(name: str) -> str:
    """The name of a time zone; ValueError where there is none of it."""
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, KeyError) as error:
        raise ValueError("there is no time zone of that name, as Asia/Shanghai") from error


class StageChoice(BaseModel):
    """The model of one stage. `qwen-max,temperature=0.2` changes these two and keeps the rest."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: Annotated[str, Field(min_length=1)]
    temperature: Annotated[float, Field(ge=0, lt=2)] = 0.0
    seconds: Seconds = 30.0
    calls: Annotated[int, Field(ge=1, le=100)] = 4
    mode: Mode | None = None
    """None: that of all stages."""


def _choice(default: StageChoice) -> BeforeValidator:
    """Reads `MODEL,NAME=VALUE,…` over the stage's defaults; each part may be left out."""

    def read(value: object) -> object:
        if not isinstance(value, str):
            return value
        told = default.model_dump()
        for part in filter(None, (part.strip() for part in value.split(","))):
            name, is_named, given = part.partition("=")
            told |= {name.strip(): given.strip()} if is_named else {"model": part}
        return told

    return BeforeValidator(read)


class AgentChoice(BaseModel):
    """How the single agent works. `turns=10,reflect=true` changes these two and keeps the rest."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: Annotated[int, Field(ge=1, le=200)] = 24
    plan: bool = False
    reflect: bool = False
    search: bool = False
    tools: Annotated[int, Field(ge=1, le=10_000)] = 200
    window: Annotated[int, Field(ge=2_000, le=2_000_000)] = 30_000


def _parts(value: object) -> object:
    """`NAME=VALUE,…` as fields; what is no text, or no pair, is left to the validation."""
    if not isinstance(value, str):
        return value
    pairs = (part.partition("=") for part in value.split(",") if part.strip())
    return {name.strip(): given.strip() for name, _, given in pairs}


QUICK = StageChoice(model="qwen-plus")
STRONG = StageChoice(model="qwen-max", seconds=60.0, calls=8)
QuickStage = Annotated[StageChoice, _choice(QUICK)]
StrongStage = Annotated[StageChoice, _choice(STRONG)]


ENCODER, STATIC, OFF = "encoder", "static", "off"
_EMBEDDERS = r"^(encoder|static|off|(sentence-transformers|dashscope|compatible):\S.*)$"


class Settings(BaseModel):
    """All that a deployment can choose. The variable of a field is `ZHIZAO_` and its name."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    home: Path = Field(default_factory=default_home)
    database: Annotated[str, Field(pattern=r"^[A-Za-z0-9+_]+://")] | None = None
    redis: str | None = None
    sources: Path = DEFAULTS / "sources.json"
    environments: Path = DEFAULTS / "environments.json"
    packs: Words = ("general", "commerce")
    knowledge: Path | None = None
    preferred_platforms: Words = ("蓝海",)
    projects: Words = ()
    open_variables: Words = ()
    host: str = "127.0.0.1"
    login: Login = "auto"
    port: Port = 8000
    allowed_hosts: Words = ("127.0.0.1", "localhost", "[::1]")
    embed_origins: Origins = ()
    request_rate: Rate = 600
    tool_rate: Rate = 3000
    login_rate: Rate = 30
    public_url: Annotated[str, Field(pattern=r"^https?://[^/?#]+/?$")] | None = None
    oidc_issuer: Annotated[str, Field(pattern=r"^https?://[^?#]+$")] | None = None
    oidc_client_id: Annotated[str, Field(min_length=1)] | None = None
    oidc_client_secret: SecretStr | None = None
    oidc_scopes: Words = ("openid", "profile")
    oidc_audience: Words = ()
    oidc_clients: Words = ()
    oidc_name: str = ""
    channel_join: Words = ()
    dingtalk_client_id: Annotated[str, Field(min_length=1)] | None = None
    dingtalk_client_secret: SecretStr | None = None
    dingtalk_corp: str | None = None
    dingtalk_stream: bool = False
    dingtalk_card: str | None = None
    dingtalk_url: str = "https://api.dingtalk.com"
    dingtalk_webhooks: Words = ("oapi.dingtalk.com",)
    slack_bot_token: SecretStr | None = None
    slack_signing_secret: SecretStr | None = None
    slack_app_token: SecretStr | None = None
    slack_team: str | None = None
    slack_url: Annotated[str, Field(pattern=r"^https?://")] = "https://slack.com/api"
    webhook_url: Annotated[str, Field(pattern=r"^https?://")] | None = None
    webhook_secret: SecretStr | None = None
    a2a_push_hosts: Words = ()
    mcp_state_key: Annotated[SecretStr, Field(min_length=32)] | None = None
    sandbox_port: Port = 8100
    handover_to: Words = ()
    time_zone: Annotated[str, AfterValidator(_known_zone)] = "Asia/Shanghai"
    minutes_by_hand: Annotated[float, Field(gt=0, le=1440)] | None = None
    schedule_grace: Annotated[float, Field(ge=0, le=31_536_000)] = 3600.0
    listing_seconds: Annotated[float, Field(ge=0, le=86_400)] = 300.0
    max_steps: Annotated[int, Field(ge=1, le=200)] = 30
    replans: Annotated[int, Field(ge=0, le=10)] = 2
    bulk_limit: Annotated[int, Field(ge=1, le=10_000)] = 20
    call_timeout: Seconds = 30.0
    poll_timeout: Seconds = 60.0
    body_limit: Annotated[int, Field(ge=1024, le=16_777_216)] = 65_536
    heartbeat: Seconds = 15.0
    pipeline: Pipeline = "road"
    single: Annotated[AgentChoice, BeforeValidator(_parts)] = AgentChoice()
    mode: Mode = "auto"
    embedder: Annotated[str, Field(pattern=_EMBEDDERS)] = ENCODER
    embedder_url: str | None = None
    sure: Annotated[float, Field(ge=0, le=1)] | None = None
    model_provider: Provider = "dashscope"
    model_url: str | None = None
    stage_intent: QuickStage = QUICK
    stage_parsing: QuickStage = QUICK
    stage_reasoning: StrongStage = STRONG
    stage_summary: QuickStage = QUICK
    vision_model: Annotated[str, Field(min_length=1)] | None = None


class ModelAccess(BaseModel):
    """What DashScope's own variables say; none of it is ever printed."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    key: SecretStr = SecretStr("")
    native_url: str = "https://dashscope.aliyuncs.com/api/v1"
    compatible_url: str = "https://dashscope.aliyuncs.com/compatible-mode/v1"


def read_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Settings of this process; ConfigurationError names the variable that is wrong."""
    environ = os.environ if environ is None else environ
    given = {
        name: environ[variable]
        for name in Settings.model_fields
        if (variable := PREFIX + name.upper()) in environ
    }
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        variable = PREFIX + str(first["loc"][0]).upper()
        reason = f"{variable} is not usable: {first['msg']}. It is explained in deploy/settings.md"
        raise ConfigurationError(reason) from error


def read_access(environ: Mapping[str, str] | None = None) -> ModelAccess:
    """The key and the addresses under the names that DashScope's own package reads."""
    environ = os.environ if environ is None else environ
    named = {
        "key": "DASHSCOPE_API_KEY",
        "native_url": "DASHSCOPE_HTTP_BASE_URL",
        "compatible_url": "DASHSCOPE_COMPATIBLE_BASE_URL",
    }
    given = {field: environ[name] for field, name in named.items() if environ.get(name)}
    return ModelAccess.model_validate(given)


def is_model_configured(settings: Settings, access: ModelAccess) -> bool:
    """True where there is somebody to ask: a key, or an address that needs none."""
    own = settings.model_provider == "compatible" and settings.model_url is not None
    return bool(access.key.get_secret_value()) or own


def needs_model(settings: Settings) -> bool:
    """True where the vectors of texts come from a model that takes its time."""
    return settings.embedder not in (ENCODER, STATIC, OFF)


def program_version() -> str:
    """The installed version; `unknown` where the sources run without being installed."""
    try:
        return version("zhizao")
    except PackageNotFoundError:
        return "unknown"


def variables(settings: Settings) -> dict[str, str]:
    """What `${NAME}` in a sources file may stand for: variables, and what the settings say."""
    return {**os.environ, "ZHIZAO_SANDBOX_PORT": str(settings.sandbox_port)}


def child_environment(**changed: str) -> dict[str, str]:
    """The variables for a process that we start: ours, with some changed, and the same code."""
    code = [str(DEFAULTS.parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(code), **changed}
