"""Conversations over the whole road and the demo business, one caller each."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass

import pytest

from evals.bench import Ask, Bench
from evals.variation import NONE
from pipelines.contracts.answer import Answer, Choice
from pipelines.contracts.request import Chosen, InView, PlanChange, Request, Review
from services.eval_wiring import open_bench
from services.settings import Settings, read_settings
from tests.trades.foreign_document import library_of_a_document
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue


@dataclass
class Talk:
    """One conversation of one user."""

    ask: Ask
    bench: Bench
    user: str
    session: str
    review: Review = "unasked"

    async def say(
        self,
        text: str,
        view: InView | None = None,
        typed: PlanChange | None = None,
        dismissed: InView | None = None,
    ) -> Answer:
        """A message in words; `view`: what the page around the chat shows; `typed`: what stands in
        the form of the plan that waits; `dismissed`: what was in view and is taken off."""
        return await self._send(text, None, view, typed, dismissed)

    async def choose(
        self,
        choice: Choice | str,
        fields: Mapping[str, JsonValue] | None = None,
        *,
        form: bool | None = None,
        view: InView | None = None,
        **values: JsonValue,
    ) -> Answer:
        """A choice by its id, with values for its fields (`G1__reduce` is `G1/reduce`)."""
        id = choice if isinstance(choice, str) else choice.id
        told = {path.replace("__", "/"): value for path, value in values.items()}
        told |= fields or {}
        return await self._send("…", Chosen(id=id, values=told, form=form), view)

    async def _send(
        self,
        text: str,
        choice: Chosen | None,
        view: InView | None = None,
        typed: PlanChange | None = None,
        dismissed: InView | None = None,
    ) -> Answer:
        request = Request(
            text=text,
            session_id=self.session,
            request_id=new_id("request"),
            caller=Caller(user=self.user),
            review=self.review,
            choice=choice,
            in_view=view,
            view_dismissed=dismissed,
            typed=typed,
        )
        return await self.ask(request)

    def again(self) -> "Talk":
        """A new conversation of the same user."""
        return Talk(self.ask, self.bench, self.user, new_id("session"), self.review)

    def effects(self) -> list[tuple[str, dict[str, JsonValue]]]:
        """(tool, what the thing is like now) of everything that has happened."""
        return [(one["tool"], one["change"]["after"]) for one in self.bench.effects(0)]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def commerce(
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncGenerator[tuple[Ask, Bench]]:
    folder = tmp_path_factory.mktemp("commerce")
    with open_bench(Settings(home=folder, mode="rules"), "commerce", folder) as bench:
        async with bench.road(NONE) as ask:
            yield ask, bench


@pytest.fixture
def talk(commerce: tuple[Ask, Bench]) -> Talk:
    ask, bench = commerce
    bench.reset(0)
    return Talk(ask, bench, new_id("user"), new_id("session"))


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return read_settings({"ZHIZAO_HOME": str(tmp_path_factory.mktemp("home"))})


@pytest.fixture(scope="module")
def library(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """The tools of somebody else's OpenAPI document."""
    return library_of_a_document(settings, tmp_path_factory.mktemp("list"))
