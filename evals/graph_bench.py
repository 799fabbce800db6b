"""How well the graph's links agree with what the authors of public catalogues know.

Every set is cut in two by the hash of a name, so that what was looked at while the rules were
written can be told from what was not: `a` was looked at."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel

from evals.benchmarks import read_tools
from evals.errors import SuiteError
from evals.graph_bench_data import (
    Declared,
    Flow,
    read_declared,
    read_flows,
    read_goals,
    read_typed,
    understood,
)
from evals.links_measured import (
    HALVES,
    WAYS,
    Half,
    Providers,
    gives,
    is_at,
    is_in,
    providers,
    reached,
)
from tool_registry.catalogue import Catalogue
from tool_registry.graph.inference import Inference
from tool_registry.graph.values import LIKELY, POSSIBLE, SAME_KIND, Link

BANDS = {"by name": LIKELY, "same kind": SAME_KIND, "same sort": POSSIBLE}
Sets: TypeAlias = tuple[AbstractSet[object], AbstractSet[object]]


class Figure(BaseModel):
    """What one measure gave on one half of one set; shares are 0 to 1."""

    set: str
    measure: str
    half: str
    numbers: dict[str, int | float]


def run(folder: Path) -> list[Figure]:
    """All figures of the sets that the folder holds; SuiteError where it holds none."""
    figures: list[Figure] = []
    for place in sorted(one for one in folder.glob("*") if one.is_dir()):
        figures += _figures(place)
    if not figures:
        raise SuiteError(f"no catalogue with known links in {folder}; name its folder with --data")
    return figures


def as_text(figures: Iterable[Figure]) -> str:
    """A block for each set, a line for each measure and half."""
    lines: list[str] = []
    for name, held in groupby(figures, lambda figure: figure.set):
        lines += ["", name]
        for one in held:
            told = "  ".join(f"{key} {_number(value)}" for key, value in one.numbers.items())
            lines.append(f"  {one.measure:<36} {one.half:<4} {told}")
    return "\n".join(lines[1:])


def _number(value: float) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _figures(place: Path) -> list[Figure]:
    if (place / "graph.json").is_file():
        return list(_typed(place))
    if not (place / "queries.jsonl").is_file():
        return []
    if read_goals(place):
        return list(_closures(place))
    tools, flows = read_flows(place)
    return list(_flow_figures(place.name, understood(tools), flows)) if flows else []


def _inferred(catalogue: Catalogue) -> Inference:
    return Inference(catalogue.tools.values())


def _cut(names: Iterable[str], half: Half) -> list[str]:
    return [name for name in names if is_in(name, half)]


def _closures(place: Path) -> Iterator[Figure]:
    """Everything that a request's goal tool leans on, without the goal itself, over requests."""
    tools = list(read_tools(place / "tools.jsonl"))
    graph, names = _inferred(understood(tools)), [tool.name for tool in tools]
    declared, goals = read_declared(place), read_goals(place)
    named = [one for one in declared if one.parameters]
    linked = {id: graph.links(id) for id in (f"{place.name}/{name}" for name in names)}
    known = _leaning(place.name, declared)
    ways = {
        **{way: providers(linked, follows) for way, follows in WAYS.items()},
        "declared arguments": _leaning(place.name, named),
    }
    for half in HALVES:
        chosen = [f"{place.name}/{goal}" for goal in _cut(goals, half)]
        for way, leaning in ways.items():
            numbers = _agreement((reached(g, leaning), reached(g, known)) for g in chosen)
            yield Figure(set=place.name, measure=f"closure, {way}", half=half, numbers=numbers)
        yield _argument_edges(place.name, half, graph, named)


def _argument_edges(name: str, half: Half, graph: Inference, declared: list[Declared]) -> Figure:
    """Links to arguments against declared ones, of the tools that declare any."""
    tools = _cut(sorted({one.tool for one in declared}), half)
    found = {
        (tool, _name(link.provider), link.slot)
        for tool in tools
        for link in graph.links(f"{name}/{tool}")
        if link.slot
    }
    known = {
        (one.tool, one.provider, slot)
        for one in declared
        if one.tool in tools
        for slot in one.parameters
    }
    return Figure(
        set=name,
        measure="argument edges",
        half=half,
        numbers=_agreement([(found, known)]),
    )


def _flow_figures(name: str, catalogue: Catalogue, flows: tuple[Flow, ...]) -> Iterator[Figure]:
    """Gold flows among the links, and how many other links each argument has."""
    graph = _inferred(catalogue)
    flows = tuple(_of_catalogue(flow, name, catalogue) for flow in flows)
    gold: defaultdict[tuple[str, str], set[tuple[str, str | None]]] = defaultdict(set)
    for flow in flows:
        gold[(flow.tool, flow.argument)].add((flow.provider, flow.field))
    for measure, least in BANDS.items():
        for half in HALVES:
            ids = set(_cut({flow.request for flow in flows}, half))
            chosen = [flow for flow in flows if flow.request in ids]
            links = {place: _links(graph, *place, least) for place in sorted(gold)}
            yield Figure(
                set=name,
                measure=f"flows {measure}",
                half=half,
                numbers=_flow_numbers(chosen, links, gold),
            )


def _of_catalogue(flow: Flow, source: str, catalogue: Catalogue) -> Flow:
    """With the ids of its tools; the field is None where nobody declares it."""
    tool, provider = f"{source}/{flow.tool}", f"{source}/{flow.provider}"
    declared = {one.key for one in catalogue.tools[provider].yields}
    field = flow.field if flow.field in declared else None
    return replace(flow, tool=tool, provider=provider, field=field)


def _flow_numbers(
    flows: list[Flow],
    links: Mapping[tuple[str, str], list[Link]],
    gold: Mapping[tuple[str, str], set[tuple[str, str | None]]],
) -> dict[str, int | float]:
    held = [links[(flow.tool, flow.argument)] for flow in flows]
    ranks = list(map(_rank, flows, held))
    places = {(flow.tool, flow.argument) for flow in flows}
    wrong = sum(
        not any(gives(link, *one) for one in gold[place])
        for place in places
        for link in links[place]
    )
    most = max(len(flows), 1)
    return {
        "flows": len(flows),
        "same name": sum(flow.field == flow.argument for flow in flows) / most,
        "found": sum(rank is not None for rank in ranks) / most,
        "among first 5": sum(rank is not None and rank <= 5 for rank in ranks) / most,
        "arguments": len(places),
        "wrong an argument": wrong / max(len(places), 1),
        "wrong of the right tool": sum(map(_beside, flows, held)) / most,
    }


def _rank(flow: Flow, links: list[Link]) -> int | None:
    """How many links are at least as sure as the right one; None where it is missing.

    A field that its tool does not declare counts as found where the tool is."""
    right = [link for link in links if gives(link, flow.provider, flow.field)]
    if not right:
        return None
    sure = max(link.confidence for link in right)
    return sum(link.confidence >= sure for link in links)


def _beside(flow: Flow, links: list[Link]) -> int:
    """How many other fields of the right tool are proposed for the argument."""
    own = [link for link in links if link.provider == flow.provider]
    return sum(not gives(link, flow.provider, flow.field) for link in own)


def _links(graph: Inference, tool: str, argument: str, least: float) -> list[Link]:
    return [link for link in graph.links(tool, least) if is_at(link.slot, argument)]


def _typed(place: Path) -> Iterator[Figure]:
    """Links between tools by the types of their arguments and results."""
    try:
        tools, known = read_typed(place / "graph.json")
    except SuiteError:
        return
    graph = _inferred(understood(tools))
    for half in HALVES:
        targets = _cut([tool.name for tool in tools], half)
        found = {
            (_name(link.provider), target)
            for target in targets
            for link in graph.links(f"{place.name}/{target}", SAME_KIND)
        }
        wanted = {link for link in known if link[1] in targets}
        yield Figure(
            set=place.name,
            measure="typed links",
            half=half,
            numbers=_agreement([(found, wanted)]),
        )


def _agreement(
    pairs: Iterable[tuple[AbstractSet[object], AbstractSet[object]]],
) -> dict[str, int | float]:
    """F1, precision and recall over all pairs (found, wanted) together."""
    counted: Counter[str] = Counter()
    for found, wanted in pairs:
        counted.update(right=len(found & wanted), found=len(found), wanted=len(wanted), cases=1)
    right = counted["right"]
    precision = right / max(counted["found"], 1)
    recall = right / max(counted["wanted"], 1)
    both = precision + recall
    return {
        "f1": 2 * precision * recall / both if both else 0.0,
        "precision": precision,
        "recall": recall,
        "wanted": counted["wanted"],
        "cases": counted["cases"],
    }


def _leaning(source: str, declared: Iterable[Declared]) -> Providers:
    """What each tool leans on as its authors say, by ids."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for one in declared:
        found[f"{source}/{one.tool}"].add(f"{source}/{one.provider}")
    return found


def _name(tool_id: str) -> str:
    return tool_id.partition("/")[2]
