"""Names of parameters and the first words of their descriptions, read as noun phrases."""

import re
from dataclasses import dataclass
from functools import lru_cache

from tool_registry.parsing.description_terms import group_of, groups, phrase_set, phrases
from tool_registry.vocabulary.text import fold, split_identifier

_CUT = re.compile(r"[,，;；。、\n!！|]|\.\s|\.$|[:：]|[(（\[【]|\s[–—]\s|\s-\s")
_LEADING_BRACKET = re.compile(r"^\s*[(（\[【][^)）\]】]{0,12}[)）\]】]\s*[:：,，]?")
_CJK = re.compile(r"[\u3400-\u9fff]")
_LATIN_TAIL = re.compile(r"[A-Za-z][A-Za-z0-9_]*$")


@dataclass(frozen=True, slots=True)
class KeyName:
    """A parameter's name: `newOwnerUserId` → role new, stem `owner user`, identifier."""

    words: tuple[str, ...]
    """All words, roles stripped."""
    role: str | None
    identifier: bool
    """The last word says that the value is an identifier."""

    @property
    def stem(self) -> str:
        """The words before the identifier suffix, joined by blanks; empty for a bare `id`."""
        return " ".join(self.words[:-1] if self.identifier else self.words)


@lru_cache(maxsize=8192)
def read_key(key: str) -> KeyName:
    """Split a parameter's name into role, stem and identifier suffix."""
    words = split_identifier(key)
    role: str | None = None
    while len(words) > 1 and words[0].isascii():
        found = group_of(words[0], "naming", "roles")
        if found is None or (len(words) == 2 and words[1] in phrase_set("naming", "containers")):
            break
        role, words = role or found, words[1:]
    suffix = words[-1] if words else ""
    identifier = suffix in phrase_set("naming", "identifier_suffixes", "en")
    if identifier and suffix == "number" and len(words) == 1:
        identifier = False
    return KeyName(tuple(words), role, identifier)


@lru_cache(maxsize=8192)
def record_of(type_name: str) -> str:
    """What a type is of, in words: `LabOrderOut` → lab order; empty where that is nothing."""
    if is_chinese(type_name) or " " in type_name.strip():
        return ""
    words = split_identifier(type_name)
    while words and words[-1] in phrase_set("naming", "type_endings"):
        words = words[:-1]
    while len(words) > 1 and words[0] in phrase_set("naming", "type_beginnings"):
        words = words[1:]
    idle = phrase_set("naming", "containers") | phrase_set("naming", "generic_nouns", "en")
    return "" if not words or " ".join(words) in idle else " ".join(words)


@lru_cache(maxsize=8192)
def head_of(description: str) -> str:
    """The noun phrase that a description starts with, marks such as `required` taken off."""
    text = _LEADING_BRACKET.sub("", description).strip()
    for part in [p for p in _CUT.split(text) if p.strip()][:3]:
        words = part.strip(" *`\"'#-")
        folded = fold(words)
        if folded in _marks() or not folded:
            continue
        return words
    return ""


@lru_cache(maxsize=1)
def _marks() -> frozenset[str]:
    return phrase_set("slots", "required") | phrase_set("slots", "optional")


@lru_cache(maxsize=8192)
def identified_noun(head: str) -> str | None:
    """The noun whose identifier a head phrase names, or None.

    `ID of the order`, `the order's id`, `order id` → order; the same in Chinese word order."""
    return _chinese_noun(head) if _CJK.search(head) else _english_noun(fold(head))


def _chinese_noun(head: str) -> str | None:
    folded = fold(head).rstrip("".join(phrases("naming", "of_phrases", "zh")) + " ")
    suffixes = phrases("naming", "identifier_suffixes", "zh")
    for suffix in suffixes if folded not in suffixes else ():
        if folded.endswith(suffix) and len(folded) > len(suffix):
            return _last_segment(_without_latin_tail(folded[: -len(suffix)], suffix)) or None
    return None


def _without_latin_tail(text: str, suffix: str) -> str:
    if suffix.isascii():
        stripped = _LATIN_TAIL.sub("", text)
        return stripped if _CJK.search(stripped) else text
    return text


def _last_segment(text: str) -> str:
    for mark in phrases("naming", "of_phrases", "zh"):
        parts = [part for part in text.strip().split(mark) if part.strip()]
        text = parts[-1] if parts else ""
    text = text.strip(" _-")
    for word in phrases("naming", "idle_modifiers", "zh"):
        if len(word) > 1 and text.endswith(word) and len(text) > len(word):
            text = text.removesuffix(word)
    return text


_COUNTING = ("number", "no", "nos")


def _english_noun(head: str) -> str | None:
    suffix = "|".join(re.escape(s) for s in phrases("naming", "identifier_suffixes", "en"))
    of = re.search(rf"\b({suffix})s? (?:of|for) (the |an? |each )?([a-z ]{{2,40}})", head)
    if of and (of[2] or of[1] not in _COUNTING):
        return _until_clause(of[3])
    before = re.match(rf"(?:the |an? )?(?:unique )?([a-z ]{{2,30}}?)(?:'s)? (?:{suffix})\b", head)
    return _until_clause(before[1]) if before else None


def _until_clause(text: str) -> str | None:
    stops = phrase_set("naming", "joins", "en") | phrase_set("naming", "beneficiary_phrases", "en")
    stops |= phrase_set("naming", "by_phrases", "en")
    kept: list[str] = []
    for word in text.split():
        if word in stops or (kept and word in ("of", "whose")):
            break
        kept.append(word)
    idle = phrase_set("naming", "idle_modifiers", "en") | {"unique"}
    while kept and kept[0] in idle:
        kept.pop(0)
    return singular(" ".join(kept)) or None


def singular(noun: str) -> str:
    """The singular of a regular English noun phrase; anything else unchanged."""
    if not noun.isascii() or len(noun) < 4:
        return noun
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "shes", "ches", "xes")) or _ends_like_status(noun):
        return noun[:-2]
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is", "news", "series")):
        return noun[:-1]
    return noun


def _ends_like_status(noun: str) -> bool:
    """`statuses`, `viruses`, `bonuses`; not `houses`, `clauses`, `uses`."""
    return noun.endswith("uses") and len(noun.rpartition(" ")[2]) > 5 and noun[-5] not in "ao"


def is_chinese(text: str) -> bool:
    """True where a text has Chinese characters."""
    return _CJK.search(text) is not None


@lru_cache(maxsize=8192)
def role_before(text: str) -> str | None:
    """The role word that a folded text ends with: `bind to the new` → new; else None."""
    for name, words in groups("naming", "roles"):
        if any(_ends_with(text, word) for word in words):
            return name
    return None


def _ends_with(text: str, word: str) -> bool:
    if not text.endswith(word):
        return False
    before = text[: -len(word)][-1:]
    return not (word.isascii() and before.isascii() and before.isalnum())
