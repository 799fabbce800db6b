"""Work on the registry of tools by sentence: register, retire, approve, publish, edit, ask."""

from pipelines.onboarding.commands.reading import asks_how_to, is_work
from pipelines.onboarding.commands.stage import (
    Handled,
    Registrar,
    answers_registry_question,
    continued,
    handle_registry_command,
)

__all__ = [
    "Handled",
    "Registrar",
    "answers_registry_question",
    "asks_how_to",
    "continued",
    "handle_registry_command",
    "is_work",
]
