"""Every sentence that users read: YAML texts in Chinese and English, one file per part.

`say("en", "summary.not_found", entity="book")` takes the text `not_found` of `summary.yaml`.
Placeholders are `{name}`; `{count:copy|copies}` writes a number with the noun's right form,
`{thing:a}` a noun with its article, and `{zhizao}` our command, which nobody hands in.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter

from tool_registry.base.program import program
from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.language import Language

LANGUAGES: tuple[Language, ...] = ("zh", "en")
FOLDER = Path(__file__).parent
_AN = re.compile(
    r"(?i:(?!eu|uni|us[aeu]|ut[ei]|one\b|once\b)[aeiou]|hour|honest|heir)(?![A-Z]+\b)"
    r"|[AEFHILMNORSX](?=[A-Z0-9]*\b)"
)
"""Words before which the article is `an`: by their sound, of abbreviations by the first letter."""
_COMMAND = "{zhizao}"
"""In a text: our command, as it is typed here."""


class MessageError(LookupError):
    """A program asked for a text that does not exist, or with the wrong placeholders."""


def say(language: Language, key: str, **values: object) -> str:
    """The text `part.name` in that language with its placeholders filled in.

    Raises MessageError where the text is missing, or where the values are not exactly those that
    the text names: a typing slip shall not reach a user.
    """
    template, names = _template(key, language)
    if names != values.keys():
        raise MessageError(f"{key}: the text takes {sorted(names)}, but was given {sorted(values)}")
    return _FORMATTER.vformat(template, (), values)


def listed(language: Language, items: Iterable[object]) -> str:
    """The items in one line, with the separator of that language."""
    return say(language, "common.separator").join(str(item) for item in items)


def counted(items: Iterable[str]) -> list[str]:
    """Each item once, with how often it is there."""
    times = Counter(items)
    return [item if count == 1 else f"{item} × {count}" for item, count in times.items()]


def beside(language: Language, text: str) -> str:
    """The text in the brackets of that language, to be put behind another one."""
    return say(language, "common.beside", text=text)


def has(key: str) -> bool:
    """True when there is such a text."""
    part, _, name = key.partition(".")
    return name in _texts(part)


def keys(folder: Path = FOLDER) -> tuple[str, ...]:
    """Every key `part.name`, sorted."""
    parts = sorted(file.stem for file in folder.glob("*.yaml"))
    return tuple(f"{part}.{name}" for part in parts for name in sorted(_texts(part)))


def placeholders(key: str, language: Language) -> frozenset[str]:
    """The names of the values that a text takes."""
    return _template(key, language)[1]


class _Counting(Formatter):
    """Adds the format `{count:copy|copies}`: `1 copy`, `3 copies`; and `{thing:a}`, with `A` at a
    beginning: `a copy`, `an issue`."""

    def format_field(self, value: object, format_spec: str) -> str:
        if format_spec in ("a", "A"):
            return f"{format_spec}{'n' if _AN.match(str(value)) else ''} {value}"
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        one, many = format_spec.split("|", 1)
        return f"{value} {one if value == 1 else many}"


_FORMATTER = _Counting()


@cache
def _template(key: str, language: Language) -> tuple[str, frozenset[str]]:
    part, _, name = key.partition(".")
    text = _texts(part).get(name, {}).get(language)
    if text is None:
        raise MessageError(f"{key}: no {language} text; add it to pipelines/messages/{part}.yaml")
    text = text.replace(_COMMAND, program())
    fields = (field for _, field, _, _ in _FORMATTER.parse(text))
    return text, frozenset(field for field in fields if field)


@cache
def _texts(part: str) -> Mapping[str, Mapping[str, str]]:
    file = FOLDER / f"{part}.yaml"
    if not file.is_file():
        raise MessageError(f"{part}: no such file of texts: pipelines/messages/{part}.yaml")
    return packaged(file) or {}
