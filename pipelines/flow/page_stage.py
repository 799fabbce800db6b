"""A call that the page around the chat makes itself: planned and shown here, agreed to and made
there; what the page tells of it ends the request.

The registry, the ledger and the memory know nothing of it, and no environment takes part."""

import json
from typing import cast

from pipelines.clarification.asking import ask
from pipelines.contracts.answer import Answer, Requirement, Status, Summary, Verdict
from pipelines.contracts.chain import Binding, Step, ToolChain
from pipelines.contracts.events import PageAnswered, PageCalled, Summarised
from pipelines.contracts.execution import Execution, StepRecord, StepStatus
from pipelines.contracts.page import (
    PREFIX,
    PageOutcome,
    PageQuestion,
    PageReading,
    PageResult,
    SaidValue,
)
from pipelines.messages import Language, listed, say
from pipelines.reasoning.planner.writing import digest
from pipelines.runs.context import RunContext
from pipelines.runs.errors import RunNotFound
from pipelines.runs.memory import Memory
from pipelines.runs.store import Run, RunStore
from pipelines.runs.views import chain_view
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.vocabulary.language import language_of

_STEP = "s1"
_NOTHING_DONE = ("rules", "intent", "filter", "plan", "execute", "summary")
_ENDS: dict[PageOutcome, tuple[Status, StepStatus]] = {
    "done": (Status.SUCCEEDED, "done"),
    "refused": (Status.CANCELLED, "skipped"),
    "failed": (Status.FAILED, "failed"),
    "unknown": (Status.UNKNOWN, "unknown"),
}


def left_to_page(context: RunContext, memory: Memory, reading: PageReading) -> Answer:
    """Ends the run with the call for the page, or with what has to be asked first."""
    context.skip("page", *_NOTHING_DONE[1:])
    if reading.asks is not None:
        question = _question(reading.asks, context.language)
        return ask(context, memory, question, (reading.asks.name,))
    memory.settle(context.request)
    chain = _chain(reading, context.language)
    context.adopt(chain)
    call = _call(context, chain, reading)
    told = _words(call, context.language)
    if context.request.plan_only:
        return context.answer(Status.PLANNED, say(context.language, "page.planned", **told))
    context.store.freeze(context.lease, chain)
    context.tell(call)
    text = "page.agreed" if reading.agreed else "page.proposed"
    question = say(context.language, text, **told)
    return context.answer(Status.NEEDS_INPUT, question, question=question)


def concluded(context: RunContext, store: RunStore) -> Answer:
    """The answer by what the page tells of the call that an earlier run has left to it. It counts
    once, for that run's own person, and is never more than what the page itself says."""
    result = context.request.page_result
    assert result is not None
    context.skip("page", *_NOTHING_DONE)
    shown = _waiting(store, result.run_id, context)
    if shown is None or shown.chain is None:
        return context.answer(Status.REFUSED, say(context.language, "page.no_call"))
    if store.take_plan(context.lease, shown.id) != context.run.id:
        return context.answer(Status.REFUSED, say(context.language, "page.taken"))
    context.adopt(shown.chain)
    context.tell(PageAnswered(outcome=result.outcome, text=result.text))
    status, ended = _ENDS[result.outcome]
    call = next(one for one in store.events(shown.id) if one.type == "page_call")
    summary = _summary(call, result, language_of(shown.request.text))
    context.tell(Summarised(summary=summary))
    [step] = shown.chain.steps
    went = Execution((StepRecord(step=step.id, tool=step.tool, status=ended, body=result.text),))
    answer = context.answer(status, summary)
    return answer.model_copy(update={"chain": chain_view(shown.chain, went)})


def cut_off(context: RunContext) -> Answer:
    """The end of a run whose process went away with its call for the page: what that page offered
    is not known any more, and it was not agreed to."""
    context.skip("page", *_NOTHING_DONE)
    return context.answer(Status.FAILED, say(context.language, "page.gone"))


def is_left_to_page(chain: ToolChain | None) -> bool:
    """True for a call that a page was to make."""
    return chain is not None and any(step.tool.startswith(PREFIX) for step in chain.steps)


def _waiting(store: RunStore, run_id: str, context: RunContext) -> Run | None:
    """The person's own run of this conversation that waits for its page."""
    try:
        run = store.get(run_id)
    except RunNotFound:
        return None
    mine = context.request.caller.is_same_as(run.request.caller)
    here = run.request.session_id == context.request.session_id
    waits = run.status == Status.NEEDS_INPUT and is_left_to_page(run.chain)
    return run if mine and here and waits else None


def _question(asks: PageQuestion, language: Language) -> str:
    if asks.label is None:
        titles = listed(language, (title.of(language) for title in asks.titles))
        return say(language, "page.which", titles=titles)
    question = say(language, "page.ask", label=asks.label.of(language))
    if asks.problem is None:
        return question
    values = asks.values.items()
    told = {key: _listed(one, language) for key, one in values}
    problem = say(language, asks.problem, **told)
    return say(language, "page.again", problem=problem, question=question)


def _listed(value: JsonValue, language: Language) -> JsonValue:
    if not isinstance(value, list):
        return value
    return listed(language, cast("list[JsonValue]", value))


def _chain(reading: PageReading, language: Language) -> ToolChain:
    step = Step(
        id=_STEP,
        tool=reading.tool.id,
        title=reading.tool.title.of(language),
        function=FunctionType.OPERATE,
        arguments={path: _binding(one, language) for path, one in reading.values.items()},
        purpose=say(language, "page.purpose"),
        goal="G1",
    )
    return ToolChain(environment="", steps=(step,), digest=digest((step,), ""))


def _binding(said: SaidValue, language: Language) -> Binding:
    words = said.words if said.span else say(language, "page.reply", words=said.words)
    return Binding(source="words", detail=words, value=said.value, span=said.span)


def _call(context: RunContext, chain: ToolChain, reading: PageReading) -> PageCalled:
    page, seen, language = context.request.page, context.request.in_view, context.language
    return PageCalled(
        call=chain_view(chain)[0],
        title=reading.tool.title.of(language),
        page=page.title if page is not None else "",
        about=f"{seen.entity} {seen.id}" if seen is not None else "",
        effect=reading.tool.effect,
        registration=reading.tool.registration,
        labels={path: one.label.of(language) for path, one in reading.values.items()},
        agreed=reading.agreed,
    )


def _words(call: PageCalled, language: Language) -> dict[str, str]:
    """What the texts about a call take."""
    named = say(language, "page.page", title=call.page)
    page = named if call.page else say(language, "page.this_page")
    given = [
        say(language, "page.argument", label=label, value=_shown(call.call.arguments[path]))
        for path, label in call.labels.items()
    ]
    arguments = say(language, "page.arguments", given=listed(language, given)) if given else ""
    return {"title": call.title, "page": page, "arguments": arguments}


def _shown(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _summary(call: PageCalled, result: PageResult, language: Language) -> Summary:
    """What the page says is reported, and no more: nobody else has looked."""
    told = _words(call, language)
    whole = f"{call.title}{told['arguments']}"
    if result.outcome == "failed":
        text = say(language, "page.failed", title=call.title)
    elif result.outcome == "done":
        text = say(language, "page.done", **told)
    else:
        del told["arguments"]
        text = say(language, f"page.{result.outcome}", **told)
    says = say(language, "page.says", text=result.text) if result.text else ""
    done = result.outcome == "done"
    met = (Requirement(text=whole, verdict=Verdict.REPORTED),) if done else ()
    said = " ".join(filter(None, (text, says)))
    return Summary(satisfied=done, text=said, lead=said, requirements=met)
