"""A library's requests to be reasoned about: surveyed, proposed and judged."""

import asyncio
from collections.abc import Mapping
from typing import Any

from pipelines.contracts.chain import ToolChain
from pipelines.contracts.intent import IntentResult
from pipelines.reasoning.planner.plan import Survey, survey
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.proposals.judge import Judged, judge
from pipelines.reasoning.proposals.proposal import ProposedChain, as_proposal
from pipelines.reasoning.stage import PlanningTask
from tests.planner.library import SHELF, asks, known, library, thing, wish
from tool_registry.base.types import JsonValue
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.result import CallResult

READER = thing("member", known("email", "a@b.io"), role="recipient")
BOOK = thing("book", known("id", "B-7"))
SENTENCE = "in pre, lend book B-7 to member a@b.io"
LEND = asks(wish("create", "create", thing("loan"), READER, BOOK)).model_copy(
    update={"text": SENTENCE}
)
"""The member has to be looked up by e-mail; the book is named."""


async def read(
    tool: ToolEssentialModel, environment: str, arguments: Mapping[str, JsonValue]
) -> CallResult:
    """The library's reading tools: the shelf, and nothing else."""
    if tool.name == "list_books":
        return CallResult.success(SHELF)
    return CallResult.failed("business", "no such thing")


def surveyed(intent: IntentResult = LEND) -> Survey:
    """What the rules find out of a request."""
    return asyncio.run(survey(Problem(intent, library(), "pre", seed="run-1"), read))


def matter(found: Survey) -> PlanningTask:
    """The same with all tools of the library as candidates."""
    return PlanningTask(found, tuple(found.problem.catalogue.tools), read)


def draft(found: Survey) -> ToolChain:
    """The rules' own plan, which there has to be."""
    assert isinstance(found.draft, ToolChain), found.draft
    return found.draft


def form_of(found: Survey) -> dict[str, Any]:
    """The rules' plan as a model would fill it in."""
    return as_proposal(draft(found), found.problem.catalogue.tools).model_dump(mode="json")


def judged(form: dict[str, Any], found: Survey, *, without: str = "") -> Judged:
    """What the validator says; `without` names a tool that was not offered."""
    offered = frozenset(one for one in found.problem.catalogue.tools if one != without)
    return judge(ProposedChain.model_validate(form), found, offered)
