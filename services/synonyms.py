"""Synonyms out of a team's documents and tools, from the proposal to the pack."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pipelines.filter.index.static import load_static
from pipelines.models.steady import Budget
from pipelines.models.typed_answers import AskOptions
from pipelines.onboarding.model import synonyms as by_model
from pipelines.onboarding.synonyms.evidence import Evidence, Known
from pipelines.onboarding.synonyms.in_documents import read_documents
from pipelines.onboarding.synonyms.in_tools import read_tools
from pipelines.onboarding.synonyms.proposals import Proposal, State, conflicts_of, propose
from pipelines.onboarding.synonyms.review import (
    decided,
    read_proposals,
    with_new,
    write_pack,
    write_proposals,
)
from services.errors import InvalidRequest, NotFound, Unavailable
from services.models import Models
from services.settings import Settings
from services.vocabulary import team_pack, vocabulary
from tool_registry.model import Document, RawTool
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.packs import load_packs

_CALLS = 200
"""Parts of documents about which a model is asked at most, repairs counted."""
_SUFFIXES = (".md", ".markdown", ".txt", ".rst")
_BYTES = 5_000_000
_FILES = 2_000
_ENCODINGS = ("utf-8-sig", "gb18030")


def proposals_file(settings: Settings) -> Path:
    """Where proposals wait for a person."""
    return settings.home / "synonyms" / "proposals.yaml"


def build(
    settings: Settings,
    paths: Sequence[Path],
    tools: Sequence[RawTool],
    least: float,
    out: Path,
    models: Models | None = None,
) -> list[Proposal]:
    """Reads documents and tools, and writes what is proposed to `out`; gives what is new.

    Decided proposals in that file stay as they are. With `models` a language model reads the
    documents too; Unavailable where it fails before it has read any."""
    documents = list(_documents(paths))
    known = Known(Lexicon(vocabulary(settings)), load_static())
    evidence: list[Evidence] = [*read_documents(documents, known), *read_tools(tools, known)]
    if models is not None:
        evidence += asyncio.run(_by_model(documents, models))
    held = read_proposals(out)
    kept = with_new(held, propose(evidence, known, least))
    write_proposals(kept, out)
    return [one for one in kept if one.state == "proposed"]


async def _by_model(documents: Sequence[Document], models: Models) -> list[Evidence]:
    """What a model finds that the documents state, each pair with the words that say it."""
    chosen = models.options("parsing")
    if chosen.mode == "rules":
        raise InvalidRequest("synonyms.no_model")
    options = AskOptions(temperature=chosen.temperature, seconds=chosen.seconds)
    try:
        model = models.steady("parsing", Budget(calls=_CALLS))
        told = await by_model.propose(documents, model, options)
    finally:
        await models.close()
    if told.error is not None and not told.found:
        language = language_of(documents[0].text if documents else "")
        raise Unavailable("synonyms.model_failed", reason=told.error.sentence(language))
    return [
        Evidence(one.term, one.synonym, "model", one.place, one.quote, one.confidence)
        for one in told.found
    ]


def decide(
    settings: Settings,
    ids: Sequence[str],
    state: State,
    *,
    least: float | None = None,
    anyway: bool = False,
) -> list[Proposal]:
    """Accepts or rejects proposals by id, or all from a confidence on; writes file and pack.

    NotFound for an id that there is none of; InvalidRequest where a word means something else
    already, unless `anyway`. Nothing is written then."""
    file = proposals_file(settings)
    held = read_proposals(file)
    if missing := sorted(set(ids) - {one.id for one in held}):
        raise NotFound("synonyms.no_such", id=missing[0])
    lexicon = Lexicon(load_packs(settings.packs))

    def is_chosen(one: Proposal) -> bool:
        sure = least is not None and one.state == "proposed" and one.confidence >= least
        return one.id in ids or (sure and (anyway or not conflicts_of(one, lexicon)))

    after, fresh = decided(held, is_chosen, state)
    if state == "accepted" and not anyway:
        _refuse_conflicts([one for one in fresh if one.id in ids], lexicon)
    accepted = [one for one in after if one.state == "accepted"]
    write_pack(accepted, lexicon, team_pack(settings))
    write_proposals(after, file)
    return fresh


def _refuse_conflicts(chosen: Iterable[Proposal], lexicon: Lexicon) -> None:
    for one in chosen:
        if found := conflicts_of(one, lexicon):
            raise InvalidRequest("synonyms.conflict", id=one.id, name=one.name, what=found[0])


def _documents(paths: Sequence[Path]) -> Iterator[Document]:
    files = [file for path in paths for file in _files(path)]
    if len(files) > _FILES:
        raise InvalidRequest("synonyms.too_many", count=len(files), most=_FILES)
    for file in files:
        yield Document(source="documents", name=str(file), text=_text(file))


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        found = sorted(p for p in path.rglob("*") if p.suffix.lower() in _SUFFIXES and p.is_file())
        if not found:
            raise InvalidRequest("synonyms.no_documents", path=path, kinds=", ".join(_SUFFIXES))
        return found
    if not path.is_file():
        raise InvalidRequest("synonyms.no_file", path=path)
    return [path]


def _text(file: Path) -> str:
    try:
        size = file.stat().st_size
        if size > _BYTES:
            raise InvalidRequest("synonyms.too_big", path=file, most=_BYTES // 1_000_000)
        raw = file.read_bytes()
    except OSError as error:
        raise InvalidRequest("synonyms.unreadable", path=file, why=error.strerror) from error
    for encoding in _ENCODINGS:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any(char < " " and char not in "\n\r\t\f\v" for char in text):
            return text
    raise InvalidRequest("synonyms.binary", path=file)
