"""`zhizao tools submit`, `submissions` and `review`: the road into the public pool for authors."""

from collections.abc import Iterator

import click

from pipelines.messages import Language, say
from services import submitting
from services.cli.failing import spoken
from services.cli.options import as_json, at_desk, print_json, project
from services.errors import InvalidRequest
from services.governing import RegistryView
from services.submitting import SubmissionCard, SubmissionDetail, Submitted
from tool_registry.base.ids import canonical
from tool_registry.stores.rows import Example


@click.command("submit")
@click.argument("names", nargs=-1, required=True, metavar="TOOL|SOURCE…")
@click.option("--note", default="", help="What reviewers are to know.")
@click.option("--example", "good", multiple=True, help="A sentence that the tool is meant for.")
@click.option("--counterexample", "bad", multiple=True, help="One that it is not meant for.")
@project
@as_json
@click.pass_context
def submit(
    ctx: click.Context,
    names: tuple[str, ...],
    note: str,
    good: tuple[str, ...],
    bad: tuple[str, ...],
    project: str | None,
    as_json: bool,
) -> None:
    """Submit tools for the public pool; who may publish there decides.

    Exit code: 0 submitted, 2 nothing was, because something is to be put right first.
    """
    examples = [Example(text=text) for text in good]
    examples += [Example(text=text, wanted=False) for text in bad]

    async def act(registry_view: RegistryView) -> Submitted:
        chosen, language = registry_view.some(names), spoken(ctx)
        return await submitting.submit(registry_view, chosen, note, language, examples)

    done = at_desk(act, project)
    if as_json:
        print_json(done)
    elif done.blocked:
        click.echo(say(spoken(ctx), "registry.blocked", count=len(done.blocked)))
        for one in done.blocked:
            click.echo(one.tool)
            click.echo("\n".join(f"  {text}" for text in one.says))
    else:
        for one in done.submissions:
            click.echo("\n".join(_lines(one, spoken(ctx))))
        click.echo(say(spoken(ctx), "registry.submitted", count=len(done.submissions)))
    ctx.exit(2 if done.blocked else 0)


@click.command("submissions")
@click.option("--all", "settled", is_flag=True, help="Also those that were decided.")
@project
@as_json
@click.pass_context
def submissions(ctx: click.Context, settled: bool, project: str | None, as_json: bool) -> None:
    """Tools that wait for a review before they are public."""

    async def act(view: RegistryView) -> list[SubmissionCard]:
        found = view.registry.stores.submissions.visible(view.caller, settled=settled)
        return submitting.cards(view, found, spoken(ctx))

    found = at_desk(act, project)
    if as_json:
        print_json(found)
        return
    for one in found:
        click.echo("\n".join(_lines(one, spoken(ctx))))
    click.echo(say(spoken(ctx), "registry.submissions_total", count=len(found)))


@click.command("review")
@click.argument("id")
@click.option("--approve", "decision", flag_value="approve", help="Publish it as it is shown.")
@click.option("--reject", "decision", flag_value="reject", help="Decide against it.")
@click.option("--withdraw", "decision", flag_value="withdraw", help="Take back what is yours.")
@click.option("--reason", default="", help="What its author is to know; a rejection needs one.")
@project
@as_json
@click.pass_context
def review(
    ctx: click.Context,
    id: str,
    decision: str | None,
    reason: str,
    project: str | None,
    as_json: bool,
) -> None:
    """Show the submission ID in full, or decide about it."""
    if decision == "reject" and not reason.strip():
        raise InvalidRequest("registry.needs_reason")

    async def act(view: RegistryView) -> SubmissionCard:
        stores = view.registry.stores
        if decision is None:
            return await submitting.detail(view, id, spoken(ctx))
        if decision == "approve":
            return (await submitting.approve(view, id, reason, spoken(ctx))).submission
        if decision == "reject":
            done = stores.submissions.reject(view.caller, id, reason)
        else:
            done = stores.submissions.withdraw(view.caller, id)
        return submitting.card(done, spoken(ctx))

    found = at_desk(act, project)
    if as_json:
        print_json(found)
        return
    click.echo("\n".join(_lines(found, spoken(ctx))))
    if isinstance(found, SubmissionDetail):
        click.echo("\n".join(_whole(found, spoken(ctx))))


COMMANDS = (submit, submissions, review)


def _lines(one: SubmissionCard, language: Language) -> Iterator[str]:
    state = say(language, f"registry.submission_{one.state}")
    yield f"{one.id}  {one.tool}  [{state}] {one.submitted_by}"
    yield from (f"  “{text}”" for text in (one.note, one.reason) if text)
    yield from (f"  {each.text}" for each in one.findings)
    yield from (f"  {'✗ ' if each.blocks else ''}{each.text}" for each in one.conflicts)


def _whole(one: SubmissionDetail, language: Language) -> Iterator[str]:
    """Where the tool is called, as its source declares it, what people have set, the sentences by
    which its author tried it, and what stands against it."""
    if one.address is not None:
        yield f"  {one.address.kind}: {one.address.place}"
        for reach in one.address.reaches:
            yield "  " + "  ".join(filter(None, (one.address.labels[reach.environment], reach.url)))
    yield from (f"  {name} = {canonical(value)}" for name, value in one.declared.items())
    yield from (f"  {path} := {canonical(value)}" for path, value in one.edited.items())
    yield from (f"  {'✓' if each.wanted else '✗'} “{each.text}”" for each in one.examples)
    if one.objections:
        yield say(language, "registry.submission_against")
        yield from (f"  {text}" for text in one.objections)
