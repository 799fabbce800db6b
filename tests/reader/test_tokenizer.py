"""The tokenizer: the likeliest pieces, and where in the text each of them stands."""

from pipelines.models.tokenizer import UNK, Tokenizer

PIECES = (
    "<s>",
    "<pad>",
    "</s>",
    "<unk>",
    "\u2581",
    "give",
    "\u2581give",
    "n",
    "\u2581a",
    "\u2581ca",
    "rd",
    "1",
    "12",
    "34",
)
SCORES = (0.0, 0.0, 0.0, 0.0, -3.0, -5.0, -2.0, -4.0, -2.5, -4.0, -4.0, -4.0, -3.0, -3.0)


def cut(text: str) -> list[str]:
    found = Tokenizer(PIECES, SCORES, {"\uff21": "a"}).tokens(text)
    return [text[start:end] for start, end in found.offsets]


def test_the_likeliest_way_to_cut_wins() -> None:
    assert cut("given card 1234") == ["give", "n", "ca", "rd", "", "12", "34"]


def test_offsets_are_of_the_text_as_it_was_typed() -> None:
    assert cut("give   \uff21") == ["give", "\uff21"]


def test_a_sign_without_a_piece_is_unknown_and_keeps_its_place() -> None:
    found = Tokenizer(PIECES, SCORES, {}).tokens("give \u5238")
    assert found.ids[-1] == UNK
    assert found.offsets[-1] == (5, 6)


def test_an_empty_text_has_no_piece_of_its_own() -> None:
    assert cut("") in ([], [""])
