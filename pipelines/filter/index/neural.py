"""Vectors by any model that sentence-transformers loads, of this machine (the extra `embed`).

Nothing is downloaded: a name stands for a model that was fetched before, or for a folder.
"""

import logging
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import numpy as np

from pipelines.filter.index.embedder import Embedded
from pipelines.filter.index.postings import Floats
from pipelines.models.errors import NotLoaded

BATCH = 32
_NO_PACKAGE = "the package sentence-transformers is not installed: pip install 'zhizao[embed]'"
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")
"""What a model in the cache may be called: `NAME` or `OWNER/NAME`."""
_AGAIN = 30.0
"""Seconds until a model that could not be loaded is tried again."""


@dataclass
class SentenceEmbedder:
    """A model by the name that it has in the cache of this machine, or by its folder."""

    where: str
    _failed: tuple[float, NotLoaded] | None = field(default=None, init=False)

    @property
    def name(self) -> str:
        """`sentence-transformers/…`; for a folder with the time of its last change."""
        folder = Path(self.where)
        if not folder.is_dir():
            return f"sentence-transformers/{self.where}"
        latest = max((file.stat().st_mtime_ns for file in folder.iterdir()), default=0)
        return f"sentence-transformers/{folder.resolve()}@{latest}"

    def embed(self, texts: Sequence[str], *, tools: bool = False) -> Embedded:
        """See `Embedder`; both sides are treated alike. NotLoaded says what is missing."""
        del tools
        told, model = list(texts), self._loaded()
        if not told:
            return Embedded(np.zeros((0, 0), np.float32), np.zeros(0, np.float32))
        raw: Any = model.encode(told, batch_size=BATCH, show_progress_bar=False)
        shares = _shares(model.tokenizer, told)
        return Embedded(_of_unit_length(np.asarray(raw, np.float32), shares), shares)

    def _loaded(self) -> Any:
        """The model; after a failure it is not tried again at once, for that takes seconds."""
        now = time.monotonic()
        if self._failed and now < self._failed[0]:
            raise self._failed[1]
        try:
            return self._model
        except NotLoaded as error:
            self._failed = (now + _AGAIN, error)
            raise

    @cached_property
    def _model(self) -> Any:
        if find_spec("sentence_transformers") is None:
            raise NotLoaded(_NO_PACKAGE, model=self.where)
        if not Path(self.where).is_dir() and not _NAME.fullmatch(self.where):
            raise NotLoaded("there is no such folder", model=self.where)
        try:
            return _load(self.where)
        except OSError as error:
            reason = f"it is not on this machine; fetch it first: hf download {self.where}"
            raise NotLoaded(reason, model=self.where) from error
        except (ValueError, ImportError, RuntimeError, AttributeError, KeyError) as error:
            raise NotLoaded(_brief(error), model=self.where) from error


def _load(where: str) -> Any:
    """The model, without a word on stderr."""
    package = import_module("sentence_transformers")
    import_module("transformers.utils.logging").disable_progress_bar()
    logging.getLogger("sentence_transformers").setLevel(logging.ERROR)
    return package.SentenceTransformer(where, device="cpu", local_files_only=True)


def _brief(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def _of_unit_length(vectors: Floats, shares: Floats) -> Floats:
    """Those of texts that the model does not know are zeros."""
    known = np.nan_to_num(vectors) * (shares > 0)[:, None]
    norms = np.linalg.norm(known, axis=1, keepdims=True)
    return (known / np.maximum(norms, 1e-9)).astype(np.float32)


def _shares(tokenizer: Any, texts: Sequence[str]) -> Floats:
    """Which share of each text's tokens the model knows: a model without Chinese falls silent."""
    unknown, rows = _tokens(tokenizer, texts)
    found = [sum(token != unknown for token in row) / len(row) if row else 0.0 for row in rows]
    return np.array(found, np.float32)


def _tokens(tokenizer: Any, texts: Sequence[str]) -> tuple[int | None, list[list[int]]]:
    """The token for what is not known, and the tokens of each text; of either kind of tokenizer."""
    told = list(texts)
    if hasattr(tokenizer, "encode_batch"):
        encoded = tokenizer.encode_batch(told, add_special_tokens=False)
        mark = next((m for m in ("[UNK]", "<unk>") if tokenizer.token_to_id(m) is not None), None)
        unknown = tokenizer.token_to_id(mark) if mark else None
        return unknown, [list(one.ids) for one in encoded]
    found = tokenizer(told, add_special_tokens=False, truncation=True)["input_ids"]
    return tokenizer.unk_token_id, cast("list[list[int]]", found)
