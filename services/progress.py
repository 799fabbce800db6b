"""What a person reads while a run is on its way, as plain lines, wherever they are shown."""

import click

from pipelines.contracts.events import Event
from pipelines.messages import Language
from services.cli.printing import Printer
from tool_registry.catalogue import Catalogue

_INSET = " " * 5


class Progress:
    """Listens to a run: lines worth telling, and what its plan says beside the calls."""

    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        """`language`: until the run knows better."""
        self.catalogue = catalogue
        self.notes: tuple[str, ...] = ()
        """Of the latest plan, for the user."""
        self._lines: list[str] = []
        self._printer = Printer(
            language, catalogue.environments, new_session=False, echo=self._lines.append
        )
        self._printer.catalogue = catalogue

    @property
    def language(self) -> Language:
        """The one in which the user is spoken to."""
        return self._printer.language

    @property
    def titles(self) -> dict[str, str]:
        """Step → what it is called."""
        return self._printer.titles

    def __call__(self, event: Event) -> list[str]:
        """What the event is worth telling; often nothing."""
        if event.type == "plan":
            self.notes = event.notes
        self._lines.clear()
        self._printer(event)
        lines = (click.unstyle(one) for one in self._lines)
        return [one.strip() for one in lines if not _is_detail(event, one)]

    def title(self, step: str, tool: str) -> str:
        """What a step is called, else what its tool's author calls the tool."""
        known = self.catalogue.tools.get(tool)
        return self.titles.get(step) or (known.title if known else tool)


def _is_detail(event: Event, line: str) -> bool:
    """True for what the plan says of arguments: the answer tells it once more."""
    return not line.strip() or (event.type == "plan" and line.startswith(_INSET))
