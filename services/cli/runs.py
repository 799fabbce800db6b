"""`zhizao runs`: what became of earlier requests."""

import asyncio
import json
from datetime import datetime

import click

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.events import Event
from pipelines.flow.waiting_stage import written
from pipelines.messages import say
from pipelines.runs.errors import RunNotFound
from pipelines.runs.schedule import drop, move
from pipelines.runs.stop import Stop
from pipelines.runs.store import Run, RunStore
from services.cli.failing import speak
from services.cli.printing import Printer
from services.due_times import later_of
from services.errors import EXIT_CODES
from services.registry import read_environments
from services.settings import Settings, read_settings
from services.wiring import open_store, open_system
from tool_registry.base.caller import Caller
from tool_registry.vocabulary.language import language_of


@click.group()
def runs() -> None:
    """List, show and resume runs, find out how calls ended; move and cancel what waits."""


@runs.command("list")
@click.option("--limit", default=20, show_default=True, help="How many of the latest.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_runs(limit: int, as_json: bool) -> None:
    """The latest runs, the newest first."""
    found = open_store(read_settings()).recent(Caller(), limit)
    if as_json:
        click.echo(json.dumps([_line(run) for run in found], ensure_ascii=False, indent=2))
        return
    for run in found:
        line = _line(run)
        waits = f" ({line['due']})" if run.status == Status.SCHEDULED else ""
        told = f"{line['status']:<11}{waits}"
        click.echo(f"{line['run_id']}  {line['created_at']}  {told}  {line['text']}")


@runs.command("show")
@click.argument("run_id")
@click.option("--json", "as_json", is_flag=True, help="Print answer and events as JSON.")
def show_run(run_id: str, as_json: bool) -> None:
    """One run: what was understood, planned, done and answered."""
    settings = read_settings()
    store = open_store(settings)
    run = store.get(run_id)
    events = store.events(run_id)
    speak(language_of(run.request.text))
    if as_json:
        click.echo(json.dumps(_whole(run, events), ensure_ascii=False, indent=2))
        return
    click.echo(f"{run.id}  {run.status}  {run.request.text}")
    language = language_of(run.request.text)
    printer = Printer(language, read_environments(settings), new_session=False)
    for event in events:
        printer(event)
    if run.answer:
        printer.finish(run.answer)


@runs.command("resume")
@click.argument("run_id")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.pass_context
def resume_run(ctx: click.Context, run_id: str, as_json: bool) -> None:
    """Go on with a run that was interrupted; a finished one gives its answer again.

    Exit codes are those of ask.
    """
    _take_up(ctx, run_id, Stop(), as_json=as_json)


@runs.command("find-out")
@click.argument("run_id")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.pass_context
def find_out(ctx: click.Context, run_id: str, as_json: bool) -> None:
    """Look what became of calls whose outcome is unknown; no other call is made.

    Exit codes are those of ask.
    """
    _take_up(ctx, run_id, Stop(asked=True), as_json=as_json)


def _take_up(ctx: click.Context, run_id: str, stop: Stop, *, as_json: bool) -> None:
    settings = read_settings()
    language = language_of(open_store(settings).get(run_id).request.text)
    speak(language)
    environments = read_environments(settings)
    printer = None if as_json else Printer(language, environments, new_session=False)
    answer = asyncio.run(_resume(settings, run_id, stop, printer))
    if as_json:
        click.echo(answer.model_dump_json(indent=2))
    ctx.exit(EXIT_CODES[answer.status])


@runs.command("move")
@click.argument("run_id")
@click.argument("at")
@click.option("--zone", help="Time zone of AT, as Asia/Shanghai; by default ZHIZAO_TIME_ZONE.")
def move_run(run_id: str, at: str, zone: str | None) -> None:
    """Give a run that waits for its time another one: 2026-11-30T09:00."""
    settings = read_settings()
    store = open_store(settings)
    speak(language_of(_own(store, run_id).request.text))
    later = later_of(at, zone or settings.time_zone, store.clock.now())
    move(store, run_id, later)
    click.echo(f"{run_id}  {written(later)}")


@runs.command("cancel")
@click.argument("run_id")
def cancel_run(run_id: str) -> None:
    """Cancel a run that waits for its time: nothing of it is carried out."""
    store = open_store(read_settings())
    language = language_of(_own(store, run_id).request.text)
    speak(language)
    click.echo(drop(store, run_id, say(language, "schedule.cancelled")).summary.text)


def _own(store: RunStore, run_id: str) -> Run:
    """The run of whoever works on this machine."""
    run = store.get(run_id)
    if not run.request.caller.is_same_as(Caller()):
        raise RunNotFound(run_id)
    return run


async def _resume(settings: Settings, run_id: str, stop: Stop, printer: Printer | None) -> Answer:
    async with open_system(settings) as system:
        road = await system.road(system.store.get(run_id).request.caller)
        if printer is None:
            return await road.resume(run_id, lambda event: None, stop)
        printer.catalogue = road.catalogue
        answer = await road.resume(run_id, printer, stop)
        printer.finish(answer)
        return answer


def _line(run: Run) -> dict[str, str]:
    begun = datetime.fromtimestamp(run.created_at).astimezone()
    return {
        "run_id": run.id,
        "session_id": run.request.session_id,
        "created_at": begun.isoformat(timespec="seconds"),
        "status": run.status,
        **({"due": written(run.later)} if run.later else {}),
        "text": run.request.text,
    }


def _whole(run: Run, events: list[Event]) -> dict[str, object]:
    answer = run.answer.model_dump(mode="json") if run.answer else None
    return {
        **_line(run),
        "answer": answer,
        "events": [one.model_dump(mode="json") for one in events],
    }
