"""The tools of an import one by one, as they would be taken in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipelines.messages import Language, say
from pipelines.messages.labels import tool_title
from pipelines.onboarding.review import Review
from services.registry_reports import Finding, Report, findings_of
from tool_registry.base.caller import Scope
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.governance.findings import Severity
from tool_registry.governance.lint import lint, profile_of
from tool_registry.model import RawTool
from tool_registry.stores.rows import Edit, SeenTool, ToolState, ToolStatus

PREVIEWS = 200
"""So many tools of an import are shown one by one."""


class Argument(Report):
    """One argument of a tool, by its name."""

    name: str
    required: bool


class Correction(Report):
    """What a person has said of a field: it stays, whatever is parsed."""

    path: str
    value: JsonValue
    who: str


class Preview(Report):
    """One tool as it would be taken in."""

    id: str
    title: str
    summary: str
    function: str
    environments: tuple[str, ...]
    status: ToolStatus
    scope: Scope
    findings: tuple[Finding, ...]
    """The gravest first, each with the fix, as for the public pool."""
    arguments: tuple[Argument, ...] = ()
    """Those that must be told first."""
    like: tuple[str, ...] = ()
    """Tools in use already that it is like."""
    corrections: tuple[Correction, ...] = ()
    """Fields that people have set; what is shown of the tool is with them."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of one tool."""

    raw: RawTool
    review: Review
    seen: SeenTool
    state: ToolState


def previews(
    verdicts: Sequence[Verdict],
    catalogue: Catalogue,
    edits: Mapping[str, Sequence[Edit]],
    language: Language,
) -> tuple[Preview, ...]:
    """Those that somebody has to do something about come first; `edits`: tool → what people have
    set of it."""
    judged = [(one, _for_public(one, catalogue)) for one in verdicts]
    judged.sort(key=lambda pair: (-_gravity(pair[1]), pair[0].raw.id))
    return tuple(
        _preview(one, found, catalogue, language).model_copy(
            update={"corrections": tuple(map(_correction, edits.get(one.raw.id, ())))}
        )
        for one, found in judged[:PREVIEWS]
    )


def _for_public(one: Verdict, catalogue: Catalogue) -> Review:
    """As the workshop and reviewers judge it later, whatever space it goes into now."""
    found = lint(one.raw, catalogue, profile_of(one.raw, Scope.PUBLIC))
    return one.review.model_copy(update={"findings": tuple(found)})


def _gravity(review: Review) -> int:
    if review.poisoned or any(one.severity is Severity.ERROR for one in review.findings):
        return 2
    return 1 if review.findings else 0


def _preview(one: Verdict, judged: Review, catalogue: Catalogue, language: Language) -> Preview:
    tool = catalogue.tools[one.raw.id]
    return Preview(
        id=tool.id,
        title=tool_title(tool, language),
        summary=tool.summary,
        function=say(language, f"consult.do_{tool.function.value}"),
        environments=tuple(catalogue.environments.label(n, language) for n in tool.environments),
        status=one.state.status,
        scope=one.state.space.scope,
        findings=findings_of(judged, language),
        arguments=tuple(
            Argument(name=slot.path, required=slot.required)
            for slot in sorted(tool.needs, key=lambda slot: not slot.required)
            if not slot.hidden
        ),
    )


def _correction(edit: Edit) -> Correction:
    return Correction(path=edit.path, value=edit.value, who=edit.who)
