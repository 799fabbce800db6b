"""An answer as JUnit XML, for pipelines: a test case a requirement of the sentence."""

import re
from pathlib import Path
from xml.etree import ElementTree

from pipelines.contracts.answer import Answer, Requirement, Status, Verdict
from services.errors import InvalidRequest

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold."""
_FINE = (Status.SUCCEEDED, Status.PLANNED)


def write_junit(file: Path, sentence: str, answer: Answer) -> None:
    """Writes the file; InvalidRequest where it cannot be written.

    A contradicted requirement is a failure, one that nobody could check is skipped; any status but
    `succeeded` and `planned` fails the case of the sentence itself.
    """
    cases = [_sentence(sentence, answer), *map(_requirement, answer.summary.requirements)]
    counts = {kind: sum(one.find(kind) is not None for one in cases) for kind in _KINDS}
    told = {_KINDS[kind]: str(count) for kind, count in counts.items()}
    root = ElementTree.Element("testsuite", {"name": "zhizao", "tests": str(len(cases)), **told})
    root.extend(cases)
    try:
        file.write_bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))
    except OSError as error:
        reason = error.strerror or str(error)
        raise InvalidRequest("services.no_junit", file=file, reason=reason) from error


_KINDS = {"failure": "failures", "skipped": "skipped"}


def _sentence(sentence: str, answer: Answer) -> ElementTree.Element:
    seconds = sum(answer.timings_ms.values()) / 1000
    case = _case(sentence, f"{seconds:.3f}")
    if answer.status not in _FINE:
        said = answer.question or answer.summary.text
        _add(case, "failure", f"{answer.status}: {said}")
    return case


def _requirement(one: Requirement) -> ElementTree.Element:
    case = _case(one.text, "0")
    if one.verdict is Verdict.CONTRADICTED:
        _add(case, "failure", one.verdict)
    elif one.verdict is Verdict.UNVERIFIED:
        _add(case, "skipped", one.verdict)
    return case


def _case(name: str, seconds: str) -> ElementTree.Element:
    told = {"classname": "zhizao", "name": _clean(name), "time": seconds}
    return ElementTree.Element("testcase", told)


def _add(case: ElementTree.Element, kind: str, text: str) -> None:
    ElementTree.SubElement(case, kind, {"message": _clean(text)[:200]}).text = _clean(text)


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
