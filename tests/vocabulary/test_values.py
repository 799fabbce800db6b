"""Numbers in words, and values that are told by their shape."""

from pathlib import Path

import pytest

from tool_registry.vocabulary import patterns
from tool_registry.vocabulary.numerals import number_of
from tool_registry.vocabulary.patterns import find

CASES = Path(__file__).parents[2] / "evals" / "cases"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("1,200", 1200),
        ("1.5万", 15000),
        ("3k", 3000),
        ("两", 2),
        ("十五", 15),
        ("二十", 20),
        ("一百零五", 105),
        ("一百二", 120),
        ("两万五", 25000),
        ("一二三", 123),
        ("a couple of", 2),
        ("dozen", 12),
        ("half a dozen", 6),
        ("forty-five", 45),
        ("twenty five", 25),
        ("two hundred and fifty", 250),
        ("two hundred thousand", 200000),
        ("a", None),
        ("十几", None),
        ("several", None),
        ("2219675358229000001", 2219675358229000001),
    ],
)
def test_numbers(text: str, number: float | None) -> None:
    assert number_of(text) == number


def told(text: str) -> list[tuple[str | None, object, str | None]]:
    shapes = find(text, first=True) or find(text, first=False)
    return [(v.attribute, v.value, v.unit) for shape in shapes for v in shape.values]


@pytest.mark.parametrize(
    "text",
    [
        "满50减20",
        "满50-20",
        "50-20券",
        "满五十减二十",
        "spend 50 get 20 off",
        "满50元减20元",
        "满50立减20",
    ],
)
def test_a_reduction_is_a_threshold_and_an_amount(text: str) -> None:
    assert ("threshold", 50, "yuan") in told(text)
    assert ("amount", 20, "yuan") in told(text)


@pytest.mark.parametrize("text", ["20 off 50", "20 yuan off orders over 50 yuan", "20-off-50"])
def test_english_says_the_amount_first(text: str) -> None:
    assert sorted(told(text), key=str) == [("amount", 20, "yuan"), ("threshold", 50, "yuan")]


@pytest.mark.parametrize(
    ("text", "share"),
    [("8折", 0.8), ("85折", 0.85), ("八五折", 0.85), ("20% off", 0.8), ("打九折", 0.9)],
)
def test_a_discount_is_the_share_that_is_paid(text: str, share: float) -> None:
    assert told(text) == [("discount", share, "ratio")]


@pytest.mark.parametrize("text", ["13800000001", "138-0000-0001", "138 0000 0001"])
def test_a_phone_number_is_known_by_its_shape(text: str) -> None:
    assert told(text) == [("phone", "13800000001", None)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a.b@corp.example", ("email", "a.b@corp.example", None)),
        ("2025年1月3日", ("date", "2025-01-03", None)),
        ("2025/1/3", ("date", "2025-01-03", None)),
        ("¥50", (None, 50, "yuan")),
        ("五十块", (None, 50, "yuan")),
        ("30天", (None, 30, "day")),
        ("LT-0042", (None, "LT-0042", None)),
        ("14453427870", (None, 14453427870, None)),
    ],
)
def test_other_shapes(text: str, value: tuple[str | None, object, str | None]) -> None:
    assert told(text) == [value]


@pytest.mark.parametrize("text", ["2-3张", "20-50券", "1-800-555", "2025-01-02"])
def test_a_range_or_a_date_is_no_reduction(text: str) -> None:
    assert all(attribute not in ("threshold", "amount") for attribute, _, _ in told(text))


def test_offsets_are_those_of_the_original_text() -> None:
    text = "给 满50减20 券"
    shape = find(text, first=True)[0]
    assert text[shape.start : shape.end] == "满50减20"


@pytest.mark.slow
def test_a_text_without_a_shapes_signs_holds_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = {
        line.strip()
        for file in CASES.glob("*.yaml")
        for line in file.read_text("utf-8").split("\n")
    }
    lines |= {
        '$5 or €6, "a b"',
        "let's say 1 AM to 3 PM",
        "１００元",
        "10% OFF over ￥50",
        "a@b.cc",
    }
    told = {line: (find(line, first=True), find(line, first=False)) for line in lines}
    monkeypatch.setattr(patterns, "_may_hold", lambda text, pattern: True)  # pyright: ignore
    for line, found in told.items():
        assert (find(line, first=True), find(line, first=False)) == found
