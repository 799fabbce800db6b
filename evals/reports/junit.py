"""The report as JUnit XML, for CI."""

from collections.abc import Sequence
from xml.etree import ElementTree

from evals.records import Record, RunInfo


def as_junit(run: RunInfo, records: Sequence[Record]) -> bytes:
    """A test case for each conversation; failures of unseen cases say no more than the stage."""
    counts = {
        "name": f"zhizao.{run.suite}",
        "tests": str(len(records) + len(run.skipped)),
        "failures": str(sum(not one.passed for one in records)),
        "skipped": str(len(run.skipped)),
        "time": f"{sum(one.milliseconds for one in records) / 1000:.3f}",
    }
    root = ElementTree.Element("testsuite", counts)
    for record in records:
        again = f" #{record.repetition + 1}" if run.options.repetitions > 1 else ""
        case = ElementTree.SubElement(
            root,
            "testcase",
            {
                "classname": run.suite,
                "name": f"{record.id}{again}",
                "time": f"{record.milliseconds / 1000:.3f}",
            },
        )
        if not record.passed:
            told = [] if record.unseen else record.reasons()
            reasons = "\n".join([f"lost at {record.lost}", *told])
            ElementTree.SubElement(case, "failure", {"message": reasons[:200]}).text = reasons
    for reason in run.skipped:
        case = ElementTree.SubElement(root, "testcase", {"classname": run.suite, "name": reason})
        ElementTree.SubElement(case, "skipped", {"message": reason})
    return _valid(ElementTree.tostring(root, encoding="unicode")).encode()


def _valid(text: str) -> str:
    """Without the characters that XML has no way to hold."""
    kept = "".join(one for one in text if one >= " " or one in "\n\t")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{kept}"
