"""A call that a program gives, in place of a sentence: planned as given, and from there on the road
of every plan: gate, consent, ledger, guard, read-back."""

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.events import Refused
from pipelines.contracts.readings import Understood
from pipelines.messages import listed, say
from pipelines.reasoning.direct_call import Place, Unfit, direct_plan
from pipelines.runs.context import RunContext
from tool_registry.catalogue import Catalogue


def direct_chain(context: RunContext, catalogue: Catalogue) -> ToolChain | Answer:
    """The chain of the request's own call, or the answer that says why there is none."""
    call, language = context.request.call, context.language
    assert call is not None
    environments = catalogue.environments
    named = context.request.environment or ""
    if environments.get(named) is None:
        context.tell(Refused(reason="production"))
        names = listed(language, (environments.label(one, language) for one in environments.names))
        text = say(language, "road.production", environments=names)
        return context.answer(Status.REFUSED, text)
    place = Place(named, language, context.text, context.run.id)
    try:
        plan = direct_plan(call, catalogue, place)
    except Unfit as error:
        context.tell(Refused(reason="unfit_call"))
        return context.answer(Status.REFUSED, str(error))
    if context.run.chain is not None and context.restore_reading():
        return context.run.chain
    context.understand(Understood(plan.intent))
    return plan.chain
