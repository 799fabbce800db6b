"""The tools that coding agents see. Their docstrings and fields are what a model reads of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from mcp.server.mcpserver import Context
from mcp.types import InputRequiredResult
from pydantic import Field

from pipelines.agent.toolbox import parameters
from pipelines.contracts.answer import Candidate
from pipelines.contracts.request import DirectCall
from pipelines.filter import find
from pipelines.intent.rules import unreadable
from pipelines.messages import say
from services.cli.printing import describe_intent
from services.errors import InvalidRequest, NotFound
from services.http.live import LiveRuns
from services.identity import Principal
from services.mcp_server.outcome import Found, FoundTools, Outcome
from services.mcp_server.questions import Said
from services.mcp_server.talk import Talk
from services.requests import check_length, environment_named
from tool_registry.base.caller import Caller
from tool_registry.base.types import Effect, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.language import language_of

Answered: TypeAlias = Outcome | InputRequiredResult
Ctx: TypeAlias = Context[Any, Any]
RequestText = Annotated[
    str,
    Field(
        min_length=1,
        description="One sentence in Chinese or English, with every value that matters: what, how "
        "many, for whom, in which environment. A list may follow, a line each.",
    ),
]
EnvironmentName = Annotated[
    str | None,
    Field(description="Environment for a sentence that names none, such as `daily` or `pre`."),
]
Conversation = Annotated[
    str | None,
    Field(description="The `conversation` of an earlier outcome, to go on; else a new one."),
]
RequestId = Annotated[
    str | None,
    Field(
        max_length=200,
        description="An id of your own. The same id with the same request is one run, however "
        "often the call is made; without it each call is a run of its own.",
    ),
]
RunId = Annotated[str, Field(min_length=1, description="The `run` of an outcome.")]


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools over one system."""

    live: LiveRuns
    principal: Callable[[Ctx], Principal]
    """Who makes a call."""

    async def make_data(
        self,
        request: RequestText,
        ctx: Ctx,
        environment: EnvironmentName = None,
        conversation: Conversation = None,
        request_id: RequestId = None,
    ) -> Answered:
        """Make, change, delete, look up or check test data, as one sentence says it. The service
        finds the tools, plans the calls, runs them against a daily or pre-release environment
        (never production), reads the outcome back, and tells the ids of what was made. Plans that
        destroy something or make many things run only after the user's consent."""
        check_length(request, self.live.system.settings.body_limit)
        talk = self._talk(ctx, "run")
        own_id = talk.request_id("make", request_id) if request_id is not None else None
        return await talk.serve(
            talk.incoming(
                request, session_id=conversation, environment=environment, request_id=own_id
            )
        )

    async def plan_data(
        self,
        request: RequestText,
        ctx: Ctx,
        environment: EnvironmentName = None,
        conversation: Conversation = None,
    ) -> Answered:
        """Show which calls a sentence would come to, and where the value of each argument comes
        from. Nothing is changed. The plan can be run as it was shown, by answer_question."""
        check_length(request, self.live.system.settings.body_limit)
        talk = self._talk(ctx, "run")
        return await talk.serve(
            talk.incoming(request, session_id=conversation, environment=environment, plan_only=True)
        )

    async def answer_question(
        self,
        run: RunId,
        ctx: Ctx,
        reply: Annotated[str | None, Field(description="The answer in words.")] = None,
        approved: Annotated[
            bool | None,
            Field(
                description="The user's consent to the plan that was shown, or false to drop it."
            ),
        ] = None,
        choice: Annotated[
            str | None, Field(description="Id of one of the choices, or the form's own.")
        ] = None,
        values: Annotated[
            dict[str, JsonValue] | None,
            Field(description="With choice: path of a field → its value, in the field's unit."),
        ] = None,
    ) -> Answered:
        """Answer the question of an outcome with status needs_input, or agree to a plan that
        plan_data has shown: exactly one of reply, approved or choice. Consent is the user's to
        give: ask them first. The same answer again is no second effect."""
        said = Said(approved=approved, reply=reply or None, choice=choice, values=values or {})
        if not said.is_one:
            raise InvalidRequest("mcp.one_answer")
        if reply:
            check_length(reply, self.live.system.settings.body_limit)
        talk = self._talk(ctx, "run")
        return await talk.reply(talk.own_run(run), said)

    async def undo(self, run: RunId, ctx: Ctx) -> Answered:
        """Take back what a run left behind, the latest effect first, after the user's consent; what
        no tool can take back is named. Undoing twice changes nothing more."""
        talk = self._talk(ctx, "run")
        done = talk.own_run(run)
        text = say(language_of(done.request.text), "undo.sentence", run=done.id)
        return await talk.serve(talk.incoming(text, session_id=done.request.session_id))

    async def find_tools(
        self,
        text: RequestText,
        ctx: Ctx,
        environment: EnvironmentName = None,
    ) -> FoundTools:
        """Find the tools that can serve a sentence, among those that you may use, with the reasons
        and the arguments of each. Nothing is called. To have a sentence served, make_data is
        simpler; this is for calling one tool yourself, by call_tool."""
        system = self.live.system
        check_length(text, system.settings.body_limit)
        caller = self.principal(ctx).must("read")
        ended = unreadable(text)
        if ended is not None:
            raise InvalidRequest("mcp.bad_argument", argument="text", reason=ended.text)
        named = environment_named(environment, system.environments)
        catalogue = await system.catalogue(caller)
        return await self._found(text, named, catalogue, caller)

    async def call_tool(
        self,
        tool: Annotated[str, Field(min_length=1, description="Id of a tool, from find_tools.")],
        environment: Annotated[str, Field(min_length=1, description="Such as `daily` or `pre`.")],
        ctx: Ctx,
        arguments: Annotated[
            dict[str, JsonValue],
            Field(description="As the tool's own schema has them, in its own units."),
        ] = {},  # noqa: B006 - never changed; the schema shows it
        request_id: RequestId = None,
    ) -> Answered:
        """Call one tool with your own arguments, under the same guard as any plan: its schema, the
        environment (never production), the ledger, consent to what destroys or is bulk. Arguments
        that the program fills in (environment, hidden marks) cannot be given."""
        talk = self._talk(ctx, "run", results=True)
        catalogue = await self.live.system.catalogue(talk.caller)
        if tool not in catalogue.tools:
            raise NotFound("direct.no_tool", tool=tool[:100])
        own_id = talk.request_id("call", request_id) if request_id is not None else None
        text = say("en", "direct.sentence", tool=tool)
        call = DirectCall(tool=tool, arguments=arguments)
        return await talk.serve(
            talk.incoming(text, environment=environment, request_id=own_id, call=call)
        )

    def _talk(self, ctx: Ctx, permission: Any, *, results: bool = False) -> Talk:
        return Talk(self.live, self.principal(ctx).must(permission), ctx, results)

    async def _found(
        self, text: str, environment: str | None, catalogue: Catalogue, caller: Caller
    ) -> FoundTools:
        system, language = self.live.system, language_of(text)
        reader = system.options(catalogue).reader
        read = reader.read(text, environment=environment, language=language) if reader else None
        if read is None:
            raise InvalidRequest("road.no_reader")
        found = await find(read, catalogue, caller=caller, finder=system.finder)
        known = [_shown(one, catalogue.tools[one.tool]) for one in found]
        understood = " · ".join(describe_intent(read, catalogue.environments))
        return FoundTools(understood=understood, tools=tuple(known))


def _shown(one: Candidate, tool: ToolEssentialModel) -> Found:
    return Found(
        tool=tool.id,
        title=tool.title,
        summary=tool.summary,
        role=one.role,
        score=one.score,
        reasons=one.reasons,
        environments=tool.environments,
        changes_data=tool.function.writes or tool.effect is not Effect.NONE,
        destructive=tool.destructive,
        arguments=parameters(tool),
    )
