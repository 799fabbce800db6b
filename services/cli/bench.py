"""`zhizao bench`: how well and how fast tools are found and put together."""

import gc
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from services.settings import ENCODER, read_settings

if TYPE_CHECKING:
    from pipelines.filter.finder import CatalogueFinder
    from tool_registry.catalogue import Catalogue

_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
_OUT = click.Path(path_type=Path, file_okay=False)


@click.group()
def bench() -> None:
    """Measure how well and how fast tools are found and put together."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    gc.enable()


@bench.command("filter")
@click.option("--data", type=_FOLDER, help="Folder of labelled sets: */tools.jsonl, queries.jsonl.")
@click.option("--out", type=_OUT, help="Folder for the table, the plot and results.json.")
@click.option("--shipped", is_flag=True, help="Measure with the weights that are shipped.")
@click.option("--learn", is_flag=True, help="Keep the learned weights as those of the product.")
@click.option("--keep", is_flag=True, help="Keep the outcome as what --gate compares with.")
@click.option("--gate", is_flag=True, help="Exit with 1 where a set got worse than what was kept.")
@click.option("--peers/--no-peers", default=True, help="Measure other engines too.")
@click.pass_context
def filter_bench(
    ctx: click.Context, data: Path | None, out: Path | None, peers: bool, **then: bool
) -> None:
    """Compare the filter with other engines on catalogues it has never seen.

    Each set is judged by weights that all the others teach; sets of one source are left out
    together. Exits with 1 where another engine certainly finds more on any of them.
    """
    from evals.filtering import peers as others
    from evals.filtering.bench import OURS, run_bench
    from evals.filtering.leaning import links_of
    from evals.filtering.report import as_table, write_bench
    from pipelines.filter.index.ranker import keep
    from services.bench_wiring import WITHOUT_LESSONS, engines, prepared_sets

    rivals = others.peers() if peers else {}
    if peers and (absent := others.absent()):
        click.echo(f"not installed, so not measured: {', '.join(absent)} (extra `bench`)", err=True)
    settings = read_settings()
    if then["learn"] and settings.embedder != ENCODER:
        raise click.UsageError(f"--learn needs ZHIZAO_EMBEDDER={ENCODER}: its weights are shipped")
    sets = prepared_sets(settings, data)
    ours = engines(settings, learning=not then["shipped"])
    links = links_of([one.set for one in sets], data) if data else {}
    result = run_bench(sets, ours, rivals, _tell, unlearned=WITHOUT_LESSONS, links=links)
    click.echo(as_table(result))
    if out:
        write_bench(result, out)
    if then["learn"]:
        keep(result.weights)
    _judge(ctx, result.missed(OURS), keep=then["keep"], gate=then["gate"])
    if behind := result.behind():
        click.echo("\n".join(behind), err=True)
        ctx.exit(1)


@bench.command("chain")
@click.option("--data", type=_FOLDER, help="Folder of public sets: */tools.jsonl, queries.jsonl.")
@click.option(
    "--taskbench",
    "files",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    help="File of TaskBench's form, with tool_desc.json beside it, or its folder; repeatable.",
)
@click.option("--out", type=_OUT, help="Folder for chain.md and chain.json.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def chain_bench(
    data: Path | None, files: tuple[Path, ...], out: Path | None, as_json: bool
) -> None:
    """Measure dependencies, data flow and arguments on public sets of chains, without a model.

    The tools of a request are given where its arguments are bound; each figure has its interval.
    """
    from evals.chain.bench import run_chain
    from evals.chain.report import as_lines, write_chain

    result = run_chain(data, files, _tell)
    if out:
        write_chain(result, out)
    click.echo(result.model_dump_json(indent=2) if as_json else "\n".join(as_lines(result)))


@bench.command("testers")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--keep", is_flag=True, help="Keep the outcome as what --gate compares with.")
@click.option("--gate", is_flag=True, help="Exit with 1 where it got worse than what was kept.")
@click.option("--learn", is_flag=True, help="First learn the weights anew, from the open half.")
@click.option("--data", type=_FOLDER, help="Folder of labelled sets to learn from, too.")
@click.pass_context
def testers_bench(
    ctx: click.Context, as_json: bool, learn: bool, data: Path | None, **then: bool
) -> None:
    """Filter the labelled requests of testers over the sandbox, intent included.

    The figures of the half from which nothing was learned stand apart.
    """
    from evals.filtering.testers import read_testers, tester_figures, try_testers
    from evals.filtering.testers_learning import is_open
    from services.bench_wiring import sandbox_catalogue
    from services.finding import open_finder
    from services.reading import names_folder

    if learn:
        _learn_evidence(data)
    settings = read_settings()
    catalogue, names = sandbox_catalogue(settings), names_folder(settings)
    finder = open_finder(settings)
    finder.of(catalogue).prepare()
    outcomes = try_testers(read_testers(), catalogue, finder, names)
    found = tester_figures(outcomes)
    halves = {
        "open": tester_figures([one for one in outcomes if is_open(one.request.text)]),
        "unread": tester_figures([one for one in outcomes if not is_open(one.request.text)]),
    }
    if as_json:
        told = {name: half.model_dump(exclude={"missed"}) for name, half in halves.items()}
        click.echo(json.dumps({**found.model_dump(), "halves": told}, indent=2))
    else:
        for name, value in found.model_dump().items():
            each = "  ".join(f"{half} {getattr(fig, name)}" for half, fig in halves.items())
            told = " ".join(value) if name == "missed" else f"{value}  ({each})"
            click.echo(f"{name:>14}  {told}")
    _judge(ctx, {"testers": found.missed}, **then)


def _learn_evidence(data: Path | None) -> None:
    from evals.filtering.testers_learning import learn_evidence
    from pipelines.filter.weights import keep
    from services.evidence_lessons import evidence_lessons
    from services.finding import open_finder
    from services.reading import names_folder

    settings = read_settings()
    lessons = evidence_lessons(settings, data)

    def finder(catalogue: "Catalogue") -> "CatalogueFinder":
        opened = open_finder(settings)
        opened.of(catalogue).prepare()
        return opened

    keep(learn_evidence(lessons, finder, _tell, names_folder(settings)))


@bench.command("scale")
@click.option("--out", type=_OUT, help="Folder for the table, the plot and scale.json.")
@click.option("--tools", "sizes", multiple=True, type=int, help="Tools of a catalogue; repeatable.")
def scale_bench(out: Path | None, sizes: tuple[int, ...]) -> None:
    """Measure steps, building, snapshots and memory over generated catalogues."""
    from evals.filtering.scale import SIZES, as_lines, run_scale, write_scale

    found = [run_scale(size, _tell) for size in sizes or SIZES]
    for line in as_lines(found):
        click.echo(line)
    if out:
        write_scale(found, out)


@bench.command("page")
@click.option(
    "--pages",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    help="Pages that are open at once.",
)
@click.option(
    "--rate",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    show_default=True,
    help="Requests a second, of all together.",
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=30.0, show_default=True)
def page_bench(pages: int, rate: float, seconds: float) -> None:
    """Measure the chat page's wire under load: first event, plan, end, in milliseconds.

    First what single requests cost the service, then requests at even distances, then all pages at
    once. Rules alone; service and sandbox are processes of their own, on this machine too.
    """
    from evals.page_bench import Load
    from services.bench_wiring import measure_page

    measure_page(Load(pages, rate, seconds), click.echo)


@bench.command("deliveries")
@click.option("--rate", type=click.FloatRange(1, 5000), default=300.0, show_default=True)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=20.0, show_default=True)
def deliveries_bench(rate: float, seconds: float) -> None:
    """Measure how fast messages to a bot are acknowledged while others are worked on.

    So many messages a second at even distances, beside requests that do nothing, at that rate.
    """
    from evals.process_cost import machine
    from services.delivery_wiring import measure_deliveries

    measure_deliveries(rate, seconds, click.echo)
    click.echo(machine())


@bench.command("start")
@click.option("--data", type=_FOLDER, help="Folder of public catalogues: foreign tools.")
@click.option(
    "--tools",
    type=click.IntRange(1),
    default=7_000,
    show_default=True,
    help="So many foreign tools of --data at most.",
)
@click.option("--runs", type=click.IntRange(1), default=5, show_default=True)
def start_bench(data: Path | None, tools: int, runs: int) -> None:
    """Measure `zhizao ask` from the start of its process to its end, on a warm catalogue.

    By turns with a process that only imports the libraries: the ratio to it depends less on the
    machine than seconds do. With --data thousands of foreign tools stand beside the sandbox's.
    """
    from evals.process_cost import machine
    from services.bench_wiring import measure_start

    found = measure_start(read_settings(), data, tools, runs, click.echo)
    for one in found:
        click.echo(one.line(found[0]))
    click.echo(machine())


@bench.command("import")
@click.option("--operations", type=click.IntRange(min=1), default=1675, show_default=True)
def import_bench(operations: int) -> None:
    """Seconds and memory of importing a drawn OpenAPI document of so many operations."""
    from evals.process_cost import machine
    from services.bench_wiring import measure_import

    _tell(machine())
    _tell(measure_import(operations))


@bench.command("encoder")
@click.option("--out", type=_OUT, required=True, help="File for the weights.")
@click.option("--corpora", type=_FOLDER, help="Folder of public requests, to learn from too.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), default=50.0, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
def train(out: Path, corpora: Path | None, minutes: float, threads: int) -> None:
    """Train the encoder that finds tools anew; needs the extra `train`."""
    from evals.reader.training.trunk import trunk_file

    trunk_file()  # says what is missing, ahead of an import that fails
    from evals.filtering.training.run import Plan, train_encoder

    plan = Plan(out, corpora, minutes=minutes, threads=threads)
    click.echo(json.dumps({"bytes": train_encoder(plan, _tell)}))


@bench.command("known")
def known() -> None:
    """Encode the tools of the demo businesses anew, for the file that comes with the encoder."""
    from pipelines.filter.index.encoder import keep_known
    from pipelines.filter.index.texts import texts_of
    from services.bench_wiring import SANDBOXES, sandbox_catalogue

    settings = read_settings()
    catalogues = [sandbox_catalogue(settings, trade) for trade in SANDBOXES]
    tools = [texts_of(tool) for one in catalogues for tool in one.tools.values()]
    click.echo(json.dumps({"tools": keep_known(tools)}))


@bench.command("words")
@click.option("--out", type=_OUT, required=True, help="Folder for the table of word vectors.")
@click.option("--dimensions", default=128, show_default=True)
@click.option("--wordnet", type=_FOLDER, required=True, help="Folder of WordNet's data files.")
@click.option("--lines", type=_FILE, multiple=True, help="More sentences, one a line; repeatable.")
@click.option("--sentences", default=60_000, show_default=True, help="Learn from so many.")
def words(
    out: Path, dimensions: int, wordnet: Path, lines: tuple[Path, ...], sentences: int
) -> None:
    """Make the table of word vectors anew, out of MiniLM, the bilingual lexicon and sentences."""
    from evals.filtering.distil import Shape, distil, encoder, minilm, taught, write_model
    from evals.filtering.sentences import chosen, told

    model = minilm()
    encode = encoder(model)
    first = distil(Shape(dimensions=dimensions), encode, model.tokenizer.get_vocab())
    made, near = taught(first, chosen(told(wordnet, lines), sentences), encode)
    write_model(made.words, out)
    click.echo(json.dumps({"words": len(made.words), "nearness": round(near, 3)}))


@bench.command("stems")
def stems() -> None:
    """Make the table of stems anew, out of the bilingual lexicon."""
    from evals.filtering.stems import write_stems

    click.echo(json.dumps({"words": write_stems()}))


def _judge(
    ctx: click.Context, missed: Mapping[str, Sequence[str]], *, keep: bool, gate: bool
) -> None:
    from evals.filtering.gate import falls, keep_missed

    worse = falls(missed) if gate else []
    for one in worse:
        click.echo(f"worse: {one}", err=True)
    if keep:
        keep_missed(missed)
    ctx.exit(1 if worse else 0)


def _tell(text: str) -> None:
    click.echo(text, err=True)
