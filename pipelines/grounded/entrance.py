"""A sentence read against the records of an HTTP API: the plan, or that it is not about them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.grounded.atoms import Atom, Scanner
from pipelines.grounded.bench import Bench, NotRead
from pipelines.grounded.live import MOST_LISTS, Live, name_keys
from pipelines.grounded.newness import News
from pipelines.grounded.planning import Planner
from pipelines.grounded.reading import Reader as Sentences
from pipelines.grounded.refining import refined
from pipelines.grounded.segments import segments
from pipelines.grounded.states import States, states_of
from pipelines.grounded.surfaces import Words, lexicon_of, words_of
from pipelines.grounded.world import Kind, World
from pipelines.grounded.writing import Writer
from pipelines.planner.chain import NoPlan, ToolChain
from pipelines.planner.probe import Reader
from pipelines.planner.resources.chain import Stuck
from pipelines.records.entrance import without_environment
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Known:
    """A world with its words, put together once for a catalogue and an environment."""

    world: World
    words: Words
    states: States
    lexicon: Lexicon


@dataclass(frozen=True, slots=True)
class Grounded:
    """What came of it."""

    plan: ToolChain | NoPlan
    goals: tuple[Goal, ...]
    stateful: bool = False
    """It is about things that operations bring from state to state, not about plain records."""


class Worlds:
    """The worlds of a catalogue, by environment, each put together when it is first asked for."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._known: dict[str, Known] = {}

    def of(self, environment: str) -> Known | None:
        """The world of an environment; None where there are no HTTP operations on records."""
        if environment not in self._known:
            lexicon = self.catalogue.lexicon
            world = World(self.catalogue.tools.values(), environment)
            words = words_of(world, lexicon)
            states = states_of(world, words)
            self._known[environment] = Known(world, words, states, lexicon_of(words, lexicon))
        known = self._known[environment]
        return known if known.world.kinds else None


async def plan_grounded(
    intent: IntentResult, worlds: Worlds, environment: str, read: Reader, seed: str
) -> Grounded | None:
    """The plan of a sentence about records; None where not all of it is understood."""
    catalogue, known = worlds.catalogue, worlds.of(environment)
    if known is None or intent.is_chosen:
        return None
    live = Live(known.world, read)
    text = without_environment(intent.text, catalogue)
    scanner = Scanner(known.world, known.words, known.lexicon, live)
    await live.load(_worth_reading(known.world, scanner.atoms(text)))
    atoms = refined(scanner.atoms(text), known.words, live)
    news = News(known.world, known.words.glosses)
    reading = Sentences(known.world, known.states, news).read(segments(atoms, known.world))
    writer = Writer(intent, catalogue, environment)
    bench = Bench(
        known.world,
        known.words,
        known.states,
        live,
        reading,
        writer,
        text,
        seed,
        datetime.now().astimezone().date(),
    )
    try:
        plan = Planner(bench).plan()
        return Grounded(plan, tuple(writer.goals), _is_stateful(known.world, plan))
    except NotRead:
        return None
    except Stuck as stuck:
        return Grounded(stuck.reason, tuple(writer.goals))


def _is_stateful(world: World, plan: ToolChain | NoPlan) -> bool:
    steps = () if isinstance(plan, NoPlan) else plan.steps
    return any(world.kinds[world.operation(step.tool).kind].of("act") for step in steps)


def _worth_reading(world: World, atoms: Iterable[Atom]) -> list[Kind]:
    """The kinds whose lists may tell of what is said; all of them where they are few."""
    kinds = list(world.kinds.values())
    if len(kinds) <= MOST_LISTS:
        return kinds
    said = {key for atom in atoms for key in atom.nouns}
    said |= {option.kind for atom in atoms for option in atom.options}
    said |= {world.operation(name).kind for atom in atoms for name in atom.verbs}
    beside = {f.target for key in said for f in world.kinds[key].fields.values() if f.target}
    ranked = sorted(kinds, key=lambda k: (k.key not in said, k.key not in beside, not name_keys(k)))
    return ranked[:MOST_LISTS]
