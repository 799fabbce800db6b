"""Everything that is to be known of a tool before it enters a pool, in one place."""

from collections.abc import Sequence

from pipelines.messages import Language
from pipelines.onboarding.impact import ImpactReport, chain_impact
from pipelines.onboarding.planning import Part, Sentence
from pipelines.onboarding.texts import finding_text, overlap_text, report_text, same_name_text
from tool_registry.base.caller import Scope
from tool_registry.catalogue import Catalogue
from tool_registry.governance.findings import Finding, blocks
from tool_registry.governance.lint import lint, profile_of
from tool_registry.governance.naming import SameName, same_names
from tool_registry.governance.overlap import Comparison, Overlaps
from tool_registry.governance.poison import poison
from tool_registry.model import RawTool


class Review(Part):
    """What stands for and against a tool."""

    tool: str
    """Tool id."""
    scope: Scope
    poisoned: tuple[Finding, ...]
    """Quarantine, whatever the pool."""
    findings: tuple[Finding, ...]
    """Of the lint, by the profile of that pool."""
    same_names: tuple[SameName, ...]
    overlaps: tuple[Comparison, ...]
    """Gravest first."""
    impact: ImpactReport

    @property
    def blocked(self) -> bool:
        """True where it must not enter: quarantined, an error of the lint or, for the public pool,
        a name that is taken or a tool that nothing tells it from."""
        if self.poisoned or blocks(self.findings):
            return True
        conflict = any(one.blocks for one in self.same_names) or any(
            one.verdict.blocks for one in self.overlaps
        )
        return self.scope is Scope.PUBLIC and conflict


async def review(
    raw: RawTool,
    before: Catalogue,
    after: Catalogue,
    *,
    scope: Scope,
    sentences: Sequence[Sentence] = (),
) -> Review:
    """Looks at a new or changed tool from all sides. `after` was built with it, `before` without.

    Calls nothing. KeyError where `after` does not have the tool.
    """
    others = [tool for tool in after.tools.values() if tool.id != raw.id]
    return Review(
        tool=raw.id,
        scope=scope,
        poisoned=tuple(poison(raw)),
        findings=tuple(lint(raw, after, profile_of(raw, scope))),
        same_names=tuple(same_names(raw, others)),
        overlaps=tuple(Overlaps(others).of(after.tools[raw.id])),
        impact=await chain_impact(before, after, sentences),
    )


def review_text(found: Review, before: Catalogue, after: Catalogue, language: Language) -> str:
    """The review for its author and its approver, one line each; what was reviewed comes along."""
    tools = {**before.tools, **after.tools}
    lines = [
        *(finding_text(finding, language) for finding in (*found.poisoned, *found.findings)),
        *(same_name_text(one, language) for one in found.same_names),
        *(overlap_text(one, tools, language) for one in found.overlaps),
        report_text(found.impact, tools, language),
    ]
    return "\n".join(line for line in lines if line)
