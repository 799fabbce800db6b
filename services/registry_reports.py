"""What the verbs of the registry answer, and what is wrong with a tool in a reader's words."""

from pydantic import BaseModel, ConfigDict

from pipelines.messages import Language
from pipelines.onboarding.review import Review
from pipelines.onboarding.texts import fault_text, finding_text, overlap_text, same_name_text
from tool_registry.base.caller import Scope
from tool_registry.catalogue import Catalogue
from tool_registry.governance.findings import Severity


class Report(BaseModel):
    """Base of what the verbs of the registry answer."""

    model_config = ConfigDict(frozen=True)


class Told(Report):
    """A tool and what there is to say of it, one sentence each."""

    tool: str
    says: tuple[str, ...]


class Finding(Report):
    """One thing that is wrong with a tool."""

    tool: str
    rule: str
    severity: str
    place: str
    text: str
    fault: str = ""
    """Of the text, what is wrong and the fix."""
    mended_by: str = ""
    """Path of the field of the tool's form that mends it; empty: only its source does."""


def objections(review: Review, catalogue: Catalogue, language: Language) -> tuple[str, ...]:
    """What keeps a tool out, one sentence each, with the fix."""
    errors = [one for one in review.findings if one.severity is Severity.ERROR]
    said = [finding_text(one, language) for one in (*review.poisoned, *errors)]
    if review.scope is Scope.PUBLIC:
        said += [same_name_text(one, language) for one in review.same_names if one.blocks]
        blocking = [one for one in review.overlaps if one.verdict.blocks]
        said += [overlap_text(one, catalogue.tools, language) for one in blocking]
    return tuple(said)


def findings_of(review: Review, language: Language) -> tuple[Finding, ...]:
    """What the lint and the search for hidden instructions find, the gravest first."""
    grave = sorted(review.findings, key=lambda one: one.severity is not Severity.ERROR)
    return tuple(
        Finding(
            tool=one.tool,
            rule=one.rule,
            severity=one.severity.value,
            place=one.place,
            text=finding_text(one, language),
            fault=fault_text(one, language),
            mended_by=one.mended_by,
        )
        for one in (*review.poisoned, *grave)
    )
