"""Findings: what is wrong with a tool, where, and how grave. Their texts are messages elsewhere."""

from collections.abc import Iterable
from enum import StrEnum

from pydantic import Field

from tool_registry.model import Frozen


class Severity(StrEnum):
    """`error` keeps a tool out of the pool; `warning` is told to the author."""

    ERROR = "error"
    WARNING = "warning"


class Finding(Frozen):
    """One thing that is wrong with one tool."""

    tool: str
    """Tool id."""
    rule: str
    """Id of the rule, such as `name_illegal`; its text is the message `governance.RULE`."""
    severity: Severity
    place: str
    """Where in the declared tool: `description`, `input_schema.properties.a1.description`."""
    values: dict[str, str] = Field(default_factory=dict)
    """What the rule's message names besides the place, by placeholder."""
    mended_by: str = ""
    """Path of the form's field by which a person's word mends it; empty: only its source does."""


def blocks(findings: Iterable[Finding]) -> bool:
    """True where any finding keeps the tool out."""
    return any(finding.severity is Severity.ERROR for finding in findings)
