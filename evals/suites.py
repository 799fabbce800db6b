"""Which conversations a suite's name stands for: its cases, or its cases with something altered."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from evals.case import Case, Suite
from evals.conversation import Conversation
from evals.expected import Expected, ExpectedChain
from evals.filtering.testers import read_testers
from evals.variation import NONE, Variation
from pipelines.contracts.answer import Status

_BASE = "seed"
NOTHING = Expected(
    status=(Status.NEEDS_INPUT, Status.REFUSED),
    chain=ExpectedChain(executed=False),
    effects=(),
)
"""The honest answer where something needed is not there: none, and nothing runs."""
_PREFERENCE = "from now on use the pre environment by default"
_AGREED = Expected(status=(Status.SUCCEEDED,), effects=())


def all_wordings(suite: Suite, variation: Variation = NONE) -> list[Conversation]:
    """Every case in every wording."""
    return [
        _said(suite, case, variation, index)
        for case in suite.cases
        for index in range(len(case.variants()))
    ]


def own_wordings(suite: Suite, variation: Variation = NONE) -> list[Conversation]:
    """Every case in its own words."""
    return [_said(suite, case, variation) for case in suite.cases]


def _said(suite: Suite, case: Case, variation: Variation, wording: int = 0) -> Conversation:
    """One wording of a case, over the tools that the case lets be there."""
    return Conversation(
        case,
        wording,
        replace(variation, pool=frozenset(case.pool)) if case.pool else variation,
        review=suite.review,
        author=case.author or suite.author,
    )


def removal(suite: Suite) -> list[Conversation]:
    """Each row without its goal tool, and with its environment unconfigured."""
    return [
        *(one for case in suite.cases for one in _without_tool(case)),
        *(one for case in suite.cases for one in _without_environment(case)),
    ]


def _without_tool(case: Case) -> Iterator[Conversation]:
    if case.without:
        earlier = tuple(
            one if Status.SUCCEEDED in one.status else NOTHING for one in case.expect[:-1]
        )
        last = NOTHING.model_copy(update={"says": case.nearest})
        altered = case.model_copy(update={"expect": (*earlier, last)})
        variation = Variation(without_tools=frozenset(case.without))
        yield Conversation(altered, 0, variation, "without-tool")


def _without_environment(case: Case) -> Iterator[Conversation]:
    environment = case.expect[-1].environment
    if environment is not None:
        altered = case.model_copy(update={"expect": (NOTHING,) * len(case.expect)})
        variation = Variation(without_environments=frozenset({environment}))
        yield Conversation(altered, 0, variation, f"without-{environment}")


def corruption(suite: Suite) -> list[Conversation]:
    """Each falsification of each row: the summary must notice it."""
    return [
        Conversation(_corrupted(case, number), 0, NONE, f"{number}-{one.what}")
        for case in suite.cases
        for number, one in enumerate(case.corrupt)
    ]


def _corrupted(case: Case, number: int) -> Case:
    one = case.corrupt[number]
    prepare = tuple(("corrupt-next", tool, *one.options) for tool in one.tools)
    every = tuple(Status)
    last = Expected(status=every, satisfied=False, contradicted=True)
    earlier = tuple(expected.model_copy(update={"effects": None}) for expected in case.expect[:-1])
    return case.model_copy(update={"expect": (*earlier, last), "prepare": prepare})


def unserved(suite: Suite) -> list[Conversation]:
    """Each of the testers' requests that some tool of the suite's trade serves, without its tools.

    An environment is preferred first, so that none is asked about for want of one alone."""
    asked = [one for one in read_testers() if one.tools]
    return [
        Conversation(
            Case(id=one.id, turns=(_PREFERENCE, one.text), expect=(_AGREED, NOTHING)),
            0,
            Variation(without_tools=frozenset(n for need in one.tools for n in need.split("|"))),
            "unserved",
            review=suite.review,
        )
        for one in asked
    ]


_ALTERED: dict[str, Callable[[Suite], list[Conversation]]] = {
    "removal": removal,
    "corruption": corruption,
    "unserved": unserved,
}
_AROUND = ("distractors", "renaming", "scale")
DERIVED = (*_ALTERED, *_AROUND)
"""Suites that are made of the cases of the seed suite."""
OWN_WORDING = ("distractors", "scale")
"""Suites that say each case in its own words alone."""


def base_of(name: str) -> str:
    """The file that holds the cases of a suite."""
    return _BASE if name in DERIVED else name


def plan(name: str, suite: Suite, variation: Variation, *, own: bool) -> list[Conversation]:
    """The conversations of a suite's name, over a catalogue altered so."""
    if name in _ALTERED:
        return [
            replace(one, variation=one.variation.over(variation)) for one in _ALTERED[name](suite)
        ]
    return own_wordings(suite, variation) if own else all_wordings(suite, variation)
