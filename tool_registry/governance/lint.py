"""The lint: a tool against the description standard, one small function a rule.

How grave a rule is, by profile, is data (`lint.yaml`); its text, with the fix, is the message
`governance.RULE`.
"""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias, cast

from tool_registry.base.caller import Scope
from tool_registry.catalogue import Catalogue
from tool_registry.governance import lint_schemas, lint_texts
from tool_registry.governance.data import table
from tool_registry.governance.findings import Finding, Severity
from tool_registry.governance.poison import LONGEST_PLACE, printable
from tool_registry.governance.subject import Hits, Subject
from tool_registry.model import RawTool

Profile: TypeAlias = Literal["public", "imported", "private"]

RULES: Mapping[str, Callable[[Subject], Hits]] = {
    rule.__name__: rule
    for rule in (
        lint_texts.name_illegal,
        lint_texts.name_meaningless,
        lint_texts.description_missing,
        lint_texts.description_placeholder,
        lint_texts.description_short,
        lint_texts.description_long,
        lint_texts.title_names_argument,
        lint_texts.usage_per_environment,
        lint_texts.environment_unstated,
        lint_texts.environment_unknown,
        lint_texts.wording_contradicts,
        lint_texts.hint_read_only_wrong,
        lint_texts.hint_destructive_missing,
        lint_texts.destruction_unsaid,
        lint_texts.hint_destructive_wrong,
        lint_texts.hints_missing,
        lint_texts.method_contradicts,
        lint_schemas.schema_invalid,
        lint_schemas.schema_not_object,
        lint_schemas.required_unknown,
        lint_schemas.parameter_meaningless,
        lint_schemas.parameter_undescribed,
        lint_schemas.enum_unexplained,
        lint_schemas.unit_unstated,
        lint_schemas.example_missing,
        lint_schemas.output_undeclared,
        lint_schemas.output_undescribed,
    )
} | lint_texts.SECTIONS
"""Every rule by its id."""


def profile_of(raw: RawTool, scope: Scope) -> Profile:
    """Which severities a tool is judged by: its pool decides, and whether it was imported.

    Imported is a tool whose environments its source's configuration tells, or that is an
    operation of an HTTP API: its author never heard of the template.
    """
    if scope is not Scope.PUBLIC:
        return "private"
    return "imported" if raw.environments or raw.method else "public"


def lint(raw: RawTool, catalogue: Catalogue, profile: Profile) -> list[Finding]:
    """What is wrong with a tool, in the order of the rules.

    The catalogue was built with it, so that it tells how the tool is understood; KeyError where it
    was not.
    """
    tool = catalogue.tools[raw.id]
    subject = Subject(raw, tool, catalogue.environments, catalogue.lexicon)
    return [
        Finding(
            tool=raw.id,
            rule=rule,
            severity=severity,
            place=printable(hit.place, LONGEST_PLACE),
            values={name: printable(value) for name, value in hit.values.items()},
            mended_by=hit.mended_by,
        )
        for rule, check in RULES.items()
        if (severity := severity_of(rule, profile))
        for hit in check(subject)
    ]


def severity_of(rule: str, profile: Profile) -> Severity | None:
    """How grave a rule is under a profile; None: it is not asked there."""
    grave = cast("dict[str, dict[str, str]]", table("lint")["rules"])[rule][profile]
    return None if grave == "none" else Severity(grave)
