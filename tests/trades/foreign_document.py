"""The catalogue of somebody else's OpenAPI document: the library that the suite `openapi` has."""

from pathlib import Path

from services.evaluation.mock_bench import file_offer
from services.registry import read_environments
from services.settings import Settings
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.packs import load_packs

_LIBRARY = Path(__file__).parents[2] / "evals/cases/openapi/library.json"


def library_of_a_document(settings: Settings, folder: Path) -> Catalogue:
    """With the general words alone; `folder` holds what is read from the document."""
    offer = file_offer(settings, _LIBRARY, folder)
    packs = load_packs(("general",))
    return build_catalogue(offer.tools, offer.documents, read_environments(settings), packs)
