"""The texts for users: both languages, strict placeholders, and every call in the code is right."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelines import messages
from pipelines.messages import LANGUAGES, Language, MessageError, listed, placeholders, say

ROOT = Path(__file__).parents[2]
FOLDERS = ("pipelines", "evals", "services")


KEYS = sorted(messages.keys())


def _filled(language: Language, key: str) -> str:
    return say(language, key, **dict.fromkeys(placeholders(key, language), 2))


def test_every_text_exists_in_both_languages_and_renders() -> None:
    rendered = {(key, lang): _filled(lang, key) for key in KEYS for lang in LANGUAGES}
    assert [key for key, text in rendered.items() if not text.strip("\n")] == []
    assert [key for key, text in rendered.items() if "{" in text.replace("${", "")] == []
    values = {key: [placeholders(key, one) for one in LANGUAGES] for key in KEYS}
    assert [key for key, (one, other) in values.items() if one != other] == []


def test_no_text_stands_twice() -> None:
    for file in sorted((ROOT / "pipelines/messages").glob("*.yaml")):
        names = re.findall(r"^([\w.]+):", file.read_text("utf-8"), re.MULTILINE)
        assert sorted(set(names)) == sorted(names), file.name


def test_english_texts_hold_no_chinese() -> None:
    chinese = [key for key in KEYS if re.search("[\u4e00-\u9fff]", _filled("en", key))]
    assert chinese == []


_WIDE = re.compile(r"[\u3400-\u9fff\uff08-\uff1f][,:;?!()]|[,:;?!()][\u3400-\u9fff\uff08-\uff1f]")


@pytest.mark.parametrize("key", messages.keys())
def test_punctuation_beside_chinese_is_full_width(key: str) -> None:
    address = ("host", "port")
    values = {name: "1" if name in address else "值" for name in placeholders(key, "zh")}
    assert _WIDE.findall(say("zh", key, **values)) == []


def test_a_number_takes_the_right_form_of_its_noun() -> None:
    assert "1 tool" in say("en", "filter.summary", total=1, mains=1, helpers=0)
    assert "3 tools" in say("en", "filter.summary", total=3, mains=1, helpers=2)


def test_lists_are_joined_the_way_the_language_does() -> None:
    assert listed("en", ["reader", "book"]) == "reader, book"
    assert listed("zh", ["读者", "图书"]) == "读者、图书"


def test_a_forgotten_value_an_extra_one_and_an_unknown_text_are_errors() -> None:
    with pytest.raises(MessageError, match="common"):
        say("en", "common.separator", colour="red")
    with pytest.raises(MessageError, match="takes"):
        say("en", "filter.summary", total=1)
    with pytest.raises(MessageError, match="add it to"):
        say("en", "common.no_such_text")
    with pytest.raises(MessageError, match="no such file"):
        say("en", "nowhere.text")


def _calls() -> Iterator[tuple[str, str, list[str]]]:
    """(place, key, names of the values) of each `say(…)` whose key is written out."""
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _is_say(node) and len(node.args) > 1:
                    key = node.args[1]
                    if isinstance(key, ast.Constant) and all(word.arg for word in node.keywords):
                        place = f"{file.relative_to(ROOT)}:{node.lineno}"
                        yield place, str(key.value), [str(word.arg) for word in node.keywords]


def _is_say(node: ast.Call) -> bool:
    return getattr(node.func, "id", getattr(node.func, "attr", None)) == "say"


def test_every_call_in_the_code_names_a_text_and_gives_what_it_takes() -> None:
    known = set(messages.keys())
    unknown = [f"{place}: no text {key}" for place, key, _ in _calls() if key not in known]
    wrong = [
        f"{place}: {key} takes {sorted(placeholders(key, 'zh'))}, given {sorted(names)}"
        for place, key, names in _calls()
        if key in known and placeholders(key, "zh") ^ set(names)
    ]
    assert unknown + wrong == []


@pytest.mark.parametrize(
    "told",
    ["an appointment", "a loan", "a user", "a unit", "an hour", "an API key", "an SMS", "a URL"],
)
def test_the_article_goes_by_how_the_next_word_sounds(told: str) -> None:
    noun = told.partition(" ")[2]
    said = say("en", "resources.cannot", thing=noun, environment="daily")
    assert said == f"This cannot be done to {told} in daily. Nothing was run."
