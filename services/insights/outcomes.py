"""What an ended run came to, from what is stored of it: as one of a closed set of outcomes."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import IntentType
from pipelines.contracts.page import PREFIX
from services.insights.work import is_work_turned_away
from tool_registry.base.caller import Scope
from tool_registry.base.types import Object, as_list, as_object
from tool_registry.stores.space import Space

Outcome: TypeAlias = Literal[
    "done",
    "reading",
    "asked",
    "no_tool",
    "no_data",
    "refused",
    "tool_failed",
    "planning",
    "unverified",
    "stopped",
    "answered",
    "waiting",
]
"""`done`: calls were carried out and the outcome is what was asked for, or it was so already.
`reading`: the sentence could not be read, or asks for work and it was not known for which.
`asked`: it ended with a question or a plan to agree to.
`no_tool`: no tool serves it, or the kind of thing is not known at all.
`no_data`: tools do, but what exists does not fit or cannot be read.
`refused`: a rule does not allow it (production, secrets, a prohibition). `tool_failed`: a call
failed. `planning`: the plan did not hold: a call had nothing to be called with, or its result was
not what the next one needs. `unverified`: it ran, and the outcome is not known or not what was
asked for. `stopped`: a person ended it. `answered`: a question about tools, small talk, or a plan
that was only to be shown: nothing was to be carried out. `waiting`: it is to run later."""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
COUNTED: tuple[Outcome, ...] = OUTCOMES[:10]
"""Those of requests: something was to be carried out."""
LOST = COUNTED[1:]
"""Those of requests that did not come to their end."""
PRODUCTION = "production"
"""Where nothing is carried out, but asked for."""
_CALLED = ("done", "sent", "failed", "unknown", "verified")
_BROKEN = ("failed", "unknown")
_NO_TOOL = ("no_tool", "dropped_words")
_UNREAD = ("unread", "binary", "oversized", "ambiguous", "missing")


@dataclass(frozen=True, slots=True)
class Ending:
    """What is stored of an ended run."""

    status: str
    request: Object
    answer: Object
    reason: str = ""
    """Why it was refused, of its event; empty where it was not."""
    unsent: frozenset[str] = frozenset()
    """Steps that failed before anything was called."""

    @property
    def intent(self) -> Object:
        """The reading; empty where there is none."""
        return as_object(self.answer.get("intent"))

    @property
    def steps(self) -> list[Object]:
        """The calls of its chain."""
        return [as_object(one) for one in as_list(self.answer.get("chain"))]

    def outcome(self) -> Outcome:
        """What it came to."""
        match self.status:
            case Status.SUCCEEDED:
                return "done" if self._called() or self._is_so_already() else self._told()
            case Status.NEEDS_INPUT:
                return self._asked()
            case Status.CANCELLED:
                return "stopped"
            case Status.PLANNED:
                return "answered"
            case Status.SCHEDULED:
                return "waiting"
            case Status.REFUSED:
                return self._refused()
            case Status.FAILED if not self.steps:
                return "reading" if self._is_unread() else "no_data"
            case _:
                return self._unfinished()

    def asks(self) -> bool:
        """True where something was asked or offered, so that the conversation can go on."""
        offers = self.status in (Status.REFUSED, Status.FAILED) and self.answer.get("choices")
        return self.status == Status.NEEDS_INPUT or bool(offers)

    def takes_up(self) -> bool:
        """True where it answers the question before it: it was read together with what was said
        then, agrees to its plan, takes one of its choices, tells what a page did, or declines."""
        chose = any(self.request.get(name) for name in ("plan", "choice", "page_result"))
        read = self.intent.get("text")
        joined = read is not None and read != self.request.get("text")
        # A request of its own that was stopped has been read.
        declined = self.status == Status.CANCELLED and read is None
        return chose or joined or declined

    def environment(self) -> str:
        """As it was understood, else as it was chosen beside the sentence; what is not configured
        is production."""
        if self.intent.get("production"):
            return PRODUCTION
        found = self.intent.get("environment") or self.request.get("environment")
        return str(found or "")

    def entity(self) -> str:
        """The kind of thing that the first goal is about."""
        return next(filter(None, (str(one.get("type") or "") for one in self._things())), "")

    def words(self) -> str:
        """What the first thing is called in the sentence."""
        return next(filter(None, (str(one.get("words") or "") for one in self._things())), "")

    def noun(self) -> str:
        """What the first thing is called, where that is no name of its kind but tells apart one of
        a kind (`a poster`, taken for an item); else empty. Never a number or an address."""
        thing = next(iter(self._things()), as_object(None))
        kinds = (as_object(one) for one in as_list(thing.get("constraints")))
        said = [as_object(one.get("span")) for one in kinds if one.get("attribute") == "type"]
        words = str(thing.get("words") or "")
        nouns = [str(one.get("text") or "") for one in said]
        return next((one for one in nouns if words.endswith(one) and one.isalpha()), "")

    def action(self) -> str:
        """What is to be done in the first goal."""
        return next((str(one.get("action") or "") for one in self._goals()), "")

    def project(self) -> str:
        """Of its person's projects the one whose tools it used, else the first; or none."""
        caller = as_object(self.request.get("caller"))
        projects = [str(one) for one in as_list(caller.get("projects"))]
        return _used(str(caller.get("tenant")), projects, self.tools()) or next(iter(projects), "")

    def tools(self) -> dict[str, tuple[int, int]]:
        """Tool → how often it was called, and how often that failed or nobody knows, in the order
        of the first calls. What a page around the chat does itself is no tool of anybody's."""
        own = [one for one in self.steps if not str(one["tool"]).startswith(PREFIX)]
        own = [one for one in own if self._left(one)]
        called = Counter(str(one["tool"]) for one in own)
        broke = Counter(str(one["tool"]) for one in own if one.get("status") in _BROKEN)
        return {tool: (times, broke[tool]) for tool, times in called.items()}

    def _goals(self) -> list[Object]:
        return [as_object(one) for one in as_list(self.intent.get("goals"))]

    def _things(self) -> list[Object]:
        return [as_object(goal.get("object")) for goal in self._goals()]

    def _is_unserved(self) -> bool:
        """It asks because no tool does that, or what is offered is something else than what was
        said."""
        kinds = [as_object(one).get("kind") for one in as_list(self.answer.get("choices"))]
        unknown = any(not one.get("type") for one in self._things())
        return self.reason in _NO_TOOL or (unknown and "search" in kinds)

    def _told(self) -> Outcome:
        """Nothing was called: a question was answered, or nobody knew what is to be done."""
        text = str(as_object(self.answer.get("summary")).get("text") or "")
        said = str(self.request.get("text") or "")
        return "reading" if is_work_turned_away(said, self.intent, text) else "answered"

    def _asked(self) -> Outcome:
        if self._says_nothing():
            return "reading"
        return self._unserved() if self._is_unserved() else "asked"

    def _unserved(self) -> Outcome:
        """Of what no tool serves: a gap only where the sentence was read, and where no tool does
        that deed to that kind of thing; else only what it is to be called with was amiss."""
        if self._is_served():
            return "asked" if self.asks() else "planning"
        return "reading" if self._is_doubted() else "no_tool"

    def _is_served(self) -> bool:
        """Every goal has its tool, and the thing is called by no name of another kind."""
        goals = {str(one.get("id")) for one in self._goals()}
        found = (as_object(one) for one in as_list(self.answer.get("candidates")))
        served = {str(goal) for one in found for goal in as_list(one.get("serves"))}
        return bool(goals) and goals <= served and not self.noun()

    def _called(self) -> bool:
        return any(map(self._left, self.steps))

    def _is_so_already(self) -> bool:
        """A request for data that needed no call: what was asked for was there."""
        kind = self.intent.get("intent_type")
        return kind is not None and IntentType(str(kind)).is_data and bool(self._goals())

    def _left(self, step: Object) -> bool:
        """True for a step whose call was made."""
        return step.get("status") in _CALLED and step.get("step") not in self.unsent

    def _unfinished(self) -> Outcome:
        """Of what was begun and is not what was asked for."""
        if any(one.get("status") == "failed" and self._left(one) for one in self.steps):
            return "tool_failed"
        cut = self.unsent or any(one.get("status") == "skipped" for one in self.steps)
        return "planning" if cut or self.status == Status.FAILED else "unverified"

    def _says_nothing(self) -> bool:
        """A request for data in which nothing was found that is to be done."""
        kind = self.intent.get("intent_type")
        return kind is not None and IntentType(str(kind)).is_data and not self._goals()

    def _is_unread(self) -> bool:
        return self.reason in _UNREAD or not self.intent.get("goals")

    def _is_doubted(self) -> bool:
        """Words of the sentence are left over beside what it is about, or that has not even a name.
        How sure the reader was does not count: the person was told that no tool does it."""
        called = " ".join(str(one.get("words") or "") for one in self._things())
        left = [str(as_object(one).get("text")) for one in as_list(self.intent.get("unread"))]
        return any(one not in called for one in left) or not (self.entity() or self.words())

    def _refused(self) -> Outcome:
        if self.reason in _NO_TOOL:
            return self._unserved()
        return "reading" if self.reason in _UNREAD else "refused"


def _used(tenant: str, projects: list[str], tools: Iterable[str]) -> str:
    sources = {tool.partition("/")[0] for tool in tools}
    for name in projects:
        end = Space(tenant=tenant, scope=Scope.PROJECT, project=name).name_of("")
        if any(source.endswith(end) for source in sources):
            return name
    return ""
