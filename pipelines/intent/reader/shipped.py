"""The reader with the weights that are shipped: loaded when a first message is read."""

import hashlib
import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.reader import FollowUp
from pipelines.intent.reader.local import WEIGHTS, LocalReader, shipped
from pipelines.messages import say
from pipelines.models.kept_vectors import VectorFile
from tool_registry.base.errors import RegistryError
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language, language_of

_LOG = logging.getLogger(__name__)
_SHOWN = 16
"""Digits of the digest of the weights in the name of the file of vectors."""
_MOST = 16
"""Catalogues whose readers are kept, those of the latest requests; each caller's view is one."""
_kept: list["ShippedReader"] = []


class NoReader(RegistryError):
    """The shipped weights are missing or damaged; the message says what to do."""


class ShippedReader:
    """Reads messages about one catalogue; without usable weights it reads nothing."""

    def __init__(self, catalogue: Catalogue, folder: Path | None = None) -> None:
        self.catalogue, self.folder = catalogue, folder
        self._reader: LocalReader | None = None
        self._is_open = False
        self._opening = Lock()

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

    def _opened(self) -> LocalReader | None:
        with self._opening:  # a service opens it ahead of the first request, in another thread
            if not self._is_open:
                self._is_open, self._reader = True, _open(self.catalogue, self.folder)
            return self._reader


def shipped_reader(catalogue: Catalogue, folder: Path | None = None) -> ShippedReader:
    """The reader of a catalogue, the same one for the same catalogue. `folder`: where the vectors
    of names are kept beyond this process."""
    found = (one for one in _kept if one.catalogue is catalogue and one.folder == folder)
    reader = next(found, None) or ShippedReader(catalogue, folder)
    _kept[:] = [reader, *(one for one in _kept if one is not reader)][:_MOST]
    return reader


def read_alone(
    text: str, catalogue: Catalogue, environment: str | None = None, *, folder: Path | None = None
) -> IntentResult:
    """What a message of its own says about a catalogue; NoReader where nobody can read it.
    `folder`: as in `shipped_reader`."""
    read = shipped_reader(catalogue, folder).read(text, environment=environment)
    if read is None:
        raise NoReader(say(language_of(text), "road.no_reader"))
    return read


def reader_problem() -> str | None:
    """Why no sentence can be read: the weights, or the words beside them, cannot be opened."""
    try:
        shipped()
    except ValueError as error:
        return str(error)
    return None


def _open(catalogue: Catalogue, folder: Path | None) -> LocalReader | None:
    if problem := reader_problem():
        _LOG.warning("no sentence can be read: %s", problem)
        return None
    return LocalReader(shipped(), catalogue, _vectors(folder) if folder is not None else None)


@cache
def _vectors(folder: Path) -> VectorFile:
    digest = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()[:_SHOWN]
    return VectorFile(folder / f"{digest}.npz")
