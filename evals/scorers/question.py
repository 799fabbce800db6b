"""Question scorer: what is asked of the user, and the words of the answer."""

import re

from evals.case import ExpectedQuestion
from evals.score import Outcome, Score, found_in, score
from pipelines.contracts.answer import Answer
from tool_registry.vocabulary.language import language_of

_HAN = re.compile(r"[\u4e00-\u9fff]")
_ENGLISH = re.compile(r"[A-Za-z]{2,}")


def score_question(outcome: Outcome) -> Score:
    """A question where one is due, none where none is, and the words that must be said."""
    expected, answer = outcome.expected, outcome.answer
    reasons: list[str] = []
    if expected.question is not None:
        reasons += _asked(expected.question, answer)
    elif answer.question and answer.status == "succeeded":
        reasons.append(f"asks although it succeeded: {answer.question}")
    text = "\n".join(filter(None, (answer.summary.text, answer.question)))
    for words in expected.says:
        if not any(_said(one, text, outcome) for one in words.split("|")):
            reasons.append(f"does not say {words}: {text[:200]}")
    reasons += [f"says {words}: {text[:200]}" for words in expected.denies if found_in(text, words)]
    if expected.lines is not None and text.count("\n") >= expected.lines:
        reasons.append(f"is longer than {expected.lines} lines: {text[:200]}")
    whole = answer.model_dump_json()
    reasons += [f"repeats {words[:40]}" for words in expected.never_says if words in whole]
    if not _in_language(outcome, text):
        reasons.append(f"not in the language of the request: {text[:200]}")
    return score("question", reasons)


def _said(words: str, text: str, outcome: Outcome) -> bool:
    """True for words of the text; of a named effect that never was there, nothing is said."""
    value = outcome.value(words)
    return value is not None and found_in(text, value)


def _in_language(outcome: Outcome, text: str) -> bool:
    if outcome.expected.language is None:
        return _same_language(outcome.text, text)
    return outcome.expected.language in ("any", language_of(text))


def _same_language(request: str, reply: str) -> bool:
    """Chinese is answered in Chinese; what has words but no Chinese, in English; what is mostly
    English with a Chinese word in it, in either."""
    if len(_HAN.findall(request)) > len(_ENGLISH.findall(request)):
        return bool(_HAN.search(reply))
    return (
        _HAN.search(request) is not None
        or not _ENGLISH.search(request)
        or len(_ENGLISH.findall(reply)) >= 2
    )


def _asked(expected: ExpectedQuestion, answer: Answer) -> list[str]:
    question = answer.question or ""
    if not question:
        return ["asks nothing"]
    missing = answer.intent.missing if answer.intent else ()
    blocking = [one.name for one in missing if one.blocking]
    reasons: list[str] = []
    for words in expected.asks:
        if not any(found_in(name, words) for name in blocking):
            reasons.append(f"does not ask for {words}, but for {', '.join(blocking) or 'nothing'}")
    for words in expected.says:
        if not found_in(question, words):
            reasons.append(f"the question does not say {words}: {question}")
    return reasons
