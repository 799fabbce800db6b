"""The answer: how it ended, and what it says."""

import re

from evals.draw import fill
from evals.score import Outcome, Score, Stage, found_in, score
from pipelines.contracts.answer import Status as Ended
from pipelines.contracts.answer import Verdict
from tool_registry.vocabulary.language import language_of

_HAN = re.compile(r"[\u4e00-\u9fff]")
_TOLD = {
    True: "expected: the answer admits that not everything was done as asked; "
    "got: it says that everything was",
    False: "expected: the answer says that everything was done as asked; "
    "got: it says that something was not",
}
_ENGLISH = re.compile(r"[A-Za-z]{2,}")


class Status:
    """How the run ended. What mocked tools read back is made up, so that a run all of whose calls
    were done counts as one that succeeded."""

    name = "status"
    stage: Stage = "summary"

    def score(self, outcome: Outcome) -> Score | None:
        """Always judged."""
        expected, status = outcome.expected.status, outcome.answer.status
        done = all(step.status in ("done", "verified") for step in outcome.answer.chain)
        if outcome.mocked and status is Ended.PARTIAL and done:
            status = Ended.SUCCEEDED
        wrong = [f"status {status}, expected {' or '.join(expected)}"]
        return score(self.name, [] if status in expected else wrong)


class Verdicts:
    """What the summary makes of it: satisfied or not, what it names as wrong, the data."""

    name = "verdicts"
    stage: Stage = "summary"

    def score(self, outcome: Outcome) -> Score | None:
        """None where the case expects nothing of it, or what it is made of is made up."""
        expected, summary = outcome.expected, outcome.answer.summary
        wanted = expected.satisfied is not None or expected.contradicted or expected.data
        if not wanted or outcome.mocked:
            return None
        reasons: list[str] = []
        if expected.satisfied is not None and summary.satisfied != expected.satisfied:
            doubts = [one.text for one in summary.requirements if one.verdict == "contradicted"]
            reasons.append(f"{_TOLD[summary.satisfied]}: {'; '.join(doubts) or summary.text}")
        verdicts = {one.verdict for one in summary.requirements}
        if expected.contradicted and Verdict.CONTRADICTED not in verdicts and not summary.missing:
            reasons.append("the summary names nothing that is wrong")
        ids = {item.id for item in summary.data}
        for wanted in expected.data:
            if (value := fill(wanted, outcome.variables)) not in ids:
                reasons.append(f"{value} is not among the answer's data")
        return score(self.name, reasons)


class Words:
    """The words that must be said, those that must not, and the language."""

    name = "words"
    stage: Stage = "summary"

    def score(self, outcome: Outcome) -> Score | None:
        """Always judged: every answer has a language."""
        expected, answer = outcome.expected, outcome.answer
        text = "\n".join(filter(None, (answer.summary.text, answer.question)))
        reasons: list[str] = []
        for words in expected.says:
            if not any(_said(one, text, outcome) for one in words.split("|")):
                reasons.append(f"does not say {words}: {text[:200]}")
        denied = [words for words in expected.denies if found_in(text, words)]
        reasons += [f"says {words}: {text[:200]}" for words in denied]
        if expected.lines is not None and text.count("\n") >= expected.lines:
            reasons.append(f"is longer than {expected.lines} lines: {text[:200]}")
        whole = answer.model_dump_json() if expected.never_says else ""
        reasons += [f"repeats {words[:40]}" for words in expected.never_says if words in whole]
        if not _in_language(outcome, text):
            reasons.append(f"not in the language of the request: {text[:200]}")
        return score(self.name, reasons)


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
