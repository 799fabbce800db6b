"""Everything that is to be known of a tool before it enters a pool, in one place."""

from collections.abc import Sequence

from pipelines.onboarding.impact import ImpactReport, chain_impact
from pipelines.onboarding.planning import Part, Sentence
from tool_registry.base.caller import Scope
from tool_registry.catalogue import Catalogue
from tool_registry.governance.findings import Finding, blocks
from tool_registry.governance.lint import lint, profile_of
from tool_registry.governance.naming import Names, SameName
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
    impact: ImpactReport = ImpactReport(impacts=(), total=0, planned=0)

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
    [found] = reviews([raw], after, scope=scope)
    return found.model_copy(update={"impact": await chain_impact(before, after, sentences)})


def reviews(raws: Sequence[RawTool], after: Catalogue, *, scope: Scope) -> list[Review]:
    """The same for many tools at once, without what they do to requests.

    KeyError where `after` does not have one of them.
    """
    others = tuple(after.tools.values())
    names, overlaps = Names(others), Overlaps(others)
    return [
        Review(
            tool=raw.id,
            scope=scope,
            poisoned=tuple(poison(raw)),
            findings=tuple(lint(raw, after, profile_of(raw, scope))),
            same_names=tuple(names.like(raw)),
            overlaps=tuple(overlaps.of(after.tools[raw.id])),
        )
        for raw in raws
    ]
