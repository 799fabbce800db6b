"""What the options of a run mean: the suite, its conversations, and what has to be left out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evals.case import SHIPPED, TRADES, Suite, load_suite, suite_file
from evals.conversation import Conversation
from evals.distractors import read_distractors, shipped_distractors
from evals.opened_cases import opened_cases
from evals.options import Execution, Options
from evals.suites import DERIVED, OWN_WORDING, base_of, plan
from evals.variation import Variation
from services.errors import InvalidRequest
from services.registry import read_environments
from services.settings import Settings, is_model_configured, read_access

_FOREIGN = 7_000
"""Tools of other trades around those of the suite `scale`."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a run says."""

    options: Options
    settings: Settings
    suite: Suite
    conversations: Sequence[Conversation]
    """Repetitions included."""
    skipped: tuple[str, ...] = ()

    @property
    def execution(self) -> Execution:
        """Whether tools are called."""
        return self.options.execution or self.suite.execution

    @property
    def change(self) -> str:
        """What was altered, in words."""
        return str(self.conversations[0].variation) if self.conversations else ""

    def beside(self, name: str) -> Path:
        """A file that the suite names, from where its own file lies."""
        return suite_file(base_of(self.options.suite)).parent / name


def plan_run(options: Options, settings: Settings) -> Plan:
    """The plan of these options; InvalidRequest or SuiteError where they cannot be meant."""
    settings = varied(settings, options)
    suite = load_suite(base_of(options.suite))
    reason = missing(options, suite)
    if reason is not None:
        return Plan(options, settings, suite, (), (reason,))
    chosen = _without(options, settings, suite)
    opened = opened_cases(suite_file(base_of(options.suite)))
    chosen = [_known(one, opened) for one in chosen]
    many = [
        replace(one, repetition=number) for number in range(options.repetitions) for one in chosen
    ]
    return Plan(options, settings, suite, many)


def _without(options: Options, settings: Settings, suite: Suite) -> list[Conversation]:
    """The conversations of the suite's name, of the rows that are asked for."""
    variation = Variation(
        without_packs=frozenset(options.without_pack), renamed=options.suite == "renaming"
    )
    if options.suite == "scale":
        foreign = shipped_distractors(read_environments(settings), _FOREIGN)
        variation = replace(variation, distractors=foreign)
    elif options.suite == "distractors" and options.data:
        foreign = read_distractors(Path(options.data), read_environments(settings))
        variation = replace(variation, distractors=foreign)
    own = options.own_wording or options.suite in OWN_WORDING
    chosen = plan(options.suite, suite, variation, own=own)
    known = {name for one in chosen for name in (one.case.id, one.id)}
    if unknown := sorted(set(options.case) - known):
        raise InvalidRequest("services.no_case", suite=options.suite, ids=", ".join(unknown))
    wanted = set(options.case) or known
    return [one for one in chosen if one.case.id in wanted or one.id in wanted]


def _known(one: Conversation, opened: frozenset[str]) -> Conversation:
    """A case whose failure was read is unseen no more."""
    if not one.case.unseen or one.case.id not in opened:
        return one
    return replace(one, case=one.case.model_copy(update={"unseen": False}))


def varied(settings: Settings, options: Options) -> Settings:
    """The settings of a variant; InvalidRequest where it needs a model and none is configured."""
    needs = options.variant in ("model", "single")
    if needs and not is_model_configured(settings, read_access()):
        raise InvalidRequest("services.variant_needs_model", variant=options.variant)
    modes = {"reader": "rules", "model": "model", "auto": "auto"}
    if options.variant in modes:
        return settings.model_copy(update={"mode": modes[options.variant]})
    if options.variant == "single":
        return settings.model_copy(update={"pipeline": "single"})
    return settings


def missing(options: Options, suite: Suite) -> str | None:
    """Why the suite cannot be run here; None: it can."""
    folder = Path(options.data) if options.data else TRADES
    if suite.service and not (folder / suite.service).is_file():
        return f"{suite.name}: there is no {suite.service} in {folder}"
    if suite.application and options.data is None:
        return f"{suite.name}: needs the folder of applications, named with --data"
    if options.suite == "distractors" and options.data is None:
        return "distractors: needs a folder of benchmark catalogues, named with --data"
    return None


def suite_names() -> list[str]:
    """The shipped suites, and those that are made of them."""
    return sorted({*(file.stem for file in SHIPPED.glob("*.yaml")), *DERIVED})
