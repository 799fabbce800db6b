"""The table of words learns what sentences mean, from a meaning that the test makes up."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from evals.errors import BenchError
from evals.filtering.distil import Distilled, taught
from evals.filtering.sentences import chosen, told

SENTENCES = [
    f"{who} {does} the {what}"
    for who in ("cook", "baker", "farmer", "driver", "nurse")
    for does in ("carries", "cleans", "paints", "sells")
    for what in ("boat", "lamp", "door", "wheel", "coupon")
]


@cache
def meant(text: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What a text means: the sum of what its words mean, which are numbers drawn by their letters;
    `coupon` means what `lamp` means."""
    words = text.replace("coupon", "lamp").split()
    found = sum(np.random.default_rng([*word.encode()]).normal(size=16) for word in words)
    return np.asarray(found) / np.linalg.norm(found)


def unlearned() -> Distilled:
    draw = np.random.default_rng(3)
    words = sorted({word for text in SENTENCES for word in text.split()} - {"the"})
    vectors = {word: draw.normal(size=16) / 10 for word in (*words, "\u4f18\u60e0\u5238")}
    return Distilled(vectors | _silent(), lambda many: many)


def _silent() -> dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    from pipelines.filter.index.terms import empty_words

    return {word: np.zeros(16) for word in empty_words()}


def alike(made: Distilled, one: str, other: str) -> float:
    a, b = made.words[one], made.words[other]
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def test_words_come_to_mean_what_their_sentences_mean() -> None:
    first = unlearned()
    texts = SENTENCES * 100
    made, near = taught(first, texts, lambda many: np.stack([meant(text) for text in many]))
    assert near > 0.9
    assert alike(made, "coupon", "lamp") > 0.9 > alike(first, "coupon", "lamp")
    assert alike(made, "coupon", "\u4f18\u60e0\u5238") > 0.8
    assert not made.words["the"].any()


def test_sentences_come_from_wordnet_and_from_files_each_once_and_of_a_handy_length(
    tmp_path: Path,
) -> None:
    for part in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"data.{part}").write_text(
            "  1 a line of the licence\n"
            f'00001740 03 n 01 {part} 0 000 | a {part} of this file; "we gave them one example"\n'
        )
    more = tmp_path / "more.txt"
    more.write_text("two words\na library that  draws plots\na library that draws plots\n")
    found = chosen(told(tmp_path, [more]), 100)
    assert sorted(found) == [
        "a adj of this file",
        "a adv of this file",
        "a library that draws plots",
        "a noun of this file",
        "a verb of this file",
        "we gave them one example",
    ]
    assert chosen(reversed(found), 3) == found[:3]


def test_a_folder_that_is_no_wordnet_is_named(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match=r"data\.noun is not there"):
        chosen(told(tmp_path, []), 1)
