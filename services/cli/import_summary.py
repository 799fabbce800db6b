"""What an import says: one page, however many tools there are."""

from collections.abc import Iterator, Sequence

from pipelines.messages import Language, listed, say
from services.onboarding import ImportReport
from services.registry_reports import Told

_MOST = 6
"""So many of a kind are named."""


def summary(report: ImportReport, language: Language) -> Iterator[str]:
    """The lines: what there is by function, what changed, what is left out, and why."""
    yield say(
        language,
        "registry.import_head",
        source=report.source,
        place=report.place,
        count=report.usable,
        total=report.tools,
        scope=say(language, f"registry.scope_{report.scope.value}"),
    )
    counts = (
        f"{say(language, f'filter.{name}')} {count}" for name, count in report.functions.items()
    )
    if report.functions:
        yield f"  {listed(language, counts)}"
    yield from _news(report, language)
    for key, tools in (
        ("quarantined", report.quarantined),
        ("kept_back", report.kept_back),
        ("not_public", report.not_public),
    ):
        yield from _group(key, tools, language)
    yield from _names("left_out", report.left_out, language)
    yield from _names("waiting", report.waiting, language)
    yield from _names("voided", report.voided, language)
    yield from _names("nowhere", report.nowhere, language)
    if report.not_chosen:
        yield f"  {say(language, 'registry.not_chosen', count=report.not_chosen)}"
    if report.warnings:
        text = say(language, "registry.warnings", count=report.warnings, source=report.source)
        yield f"  {text}"


def _news(report: ImportReport, language: Language) -> Iterator[str]:
    if not report.again:
        return
    if not (report.new or report.changed or report.gone):
        yield f"  {say(language, 'registry.as_before')}"
        return
    yield from _names("new", report.new, language)
    yield from _group("changed", report.changed, language)
    yield from _names("gone", report.gone, language)


def _names(key: str, names: Sequence[str], language: Language) -> Iterator[str]:
    if not names:
        return
    yield f"  {say(language, f'registry.{key}', count=len(names))}"
    for name in names[:_MOST]:
        yield f"    {name}"
    yield from _more(len(names), language)


def _group(key: str, tools: Sequence[Told], language: Language) -> Iterator[str]:
    if not tools:
        return
    yield f"  {say(language, f'registry.{key}', count=len(tools))}"
    for one in tools[:_MOST]:
        first, *rest = one.says or ("",)
        yield f"    {one.tool}"
        yield f"      {first}"
        yield from (f"      {line}" for line in rest[:2])
    yield from _more(len(tools), language)


def _more(count: int, language: Language) -> Iterator[str]:
    if count > _MOST:
        yield f"    {say(language, 'registry.more', count=count - _MOST)}"
