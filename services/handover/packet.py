"""What a person is given of a conversation: what was said, understood, planned, done and failed."""

from pydantic import BaseModel, ConfigDict

from pipelines.runs.store import Run, RunStore
from services.cli.printing import argument_lines, describe_intent
from tool_registry.base.caller import Caller, Scope
from tool_registry.base.redaction import mask_text
from tool_registry.catalogue import Catalogue
from tool_registry.stores.space import Space
from tool_registry.vocabulary.language import language_of

_TURNS = 20
"""So many of the latest messages go along."""
_LONGEST = 4_000
"""Characters of one text."""


class Call(BaseModel):
    """One call of a plan, and what came of it."""

    model_config = ConfigDict(frozen=True)

    title: str
    tool: str
    status: str
    arguments: tuple[str, ...] = ()
    """Each with its value, and where that is from."""
    failure: str = ""


class Said(BaseModel):
    """One message and what came of it; secrets are masked."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    at: float
    text: str
    status: str
    understood: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    answer: str = ""


class Packet(BaseModel):
    """A conversation for somebody who was not there."""

    model_config = ConfigDict(frozen=True)

    turns: tuple[Said, ...]
    authors: tuple[str, ...] = ()
    """Who wrote the tools that are spoken of."""


def packet_of(store: RunStore, catalogue: Catalogue, caller: Caller, session_id: str) -> Packet:
    """The caller's conversation, as much of it as helps."""
    found = store.of_session(caller, session_id, _TURNS)
    turns = tuple(_said(store, catalogue, run) for run in reversed(found))
    tools = [catalogue.tools.get(call.tool) for turn in turns for call in turn.calls]
    authors = dict.fromkeys(tool.author for tool in tools if tool is not None and tool.author)
    return Packet(turns=turns, authors=tuple(authors))


def projects_of(packet: Packet, catalogue: Catalogue, caller: Caller) -> tuple[str, ...]:
    """The caller's projects whose tools it speaks of, else the caller's team."""
    used = {call.tool for turn in packet.turns for call in turn.calls}
    tools = [catalogue.tools[one] for one in used if one in catalogue.tools]
    sources = [tool.source for tool in tools if tool.scope is Scope.PROJECT]
    ends = {one: Space.of(caller, Scope.PROJECT, one).name_of("") for one in caller.projects}
    found = [one for one in ends if any(source.endswith(ends[one]) for source in sources)]
    return tuple(found or caller.projects[:1])


def _said(store: RunStore, catalogue: Catalogue, run: Run) -> Said:
    answer = run.answer
    understood = ()
    if answer is not None and answer.intent is not None:
        understood = tuple(describe_intent(answer.intent, catalogue.environments))
    text = (answer.summary.text or answer.question or "") if answer is not None else ""
    return Said(
        run_id=run.id,
        at=run.created_at,
        text=_short(run.request.text),
        status=run.status,
        understood=tuple(_short(line) for line in understood),
        calls=_calls(store, catalogue, run),
        answer=_short(text),
    )


def _calls(store: RunStore, catalogue: Catalogue, run: Run) -> tuple[Call, ...]:
    answer = run.answer
    ends = {one.step: one for one in store.events(run.id) if one.type == "step_finished"}
    calls: list[Call] = []
    chain = answer.chain if answer is not None else ()
    language = language_of(run.request.text)
    order = [step.step for step in chain]
    for step in chain:
        tool, end = catalogue.tools.get(step.tool), ends.get(step.step)
        failure = end.failure.message if end is not None and end.failure is not None else ""
        found = argument_lines(step, order, catalogue, language)
        lines = tuple(_short(line) for line in found)
        calls.append(
            Call(
                title=tool.title if tool is not None else step.tool,
                tool=step.tool,
                status=step.status,
                arguments=lines,
                failure=_short(failure),
            )
        )
    return tuple(calls)


def _short(text: str) -> str:
    clean = mask_text(text)
    return clean if len(clean) <= _LONGEST else f"{clean[: _LONGEST - 1]}…"
