"""Taking tools into use as their sources offer them now: what waits, what changed."""

from collections.abc import Sequence

from pipelines.messages import Language
from pipelines.onboarding.review import Review, reviews
from pipelines.onboarding.texts import changes_told, finding_text
from services.governing import Decision, RegistryView, blocked_by
from services.registry import Known
from services.registry_reports import Told
from tool_registry.base.caller import Scope
from tool_registry.catalogue import Catalogue
from tool_registry.governance.approval import changes
from tool_registry.model import RawTool
from tool_registry.stores.rows import ToolState, ToolStatus
from tool_registry.stores.space import Space

_CHANGES = 8
_WAITING = (ToolStatus.AWAITING_APPROVAL, ToolStatus.QUARANTINED, ToolStatus.DRAFT)


async def approval(view: RegistryView, chosen: Sequence[Known], language: Language) -> Decision:
    """What is to be approved: what changed since the last time, and what is suspicious."""
    found, catalogue = await _reviewed_as_offered(view, chosen)
    forms = {
        id: form
        for source in {one.raw.source for one in chosen}
        for id, form in view.registry.stores.tools.approved_forms(view.caller, source).items()
    }
    told: list[Told] = []
    for one, review in zip(chosen, found, strict=True):
        form = forms.get(one.raw.id)
        differing = changes(RawTool.model_validate(form), one.now) if form else ()
        says = [*changes_told(differing, _CHANGES, language)]
        says += [finding_text(flag, language) for flag in review.poisoned]
        told.append(Told(tool=one.raw.id, says=tuple(says)))
    unpoisoned = [one.model_copy(update={"poisoned": ()}) for one in found]
    return Decision(tools=tuple(told), blocked=blocked_by(unpoisoned, catalogue, language))


async def _reviewed_as_offered(
    view: RegistryView, chosen: Sequence[Known]
) -> tuple[list[Review], Catalogue]:
    """The tools as their sources offer them now, which is how they are taken."""
    found, catalogue = await view.reviewed(chosen)
    fresh = [one.offered for one in chosen if one.offered is not None]
    if not fresh:
        return found, catalogue
    own = Space.of(view.caller, Scope.PERSONAL)
    anew = view.catalogue_for(own, [one.now for one in chosen])
    judged = {one.tool: one for one in reviews(fresh, anew, scope=Scope.PERSONAL)}
    return [judged.get(one.tool, one) for one in found], anew


def to_approve(chosen: Sequence[Known]) -> list[Known]:
    """Those that wait for somebody, or whose sources offer them otherwise than they are used."""
    return [one for one in chosen if one.offered or one.state.status in _WAITING]


async def approve(view: RegistryView, chosen: Sequence[Known]) -> list[ToolState]:
    """Takes the tools into their pools as they are now; Refused for one that changed meanwhile."""
    return await view.registry.change(
        lambda stores: [
            stores.tools.approve(
                view.caller,
                one.raw.id,
                one.state.seen_hash,
                declared=one.now.model_dump(mode="json", exclude_defaults=True),
            )
            for one in chosen
        ]
    )
