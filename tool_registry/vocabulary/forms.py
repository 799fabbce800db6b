"""Regular forms of a surface form: English inflections, states said as actions in Chinese."""

from functools import cache, lru_cache
from pathlib import Path

from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.text import is_latin

_FILE = Path(__file__).parent / "aspects.yaml"
_SHORTEST = 2
"""Letters of an action: a verb and what it is done to."""
_SIBILANTS = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"


@lru_cache(maxsize=65536)
def inflections(surface: str) -> frozenset[str]:
    """The surface itself and its regular forms: plural or -s, -ing, -ed, on first and last word."""
    if not _is_inflected(surface):
        return frozenset({surface})
    words = surface.split(" ")
    forms = {surface}
    forms.update(" ".join([*words[:-1], form]) for form in _word_forms(words[-1]))
    if len(words) > 1:
        forms.update(" ".join([form, *words[1:]]) for form in _word_forms(words[0]))
    return frozenset(forms)


@lru_cache(maxsize=65536)
def plurals(surface: str) -> frozenset[str]:
    """The surface itself and its regular plural: what a noun can look like."""
    if not _is_inflected(surface):
        return frozenset({surface})
    *before, last = surface.split(" ")
    if len(last) < 2 or not last.isalpha():
        return frozenset({surface})
    return frozenset({surface, " ".join([*before, _with_s(last)])})


@lru_cache(maxsize=4096)
def action_nouns(verb: str) -> tuple[str, ...]:
    """Regular English nouns for what a verb brings about: enrol → enrolment, book → booking."""
    if not _is_inflected(verb) or " " in verb or len(verb) < 3:
        return ()
    stem = verb.removesuffix("e")
    endings = ("ment", "lment", "ation", "ion", "ing")
    return (*(verb + end for end in endings[:2]), *(stem + end for end in endings[2:]))


@lru_cache(maxsize=65536)
def aspects(state: str) -> tuple[str, ...]:
    """How else a state that is named by an action is said (`aspects.yaml`): paid, has been paid."""
    begins, action = state[:1], state[1:]
    ways = _aspects().get(begins)
    if ways is None or len(action) < _SHORTEST or is_latin(action[0]):
        return ()
    parts = {"deed": action, "verb": action[0], "object": action[1]}
    forms = (*ways["whole"], *(ways["parted"] if len(action) == _SHORTEST else ()))
    return tuple(form.format(**parts) for form in forms)


def bare_deed(state: str) -> str | None:
    """The deed by which the word of a code can mean the same state; None where there is none."""
    way = _aspects().get(state[:1])
    return state[1:] if way and "bare" in way and len(state) > _SHORTEST else None


@cache
def _aspects() -> dict[str, dict[str, list[str]]]:
    told: list[dict[str, list[str]]] = packaged(_FILE)
    return {str(one["begins"]): one for one in told}


def _is_inflected(surface: str) -> bool:
    return surface.isascii() and surface[-1:].isalpha()


def _word_forms(word: str) -> set[str]:
    if len(word) < 3 or not word.isalpha():
        return {word}
    return {word, _with_s(word), _stem_for_suffix(word, "ing") + "ing", _past(word)}


def _with_s(word: str) -> str:
    if word.endswith("y") and word[-2] not in _VOWELS:
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(_SIBILANTS) else "s")


def _past(word: str) -> str:
    if word.endswith("y") and word[-2] not in _VOWELS:
        return word[:-1] + "ied"
    return _stem_for_suffix(word, "ed") + "ed"


def _stem_for_suffix(word: str, suffix: str) -> str:
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")):
        return word[:-1] if suffix == "ed" or not word.endswith("ie") else word[:-2] + "y"
    doubles = (
        len(word) <= 4
        and word[-1] not in _VOWELS + "wxy"
        and word[-2] in _VOWELS
        and word[-3] not in _VOWELS
    )
    return word + word[-1] if doubles else word
