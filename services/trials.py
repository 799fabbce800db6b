"""A sentence tried on one tool, by its author and by who reviews it. Calls nothing."""

from collections.abc import Sequence

from pipelines.messages import Language, say
from pipelines.onboarding.planning import Sentence
from pipelines.onboarding.why import Stage, why
from services.governing import RegistryView, pool_of
from services.registry import Known
from tool_registry.base.caller import Scope
from tool_registry.catalogue import Catalogue
from tool_registry.stores.space import Space


async def why_of(
    registry_view: RegistryView, known: Known, sentence: Sentence, language: Language
) -> list[Stage]:
    """Stage by stage, why the tool serves the sentence or not; first whether it may be used."""
    pool: Catalogue | None = await pool_of(registry_view.registry, registry_view.caller)
    state = known.state
    used = pool is not None and known.raw.id in pool.tools
    if used:
        space = say(language, f"registry.scope_{state.space.scope.value}")
        first = say(language, "why.in_use", space=space)
    else:
        status = say(language, f"registry.status_{state.status.value}")
        reasons = "; ".join(state.reasons) or "–"
        first = say(language, "why.out_of_use", status=status, reasons=reasons)
    stages = [Stage(stage="registry", passed=used, says=(first,))]
    # A tool that is out of use is looked at as if it were not: that is what its owner asks.
    catalogue = await registry_view.catalogue([known])
    told = await tried(registry_view, known.raw.id, sentence, catalogue)
    if otherwise := await _as_reviewed(registry_view, known, sentence, catalogue, told):
        says = (first, say(language, "why.as_reviewed", says=otherwise))
        stages = [Stage(stage="registry", passed=used, says=says)]
    return [*stages, *told]


async def tried(
    registry_view: RegistryView, tool: str, sentence: Sentence, catalogue: Catalogue
) -> tuple[Stage, ...]:
    """What becomes of the sentence where these tools are all that there are."""
    caller, finder = registry_view.caller, registry_view.finder
    names = registry_view.names
    return await why(tool, sentence, catalogue, caller=caller, finder=finder, names=names)


async def _as_reviewed(
    registry_view: RegistryView,
    known: Known,
    sentence: Sentence,
    catalogue: Catalogue,
    told: Sequence[Stage],
) -> str:
    """What a review would come to, which has the public tools alone beside a tool that is none;
    empty where that is the same."""
    space = Space.of(registry_view.caller, Scope.PUBLIC)
    if known.state.space == space:
        return ""
    public = registry_view.catalogue_for(space, [known.raw])
    if public.tools.keys() == catalogue.tools.keys():
        return ""
    last = (await tried(registry_view, known.raw.id, sentence, public))[-1]
    same = (last.stage, last.passed) == (told[-1].stage, told[-1].passed)
    return "" if same else "; ".join(last.says)
