"""The local reader of a process: loaded when a first sentence is read, for all catalogues."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.reading import FollowUp
from services.settings import Settings
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language

if TYPE_CHECKING:
    from pipelines.reader.decoding import Decoder
    from pipelines.reader.local import LocalReader
    from pipelines.reader.names import VectorFile

_LOG = logging.getLogger(__name__)
_SHOWN = 16
"""Digits of the digest of the weights in the name of the file of vectors."""


class Reading:
    """Opens readers for catalogues; without usable weights the rules read alone."""

    def __init__(self, settings: Settings) -> None:
        self._home = settings.home
        self.problem: str | None = None
        """Why sentences are read by rules alone."""
        self._decoder: Decoder | None = None
        self._kept: VectorFile | None = None

    def of(self, catalogue: Catalogue) -> "CatalogueReader":
        """The reader of messages about that catalogue."""
        return CatalogueReader(self, catalogue)

    def open(self, catalogue: Catalogue) -> "LocalReader | None":
        """The reader with its names; None where there are no usable weights."""
        from pipelines.reader.local import LocalReader

        if self._decoder is None and self.problem is None:
            self._load()
        return LocalReader(self._decoder, catalogue, self._kept) if self._decoder else None

    def _load(self) -> None:
        # It takes a fifth of a second, which commands that read no sentence do not pay.
        from pipelines.reader.local import WEIGHTS, shipped
        from pipelines.reader.names import VectorFile

        try:
            self._decoder = shipped()
        except ValueError as error:
            self.problem = str(error)
            _LOG.warning("sentences are read by rules alone: %s", error)
            return
        digest = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()[:_SHOWN]
        self._kept = VectorFile(self._home / "names" / f"{digest}.npz")


@dataclass(slots=True)
class CatalogueReader:
    """Reads messages about one catalogue; without usable weights it reads nothing."""

    reading: Reading
    catalogue: Catalogue
    _reader: "LocalReader | None" = None
    _is_open: bool = False

    def read(
        self,
        text: str,
        *,
        environment: str | None = None,
        language: Language | None = None,
        before: Sequence[str] = (),
    ) -> IntentResult | None:
        """What a message says; None where nobody can read it."""
        reader = self._opened()
        if reader is None:
            return None
        return reader.read(text, environment=environment, language=language, before=before)

    def follow_up(
        self,
        text: str,
        *,
        before: Sequence[str],
        environment: str | None = None,
        language: Language | None = None,
    ) -> FollowUp | None:
        """What a message is to what was said before it; None where nobody can read it."""
        reader = self._opened()
        if reader is None:
            return None
        return reader.follow_up(text, before=before, environment=environment, language=language)

    def _opened(self) -> "LocalReader | None":
        if not self._is_open:
            self._reader, self._is_open = self.reading.open(self.catalogue), True
        return self._reader
