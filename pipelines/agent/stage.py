"""The single agent on the road: instead of filter, reasoning and execution, with the same judge."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pipelines.agent.agent import Agent, Ending
from pipelines.agent.context import Context, Results, Segment
from pipelines.agent.history import bodies_of, made_before, tell_rounds
from pipelines.agent.judged import judged, open_goals
from pipelines.agent.options import AgentOptions
from pipelines.agent.task import AgentTask
from pipelines.agent.tool_calls import Hands, Observation
from pipelines.agent.toolbox import FOUND, Toolbox
from pipelines.contracts.answer import Answer, ModelUse, Status, Summary, Verdict
from pipelines.contracts.chain import Binding, Step, ToolChain
from pipelines.contracts.events import Asked, Summarised
from pipelines.contracts.execution import CallOutcome, Execution
from pipelines.contracts.intent import Goal
from pipelines.contracts.reply_names import APPROVAL, IN_WORDS
from pipelines.contracts.resolution import resolve
from pipelines.execution.account import account
from pipelines.execution.execute import Work, renewing
from pipelines.messages import Language, listed, say
from pipelines.models import prompts
from pipelines.models.model import LanguageModel, Tool, ToolCall
from pipelines.reasoning.approval import approval_question
from pipelines.reasoning.scope_gate import adopt_within_scope
from pipelines.runs.known_entities import entities_of
from pipelines.runs.ledger import entries
from pipelines.runs.memory import OpenQuestion
from pipelines.runs.views import status_of
from pipelines.summary import Baseline, baseline, judge, read_back
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Lexicon

_EARLIER = 20
"""Rounds of the conversation that are told, at most."""
_MARKS = {
    Verdict.CONFIRMED: "✓",
    Verdict.REPORTED: "•",
    Verdict.UNVERIFIED: "?",
    Verdict.CONTRADICTED: "✗",
}


@dataclass(frozen=True, slots=True)
class Brain:
    """The model of one request, and how it is used."""

    model: LanguageModel
    options: AgentOptions
    use: Callable[[], ModelUse]
    """What the model was asked so far."""


async def act(task: AgentTask, brain: Brain) -> Answer:
    """Serves the request. Every effect is in the ledger; the outcome is judged, not believed."""
    own = _Act(task, brain)
    count = len(own.toolbox.tools)
    if count > brain.options.most_tools and not brain.options.search:
        text = own.say("too_many_tools", count=count, limit=brain.options.most_tools)
        return task.context.answer(Status.FAILED, text)
    with task.context.timed("agent"):
        ending = await own.run()
    task.context.model += brain.use()
    return await own.answer(ending)


@dataclass
class _Act:
    """One request served by an agent."""

    task: AgentTask
    brain: Brain
    before: Baseline = field(default_factory=Baseline)
    consent: str | None = None
    """What the user has to agree to before the next call."""
    found: dict[str, Tool] = field(default_factory=dict[str, Tool])
    """Tools that a search brought."""

    def __post_init__(self) -> None:
        context = self.task.context
        request = context.request
        known = self.task.setting.store.of_session(request.caller, request.session_id, _EARLIER)
        self.earlier = [run for run in reversed(known) if run.answer is not None]
        self.toolbox = Toolbox.of(self.task.problem.tools())
        setting = replace(self.task.setting, rebind=None, read_back=self._read_back)
        self.work = Work(context.planned, setting)
        said = (context.text, *context.given.values(), *(run.request.text for run in self.earlier))
        self.hands = Hands(
            self.toolbox,
            self.task.problem,
            self.work,
            said,
            self._gate,
            self._ahead,
            self.task.problem.options.max_steps,
            bodies_of(self.earlier),
            made_before(self.earlier),
        )
        lexicon = self.catalogue.lexicon
        results = Results(lambda question: other_words(question, lexicon))
        self.context = Context(results, self.brain.options.window)

    @property
    def catalogue(self) -> Catalogue:
        return self.task.problem.catalogue

    @property
    def language(self) -> Language:
        return self.task.problem.intent.language

    def say(self, key: str, **values: object) -> str:
        """A text for the user."""
        return say(self.language, f"single.{key}", **values)

    async def run(self) -> Ending:
        """The whole conversation with the model."""
        agent = self._agent()
        tell_rounds(self.context, self.earlier, self.toolbox)
        self.context.add(Segment("user", self.task.context.text))
        if self.task.context.request.plan_only:
            return await agent.plan()
        async with renewing(self.work.setting):
            try:
                await self._take_up()
                if self.task.context.stop.asked:
                    return Ending("stopped", self.say("stopped"))
                return await agent.run()
            except asyncio.CancelledError:
                self.work.interrupted()
                raise

    def _agent(self) -> Agent:
        problem = self.task.problem
        label = self.catalogue.environments.label(problem.environment, "zh")
        system = prompts.render(
            "single",
            environment=f"{problem.environment}({label})",
            today=problem.today.isoformat(),
            knowledge="-",
        )
        return Agent(
            self.brain.model,
            self.brain.options,
            self.context,
            self,
            system,
            self.language,
            self._reflect,
            self.task.context.tell,
        )

    # ---- what the agent may do --------------------------------------------------------------

    def shown(self) -> tuple[Tool, ...]:
        """All tools, or those that were found so far."""
        own = self.found if self.brain.options.search else self.toolbox.shown
        return tuple(own.values())

    def search(self, query: str) -> str:
        """The tools that the filter's index finds for a need."""
        finder = self.task.finder
        near = finder.of(self.catalogue).search(query).near if finder and query else ()
        names = [name for name in map(self.toolbox.name_of, near) if name is not None][:FOUND]
        self.found.update({name: self.toolbox.shown[name] for name in names})
        if not names:
            return say("zh", "single.none_found")
        return say("zh", "single.found", tools=", ".join(names))

    async def make(self, call: ToolCall) -> Observation:
        """A call, by the hands."""
        return await self.hands.make(call)

    def _gate(self, chain: ToolChain) -> str | None:
        """Why the chain goes beyond what was understood; else it is the context's from now on."""
        beyond = adopt_within_scope(self.task.context, chain, self.catalogue.tools)
        return beyond.sentence("zh") if beyond is not None else None

    async def _ahead(self, chain: ToolChain) -> str | None:
        """Keeps the chain ahead of its last call; approval is asked for where it is needed."""
        task, step = self.task, chain.steps[-1]
        intent = task.problem.intent
        agreed = task.context.request.approved or task.context.given.get(APPROVAL) == "yes"
        if step.function.writes and not agreed:
            asked = (chain, intent, self.catalogue, task.bulk_limit, task.context.review)
            self.consent = approval_question(*asked)
            if self.consent is not None:
                return self.consent
        if step.function is FunctionType.CREATE:
            await self._look_before(chain)
        self.work.setting.store.grow(self.work.setting.lease, chain)
        return None

    async def _look_before(self, chain: ToolChain) -> None:
        """What is there ahead of a creation, to tell the new from the old afterwards."""
        step = _literal(chain.steps[-1], self.work.execution())
        alone = chain.model_copy(update={"steps": (step,)})
        now = await baseline(alone, self.catalogue, self.task.read)
        self.before = Baseline({**now.lists, **self.before.lists})
        setting = self.work.setting
        setting.store.keep_baseline(setting.lease, self.before.as_json())

    async def _read_back(
        self, step: Step, tool: ToolEssentialModel, arguments: Mapping[str, JsonValue]
    ) -> CallOutcome:
        """Whether a call whose answer was lost took effect."""
        chain, setting = self.work.chain, self.work.setting
        look = read_back(
            chain,
            self.catalogue,
            self.task.read,
            self.before,
            lambda: account(chain, entries(setting.store, setting.lease.run_id)),
            self.language,
        )
        return await look(step, tool, arguments)

    async def _take_up(self) -> None:
        """Goes on with what an earlier process did; its calls are told as if made just now."""
        if not self.work.chain.steps:
            return
        setting = self.work.setting
        self.before = Baseline.restored(setting.store.baseline(setting.lease.run_id))
        for step in self.work.chain.steps:
            call, observed = await self.hands.take_up(step)
            self.context.add(Segment("call", call=call))
            self.context.observe(call, observed.body, observed.labels)

    # ---- what came of it --------------------------------------------------------------------

    async def _reflect(self) -> str:
        """The judge's verdicts so far, and what is not done yet."""
        chain, _, summary = await self._judged()
        lines = [
            say("zh", "single.verdict", mark=_MARKS[one.verdict], text=one.text)
            for one in summary.requirements
        ]
        return "\n".join([*lines, *self._left(open_goals(self.task.problem, chain), "zh")]) or "-"

    async def _judged(self) -> tuple[ToolChain, Execution, Summary]:
        problem = self.task.problem
        chain, execution = judged(problem, self.work.chain, self.hands.records)
        summary = await judge(
            problem.intent, chain, execution, self.catalogue, self.task.read, before=self.before
        )
        return chain, execution, summary

    async def answer(self, ending: Ending) -> Answer:
        """The answer of the run, by what was done and not by what the model says of it."""
        task, context = self.task, self.task.context
        if context.request.plan_only:
            status = Status.PLANNED if ending.kind == "done" else Status.FAILED
            planned = ending.kind == "done"
            return context.answer(
                status, self.say("plan_only", plan=ending.text) if planned else ending.text
            )
        adopt_within_scope(context, self.work.chain, self.catalogue.tools)
        context.execution = self.work.execution()
        with context.timed("summary"):
            chain, execution, summary = await self._judged()
        wrote = any(step.function.writes for step in chain.steps)
        if ending.kind == "ask" and not wrote:
            return self._ask(ending.text)
        if not wrote and not any(step.main for step in chain.steps):
            return self._nothing(ending, called=bool(self.work.chain.steps))
        left = open_goals(task.problem, chain)
        if left:
            reason = [] if ending.kind in ("done", "ask") else [ending.text]
            text = "\n".join([summary.text, *self._left(left, self.language), *reason])
            summary = summary.model_copy(update={"text": text, "satisfied": False})
        context.tell(Summarised(summary=summary))
        task.memory.remember(context.request, entities_of(chain, execution.bodies, self.catalogue))
        task.memory.settle(context.request)
        question = execution.question
        if ending.kind == "ask":
            question = ending.text
            task.memory.ask(context.request, self._open())
        return context.answer(status_of(execution, summary), summary, question=question)

    def _ask(self, question: str) -> Answer:
        context = self.task.context
        self.task.memory.ask(context.request, self._open())
        context.tell(Asked(question=question))
        return context.answer(Status.NEEDS_INPUT, question, question=question)

    def _open(self) -> OpenQuestion:
        """The sentence, which waits for a reply: a yes, or what it lacks."""
        context = self.task.context
        missing = (APPROVAL if self.consent is not None else IN_WORDS,)
        return OpenQuestion(context.text, missing, context.given)

    def _nothing(self, ending: Ending, *, called: bool) -> Answer:
        """Nothing that the sentence asks for was done."""
        self.task.memory.settle(self.task.context.request)
        if ending.kind == "impossible":
            text = self.say("gave_up", reason=ending.text or "-")
            return self.task.context.answer(Status.FAILED if called else Status.REFUSED, text)
        text = ending.text if ending.kind == "stopped" else self.say("nothing_done")
        return self.task.context.answer(Status.FAILED, text)

    def _left(self, goals: Sequence[Goal], language: Language) -> list[str]:
        if not goals:
            return []
        texts = listed(language, (goal.text or goal.action_words for goal in goals))
        return [say(language, "single.left_open", goals=texts)]


def other_words(question: str, lexicon: Lexicon) -> str:
    """Names and synonyms, in both languages, of what the question speaks of."""
    found = {
        surface
        for match in lexicon.overlapping(question)
        for concept in match.concepts
        for surface in (concept.name, *concept.surfaces)
    }
    return " ".join(sorted(found))


def _literal(step: Step, done: Execution) -> Step:
    """The step with the values of earlier results written out."""
    arguments: dict[str, Binding] = {}
    for path, binding in step.arguments.items():
        value = resolve(binding, done.bodies)
        known = Binding(source="derived", detail=binding.detail, value=value)
        arguments[path] = known if binding.step else binding
    return step.model_copy(update={"arguments": arguments})
