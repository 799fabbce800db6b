"""The lint of registered tools. For the public pool it is one lint, whoever asks for it: the author
before a submission, the submission itself, and the reviewer who decides about it."""

from collections.abc import Sequence

from pipelines.messages import Language
from pipelines.onboarding.review import Review, reviews
from services.governing import RegistryView
from services.registry import Known
from services.registry_reports import Finding, findings_of
from tool_registry.base.caller import Scope
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool
from tool_registry.stores.rows import Edit
from tool_registry.stores.space import Space


async def lint_of(
    view: RegistryView, chosen: Sequence[Known], language: Language, *, public: bool = False
) -> list[Finding]:
    """Everything that the lint and the search for hidden instructions find.

    Each tool is judged for the pool that it is in; with `public` as for the public pool."""
    if public:
        found, _ = public_reviews(view, [one.raw for one in chosen])
    else:
        found, _ = await view.reviewed(chosen)
    return [one for review in found for one in findings_of(review, language)]


def public_reviews(
    view: RegistryView, raws: Sequence[RawTool], edits: Sequence[Edit] = ()
) -> tuple[list[Review], Catalogue]:
    """The tools from all sides as in the public pool, beside what is there now.

    `edits`: what people have set of tools that the caller does not see."""
    catalogue = view.catalogue_for(Space.of(view.caller, Scope.PUBLIC), raws, edits)
    return reviews(raws, catalogue, scope=Scope.PUBLIC), catalogue
