"""The file of proposals that a person reviews, and the pack that accepted ones go to."""

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter, ValidationError

from pipelines.onboarding.synonyms.proposals import KINDS, Proposal, State
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.yaml_files import read
from tool_registry.vocabulary.lexicon import Concept, Lexicon

_HEAD = (
    "# Proposed synonyms. Words may be changed or taken out here before they are accepted:\n"
    "# zhizao synonyms list | accept ID… | reject ID…\n"
)
_PACK_HEAD = (
    "# Synonyms of the team: accepted with zhizao synonyms accept. Read beside ZHIZAO_PACKS.\n"
)
_ALL = TypeAdapter(list[Proposal])


def read_proposals(file: Path) -> list[Proposal]:
    """What stands in the file, if there is one; ConfigurationError where it is broken."""
    if not file.exists():
        return []
    try:
        return _ALL.validate_python(read(file) or [])
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise ConfigurationError(f"{file}: entry {place}: {first['msg']}") from error


def write_proposals(proposals: Iterable[Proposal], file: Path) -> None:
    """Writes the file anew."""
    _write(_HEAD, [one.model_dump(mode="json") for one in proposals], file)


def with_new(held: Sequence[Proposal], made: Iterable[Proposal]) -> list[Proposal]:
    """The decided ones as they are, then the new ones: what was rejected is not proposed again."""
    decided = [one for one in held if one.state != "proposed"]
    known = {one.id for one in decided}
    return [*decided, *(one for one in made if one.id not in known)]


def decided(
    held: Sequence[Proposal], chosen: Callable[[Proposal], bool], state: State
) -> tuple[list[Proposal], list[Proposal]]:
    """All proposals, and those that are decided now; decided ones may be decided anew."""
    fresh = [one.model_copy(update={"state": state}) for one in held if chosen(one)]
    by_id = {one.id: one for one in fresh}
    return [by_id.get(one.id, one) for one in held], fresh


def write_pack(accepted: Collection[Proposal], lexicon: Lexicon, file: Path) -> None:
    """Writes the pack of all accepted ones anew."""
    pack: dict[str, list[dict[str, Any]]] = {}
    for one in accepted:
        concept = lexicon.concept(KINDS[one.section], one.name)
        pack.setdefault(one.section, []).append(_entry(one, concept))
    _write(_PACK_HEAD, pack, file)


def _entry(one: Proposal, concept: Concept | None) -> dict[str, Any]:
    """An entry that joins the concept of that name; what the concept is stays as it is."""
    entry: dict[str, Any] = {"name": one.name}
    if concept is not None and concept.function is not None:
        entry["function"] = concept.function.value
    return entry | {"zh": list(one.zh), "en": list(one.en)}


def _write(head: str, data: object, file: Path) -> None:
    text: str = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100)
    fresh = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(head + text, "utf-8")
        fresh.replace(file)
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be written: {error.strerror}") from error
