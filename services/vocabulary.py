"""The words that this deployment knows: its packs, and what the team has accepted."""

from pathlib import Path

from services.settings import Settings
from tool_registry.vocabulary.lexicon import Concept
from tool_registry.vocabulary.packs import load_packs

_TEAM = "team"


def team_pack(settings: Settings) -> Path:
    """The team's own pack, written by `zhizao synonyms accept`."""
    return settings.home / "packs" / f"{_TEAM}.yaml"


def vocabulary(settings: Settings) -> list[Concept]:
    """All concepts, the team's last."""
    packs, file = load_packs(settings.packs), team_pack(settings)
    return [*packs, *load_packs((_TEAM,), file.parent)] if file.is_file() else packs
