"""Work on the registry of tools by sentence: register, retire, approve, publish, edit, ask."""

from pipelines.registry_work.on_the_road import (
    Handled,
    Registrar,
    asks_the_desk,
    at_the_desk,
    continued,
)
from pipelines.registry_work.reading import asks_how_to, is_work

__all__ = [
    "Handled",
    "Registrar",
    "asks_how_to",
    "asks_the_desk",
    "at_the_desk",
    "continued",
    "is_work",
]
