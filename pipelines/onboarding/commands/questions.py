"""Answers for owners and users of tools: what there is, what fails, what conflicts, what lacks."""

from collections import Counter
from collections.abc import Sequence

from pipelines.consultation.gaps import gaps
from pipelines.contracts.answer import Status
from pipelines.messages import listed, say
from pipelines.onboarding.commands.gateway import Card, RegistryGateway
from pipelines.onboarding.commands.texts import (
    SHOWN,
    named,
    scope_text,
    some,
    status_text,
    told_lines,
)
from pipelines.onboarding.commands.work import Reply, Work
from pipelines.onboarding.retirement import Policy, Retiree, Usage, retirement
from pipelines.onboarding.texts import retiree_text
from tool_registry.base.caller import Scope
from tool_registry.base.clock import Clock
from tool_registry.catalogue import Catalogue

_USED = "published"
_NARROW_FIRST = (Scope.PERSONAL, Scope.PROJECT, Scope.PUBLIC)
_FAILING = 0.3
"""Share of failed calls from which a tool is told to fail often."""
_FEWEST = 3
"""With fewer calls nothing is said about their share."""


class Questions:
    """Only reads: the gateway, and the catalogue of the caller's pool."""

    def __init__(self, gateway: RegistryGateway, catalogue: Catalogue) -> None:
        self._desk = gateway
        self._catalogue = catalogue

    async def about_all(self, work: Work) -> Reply:
        """About the caller's tools together."""
        if work.act == "gaps":
            text = gaps(self._catalogue, work.language, self._desk.unmet())
            return Reply(Status.SUCCEEDED, text)
        answers = {
            "mine": self._mine,
            "failing": self._failing,
            "unused": self._unused,
            "conflicts": self._conflicts,
        }
        lines = await answers[work.act](work)
        return Reply(Status.SUCCEEDED, "\n".join(lines))

    async def about_one(self, work: Work, card: Card) -> Reply:
        """About one tool: who wrote it, where it runs, why it was (not) chosen."""
        language, tool = work.language, self._catalogue.tools.get(card.id)
        if work.act == "why":
            said = work.form.parts["said"]
            lines = await self._desk.why(card.id, said, language)
            head = say(language, "registry_work.why", tool=named(card, language), text=said)
            return Reply(Status.SUCCEEDED, "\n".join([head, *lines]))
        title = named(card, language)
        if tool is None:
            values = {"tool": title, "status": status_text(card.status, language)}
            return Reply(Status.SUCCEEDED, say(language, "registry_work.mine_tool", **values))
        if work.act == "author":
            if tool.author is None:
                text = say(language, "consult.author_unknown", tool=card.title)
            else:
                text = say(language, "consult.author", tool=card.title, author=tool.author)
            return Reply(Status.SUCCEEDED, text)
        environments = self._catalogue.environments
        labels = listed(language, (environments.label(e, language) for e in tool.environments))
        shown = labels or say(language, "common.nothing")
        text = say(language, "consult.support_tool", tool=card.title, environments=shown)
        return Reply(Status.SUCCEEDED, text)

    async def _mine(self, work: Work) -> list[str]:
        language, cards = work.language, await self._desk.tools()
        if not cards:
            return [say(language, "registry_work.mine_none")]
        used = [card for card in cards if card.status == _USED]
        used.sort(key=lambda card: _NARROW_FIRST.index(card.scope))
        groups = Counter((card.source, card.scope, card.project) for card in used)
        lines = [say(language, "registry_work.mine", count=len(cards), used=len(used))]
        for (source, scope, project), count in groups.items():
            where = scope_text(scope, project, language)
            values = {"source": source, "scope": where, "count": count}
            lines.append(say(language, "registry_work.mine_source", **values))
            titles = [one.title for one in used if (one.source, one.scope) == (source, scope)]
            lines += some(titles, language)
        idle = [
            say(
                language,
                "registry_work.mine_tool",
                tool=named(card, language),
                status=status_text(card.status, language),
            )
            for card in cards
            if card.status != _USED
        ]
        if idle:
            lines += [say(language, "registry_work.mine_not_used"), *some(idle, language)]
        return lines

    async def _failing(self, work: Work) -> list[str]:
        language, cards = work.language, {one.id: one for one in await self._desk.tools()}
        found = [row for row in self._desk.usage() if row.tool in cards and _fails(row)]
        if not found:
            return [say(language, "registry_work.failing_none")]
        found.sort(key=lambda row: (-row.failed / row.calls, -row.calls, row.tool))
        lines = [
            say(
                language,
                "registry_work.failing_tool",
                tool=named(cards[row.tool], language),
                calls=row.calls,
                failed=row.failed,
                percent=round(100 * row.failed / row.calls),
            )
            for row in found
        ]
        return [say(language, "registry_work.failing"), *some(lines, language)]

    async def _unused(self, work: Work) -> list[str]:
        found = await self._unused_tools()
        if not found:
            return [say(work.language, "registry_work.unused_none")]
        head = say(work.language, "registry_work.unused", count=len(found))
        lines = some([retiree_text(one, work.language) for one in found[:SHOWN]], work.language)
        rest = len(found) - SHOWN
        lines += [say(work.language, "registry_work.more", count=rest)] if rest > 0 else []
        hint = say(work.language, "registry_work.retire_hint", id=found[0].tool)
        return [head, *lines, hint]

    async def _unused_tools(self) -> Sequence[Retiree]:
        found = await retirement(
            self._catalogue,
            self._desk.usage(),
            self._desk.asked(),
            now=Clock().now(),
            policy=Policy(),
            names=self._desk.names,
        )
        return [one for one in found if one.why != "failing"]

    async def _conflicts(self, work: Work) -> list[str]:
        found = await self._desk.conflicts(work.language)
        if not found:
            return [say(work.language, "registry_work.conflicts_none")]
        head = say(work.language, "registry_work.conflicts", count=len(found))
        return [head, *told_lines(found, work.language)]


def _fails(row: Usage) -> bool:
    return row.calls >= _FEWEST and row.failed >= _FAILING * row.calls
