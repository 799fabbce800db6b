"""All reports of a run as files in one folder."""

from collections.abc import Sequence
from pathlib import Path

from evals.records import Record
from evals.report import Report, hidden
from evals.reports.html import as_html
from evals.reports.junit import as_junit
from evals.reports.markdown import as_markdown
from evals.reports.traces import as_otlp

FILES = ("report.html", "report.md", "report.json", "junit.xml", "records.jsonl", "traces.jsonl")


def write_files(report: Report, records: Sequence[Record], folder: Path) -> None:
    """`report.html`, `report.md`, `report.json`, `junit.xml`, `records.jsonl` and `traces.jsonl`.

    The records hold everything; the others leave out what nobody has read of unseen cases."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = hidden(report)
    (folder / "report.html").write_text(as_html(shown, records), "utf-8")
    (folder / "report.md").write_text(as_markdown(shown), "utf-8")
    (folder / "report.json").write_text(shown.model_dump_json(indent=2), "utf-8")
    (folder / "junit.xml").write_bytes(as_junit(report.run, records))
    with (folder / "records.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(f"{one.model_dump_json(exclude_defaults=True)}\n" for one in records)
    with (folder / "traces.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in as_otlp(report.run, records))
