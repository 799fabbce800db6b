"""What a reviewer asks of a submission before the decision: what the public pool does today
with the same sentences, how many come out as they should, and how the tool was understood."""

from weakref import WeakKeyDictionary

from pipelines.messages import Language, say
from pipelines.messages.labels import tool_title
from pipelines.onboarding.planning import Outcome, Sentence, plan_only
from services.governing import RegistryView
from services.registry import Registry
from services.registry_reports import Report
from services.submitting import catalogue_of
from services.trials import tried
from services.workshop.form import Form, form_submitted
from tool_registry.base.caller import Scope
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool
from tool_registry.stores.rows import Example, Submission
from tool_registry.stores.space import Space

AT_ONCE = 10
"""So many of the author's sentences are tried for the queue."""
_KEPT = 200
_SCORES: WeakKeyDictionary[Registry, dict[tuple[int, str], "Score"]] = WeakKeyDictionary()
"""By revision and submission."""


class Today(Report):
    """What becomes of a sentence now, and what would after an approval."""

    before: str
    """In words, by the public tools as they are."""
    after: str
    """The same with the tool."""
    changes: bool
    """True where other tools would serve it."""


class Score(Report):
    """How the author's sentences come out with the tool among the public ones."""

    given: int
    tried: int
    wrong: int
    """Not as expected."""


async def today(view: RegistryView, id: str, asked: Sentence, language: Language) -> Today:
    """Plans the sentence without and with the tool; nothing is called. NoSubmission where the
    caller sees none of that id."""
    one = view.registry.stores.submissions.get(view.caller, id)
    now, then = view.catalogue_for(_public(view), []), catalogue_of(view, one)
    before, after = await _planned(view, asked, now), await _planned(view, asked, then)
    return Today(
        before=_told(before, now, language),
        after=_told(after, then, language),
        changes=before.tools != after.tools,
    )


async def score(view: RegistryView, id: str) -> Score:
    """Of the first `AT_ONCE` sentences. NoSubmission where the caller sees none of that id."""
    one = view.registry.stores.submissions.get(view.caller, id)
    kept = _SCORES.setdefault(view.registry, {})
    key = (view.registry.stores.revision(), id)
    if key not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[key] = await _score(view, one)
    return kept[key]


def form_of_submission(view: RegistryView, id: str, language: Language) -> Form:
    """How the tool was understood as it was submitted, field by field. NoSubmission where the
    caller sees none of that id."""
    one = view.registry.stores.submissions.get(view.caller, id)
    set_by_people = view.registry.stores.submissions.edits_of(view.caller, id)
    raw = RawTool.model_validate(one.declared)
    plain = view.catalogue_for(_public(view), [raw])
    return form_submitted(view, raw, (catalogue_of(view, one), plain), set_by_people, language)


async def _score(view: RegistryView, one: Submission) -> Score:
    shown, catalogue = one.examples[:AT_ONCE], catalogue_of(view, one)
    right = [await _as_expected(view, one.tool, each, catalogue) for each in shown]
    return Score(given=len(one.examples), tried=len(right), wrong=right.count(False))


async def _as_expected(
    view: RegistryView, tool: str, example: Example, catalogue: Catalogue
) -> bool:
    stages = await tried(view, tool, Sentence(id="score", text=example.text), catalogue)
    used = any(stage.stage == "planner" and stage.passed for stage in stages)
    return used is example.wanted


def _public(view: RegistryView) -> Space:
    return Space.of(view.caller, Scope.PUBLIC)


async def _planned(view: RegistryView, asked: Sentence, catalogue: Catalogue) -> Outcome:
    finder, names = view.finder, view.names
    return await plan_only(asked, catalogue, finder=finder, caller=view.caller, names=names)


def _told(made: Outcome, catalogue: Catalogue, language: Language) -> str:
    tools = " → ".join(tool_title(catalogue.tools[id], language) for id in made.tools)
    if made.kind == "chain":
        asks = {"tools": tools, "question": made.asks}
        return say(language, "workshop.today_chain_asks", **asks) if made.asks else tools
    if made.reason == "missing":
        return say(language, "workshop.today_asks", question=made.text)
    if made.text:
        return say(language, "workshop.today_no_plan", reason=made.text)
    return say(language, "workshop.today_none")
