"""What is configured, and whether it answers: each part looked at on its own."""

import asyncio
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from pipelines.intent.reader import reader_problem
from pipelines.messages import Language, say
from pipelines.models.errors import ModelError, TooLong
from pipelines.models.model import Ask, Message
from services.embedding import described, open_embedder, problem_of
from services.errors import KNOWN, sentence
from services.models import Models
from services.settings import ENCODER, ModelAccess, Settings
from services.wiring import System, open_system
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.redaction import mask_text

State: TypeAlias = Literal["ok", "off", "degraded", "failed"]
"""`off`: not configured, and not needed. `degraded`: done without. `failed`: requests fail."""
_PING = Ask((Message("user", "ping"),), seconds=10.0, max_tokens=5)

_ABSENT = "doctor"
"""A key that no parse has: looking for it only shows that Redis answers."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One part and how it is; `detail` is a sentence's part without secrets."""

    part: str
    state: State
    detail: str


async def examine(
    settings: Settings, access: ModelAccess, language: Language, *, ask: bool = True
) -> list[Finding]:
    """All parts in order. `ask`: each configured model gets a question of one word."""
    found: list[Finding] = []
    try:
        async with open_system(settings) as system:
            found += [
                await _database(settings, system, language),
                await _changes(settings, system, language),
                *await _sources(system, language),
                _knowledge(system, language),
            ]
    except (SQLAlchemyError, OSError, *KNOWN) as error:
        said = sentence(error, language) if isinstance(error, KNOWN) else str(error)
        found.append(Finding("database", "failed", mask_text(said.splitlines()[0])))
    found.append(await asyncio.to_thread(_reader, language))
    models = Models(settings, access)
    found += [*_pipeline(models, language), *await _models(models, language, ask)]
    return [*found, await asyncio.to_thread(_embedder, settings, access, language, ask)]


def _reader(language: Language) -> Finding:
    """What every sentence is read with: without its weights and words nothing is understood."""
    problem = reader_problem()
    if problem:
        return Finding("reader", "failed", say(language, "doctor.no_reader", problem=problem))
    return Finding("reader", "ok", say(language, "doctor.reader"))


def _embedder(settings: Settings, access: ModelAccess, language: Language, ask: bool) -> Finding:
    """The model of meaning; where it fails, texts alone are compared."""
    told = described(settings, language)
    try:
        embedder = open_embedder(settings, access)
    except ConfigurationError as error:
        return Finding("embedder", "failed", str(error))
    if embedder is None and settings.embedder == ENCODER:
        return Finding("embedder", "degraded", say(language, "doctor.encoder_damaged"))
    if embedder is None:
        return Finding("embedder", "off", told)
    problem = problem_of(embedder, language) if ask else None
    detail = f"{told}; {problem}" if problem else told
    return Finding("embedder", "degraded" if problem else "ok", detail)


async def _database(settings: Settings, system: System, language: Language) -> Finding:
    place = _shown(settings.database) if settings.database else str(settings.home)
    if problem := (await system.health()).blocking.get("store"):
        return Finding("database", "failed", mask_text(problem))
    return Finding("database", "ok", say(language, "doctor.database", place=place))


def _shown(url: str) -> str:
    """A URL without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return mask_text(url)


async def _changes(settings: Settings, system: System, language: Language) -> Finding:
    if settings.redis is None:
        return Finding("redis", "off", say(language, "doctor.no_redis"))
    await system.cache.get(_ABSENT)
    problem = system.cache.problem or system.bus.problem
    detail = mask_text(problem) if problem else _shown(settings.redis)
    return Finding("redis", "degraded" if problem else "ok", detail)


async def _sources(system: System, language: Language) -> list[Finding]:
    found: list[Finding] = []
    for one in await system.listings():
        detail = say(language, "doctor.tools", count=len(one.tools))
        state: State = "failed" if one.problem else "ok"
        problem = mask_text(one.problem) if one.problem else detail
        found.append(Finding(f"source {one.source}", state, problem))
    return found or [Finding("sources", "failed", say(language, "doctor.no_sources"))]


def _knowledge(system: System, language: Language) -> Finding:
    folder = system.library.folder
    if folder is None:
        return Finding("knowledge", "off", say(language, "doctor.no_knowledge"))
    pages = system.library.pages()
    values = {"count": len(pages.documents), "folder": folder}
    detail = say(language, "doctor.knowledge", **values)
    left_out = "; ".join(pages.left_out[:3])
    state: State = "degraded" if left_out or not pages.documents else "ok"
    return Finding("knowledge", state, f"{detail}; {left_out}" if left_out else detail)


def _pipeline(models: Models, language: Language) -> list[Finding]:
    """The single agent, where it is to serve: it cannot without a model."""
    if models.settings.pipeline == "road":
        return []
    options = models.options("reasoning")
    if options.mode == "rules":
        return [Finding("pipeline", "failed", say(language, "doctor.agent_without_model"))]
    detail = say(language, "doctor.agent", model=options.model, tools=models.settings.single.tools)
    return [Finding("pipeline", "ok", detail)]


async def _models(models: Models, language: Language, ask: bool) -> list[Finding]:
    try:
        return [
            await _model(models, name, language, ask and models.configured)
            for name in models.names()
        ]
    finally:
        await models.close()


async def _model(models: Models, name: str, language: Language, ask: bool) -> Finding:
    stages = models.names()[name]
    part = f"model {name} ({', '.join(stages)})"
    modes = {models.options(stage).mode for stage in stages}
    if not models.configured or modes == {"rules"}:
        key = "rules_only" if models.configured else "no_key"
        return Finding(part, "off", say(language, f"doctor.{key}"))
    place = say(
        language, "doctor.model", provider=models.settings.model_provider, url=_shown(models.url)
    )
    if not ask:
        return Finding(part, "ok", place)
    try:
        await models.model(stages[0]).answer(_PING)
    except TooLong:
        return Finding(part, "ok", place)
    except ModelError as error:
        return Finding(part, "degraded", f"{place}; {error.sentence(language)}")
    return Finding(part, "ok", place)
