"""A reader that has learned its lines: the marks of each message are written by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.reader import FollowUp
from pipelines.intent.reader import shipped_reader
from pipelines.intent.reader.following import follow_up
from pipelines.intent.reader.local import place_of
from pipelines.intent.reader.marks import Marks
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language


@dataclass(slots=True)
class ScriptedReader:
    """Reads the follow-ups that it knows; of all others nothing is sure."""

    catalogue: Catalogue
    lines: Mapping[str, Marks] = field(default_factory=dict[str, Marks])
    heard: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    """What was said before each of the messages."""

    def read(
        self,
        text: str,
        *,
        environment: str | None = None,
        language: Language | None = None,
        before: Sequence[str] = (),
    ) -> IntentResult | None:
        """Requests of their own are the shipped reader's."""
        reader = shipped_reader(self.catalogue)
        return reader.read(text, environment=environment, language=language, before=before)

    def follow_up(
        self,
        text: str,
        *,
        before: Sequence[str],
        environment: str | None = None,
        language: Language | None = None,
    ) -> FollowUp | None:
        """The line, if it is known."""
        self.heard.append(tuple(before))
        read = self.lines.get(text)
        if read is None:
            return None
        return follow_up(read, place_of(text, self.catalogue, environment, language))
