"""What a piece of work would change: shown first, done once it is approved."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import cast

from pipelines.contracts.answer import Status
from pipelines.messages import listed, say
from pipelines.onboarding.commands.form import FIELDS
from pipelines.onboarding.commands.gateway import Card, Offer, RegistryGateway, SourceCard
from pipelines.onboarding.commands.proposal import Proposal, environments_in
from pipelines.onboarding.commands.texts import (
    breaks_text,
    named,
    offer_text,
    scope_text,
    some,
    status_text,
)
from pipelines.onboarding.commands.work import DETAIL, Reply, Work
from pipelines.onboarding.impact import chain_impact
from pipelines.onboarding.planning import without
from tool_registry.base.caller import Scope
from tool_registry.base.errors import RegistryError
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue

_USED = "published"


@dataclass(frozen=True, slots=True)
class Change:
    """One change: what it is, how it is done, and what is said afterwards."""

    what: str
    do: Callable[[], Awaitable[None]]
    done: str
    form: str = ""
    """Changes with what an approval of it would be for, beyond the text."""


class Changes:
    """Prepares changes for a caller's gateway; nothing here changes anything."""

    def __init__(self, gateway: RegistryGateway, catalogue: Catalogue) -> None:
        self.gateway = gateway
        self.catalogue = catalogue

    async def register(self, work: Work, proposal: Proposal) -> Change | Reply:
        """Taking in a source."""
        lacking = self._lacking(work, proposal)
        if lacking is not None:
            return lacking
        try:
            offer = await self.gateway.look(proposal, work.language)
        except RegistryError as error:
            values = {"place": proposal.name, "reason": str(error)}
            text = say(work.language, "registry_work.cannot_look", **values)
            return Reply(Status.FAILED, text)
        if len(offer.nowhere) == offer.tools and DETAIL not in work.given:
            return self._ask(work, "place", count=offer.tools)
        return self._registering(work, proposal, offer)

    def _registering(self, work: Work, proposal: Proposal, offer: Offer) -> Change:
        async def do() -> None:
            await self.gateway.register(offer)

        done = say(
            work.language, "registry_work.registered", source=offer.source, tools=offer.usable
        )
        return Change(offer_text(offer, proposal, work.language), do, done, offer.form)

    def _lacking(self, work: Work, proposal: Proposal) -> Reply | None:
        if proposal.gap == "document":
            text = say(work.language, "registry_work.need_document")
            return Reply(Status.NEEDS_INPUT, text, DETAIL)
        if proposal.gap:
            return self._ask(work, proposal.gap)
        if proposal.runs_here and not self.gateway.runs_commands:
            return Reply(Status.REFUSED, say(work.language, "registry_work.not_here"))
        return None

    def _ask(self, work: Work, what: str, **values: int) -> Reply:
        environments, language = self.catalogue.environments, work.language
        labels = [environments.label(name, language) for name in environments.names]
        text = say(
            language,
            f"registry_work.need_{what}",
            environments=listed(language, labels),
            environment=labels[-1] if labels else "",
            text=work.text.strip(),
            **values,
        )
        return Reply(Status.NEEDS_INPUT, text, DETAIL)

    async def retire(self, work: Work, card: Card) -> Change | Reply:
        """Taking a tool out of the pools."""
        if card.status == "retired":
            return self._already(work, card)
        tool = named(card, work.language)
        what = [say(work.language, "registry_work.retire", tool=tool)]
        what += await self._breaks(work, {card.id})
        done = say(work.language, "registry_work.retired", tool=tool, id=card.id)
        return Change("\n".join(what), lambda: self.gateway.retire(card.id), done)

    async def restore(self, work: Work, card: Card) -> Change | Reply:
        """Taking a retired tool back."""
        language, tool = work.language, named(card, work.language)
        if card.status == _USED:
            return self._already(work, card)
        if card.status != "retired":
            status = status_text(card.status, language)
            values = {"tool": tool, "status": status, "id": card.id}
            return Reply(Status.FAILED, say(language, "registry_work.not_retired", **values))
        scope = scope_text(card.scope, card.project, language)
        what = say(language, "registry_work.restore", tool=tool, scope=scope)
        done = say(language, "registry_work.restored", tool=tool)
        return Change(what, lambda: self.gateway.restore(card.id), done)

    async def approve(self, work: Work, card: Card) -> Change | Reply:
        """Taking a new, changed or quarantined tool into its pool."""
        if card.status == _USED:
            return self._already(work, card)
        language, tool = work.language, named(card, work.language)
        scope = scope_text(card.scope, card.project, language)
        status = status_text(card.status, language)
        what = [say(language, "registry_work.approve", tool=tool, scope=scope, status=status)]
        what += [say(language, "registry_work.approve_reason", reason=one) for one in card.reasons]
        what += some(await self.gateway.differences(card.id, language), language)
        done = say(language, "registry_work.approved", tool=tool)
        text = "\n".join(what)
        return Change(text, lambda: self.gateway.approve(card.id, card.form), done, card.form)

    async def publish(self, work: Work, card: Card) -> Change | Reply:
        """Moving a tool into the space that the sentence names, else into the public pool."""
        language, tool = work.language, named(card, work.language)
        project = work.form.parts.get("project", "")
        target = Scope.PROJECT if project else Scope.PUBLIC
        scope = scope_text(target, project, language)
        if card.status != _USED:
            return self._not_in_pool(work, card)
        if (card.scope, card.project) == (target, project):
            text = say(language, "registry_work.already_in", tool=tool, scope=scope)
            return Reply(Status.SUCCEEDED, text)
        against = await self.gateway.objections(card.id, target, language)
        if against:
            head = say(language, "registry_work.publish_blocked", tool=tool, scope=scope)
            return Reply(Status.REFUSED, "\n".join([head, *some(against, language)]))
        what = say(language, "registry_work.publish", tool=tool, scope=scope)
        done = say(language, "registry_work.published", tool=tool, scope=scope)
        return Change(what, lambda: self.gateway.publish(card.id, target, project), done, card.form)

    async def edit(self, work: Work, card: Card) -> Change | Reply:
        """A person's word on one field of a tool."""
        language, said = work.language, work.form.parts
        field = work.form.field
        if field is None:
            values = {"field": said["field"], "id": card.id}
            fields = listed(language, (self._field(one, work) for one in FIELDS))
            text = say(language, "registry_work.unknown_field", fields=fields, **values)
            return Reply(Status.FAILED, text)
        tool = self.catalogue.tools.get(card.id)
        if tool is None:
            return self._not_in_pool(work, card)
        value = self._value(field, said["value"])
        if value is None:
            labels = listed(language, self.catalogue.environments.names)
            text = say(
                language,
                "registry_work.unknown_environment",
                value=said["value"],
                environments=labels,
            )
            return Reply(Status.FAILED, text)
        values = {
            "tool": named(card, language),
            "field": self._field(field, work),
            "after": _shown(value, work),
        }
        before = _shown(getattr(tool, field), work)
        what = say(language, "registry_work.edit", before=before, **values)
        done = say(language, "registry_work.edited", **values)
        return Change(what, lambda: self.gateway.edit(card.id, field, value), done)

    async def remove(self, work: Work, source: SourceCard) -> Change | Reply:
        """Forgetting a source."""
        language = work.language
        if source.fixed:
            text = say(language, "registry_work.fixed_source", source=source.id)
            return Reply(Status.REFUSED, text)
        own = {card.id for card in await self.gateway.tools() if card.source == source.id}
        values = {"source": source.id, "place": source.place, "count": len(own)}
        what = [say(language, "registry_work.remove", **values)]
        what += await self._breaks(work, own)
        done = say(language, "registry_work.removed", source=source.id)
        return Change("\n".join(what), lambda: self.gateway.remove(source.id), done)

    async def _breaks(self, work: Work, gone: Collection[str]) -> list[str]:
        after = without(self.catalogue, frozenset(gone))
        asked, names = self.gateway.asked(), self.gateway.names
        report = await chain_impact(self.catalogue, after, asked, names=names)
        return breaks_text(report, self.catalogue.tools, work.language)

    def _already(self, work: Work, card: Card) -> Reply:
        values = {
            "tool": named(card, work.language),
            "status": status_text(card.status, work.language),
        }
        return Reply(Status.SUCCEEDED, say(work.language, "registry_work.already", **values))

    def _not_in_pool(self, work: Work, card: Card) -> Reply:
        way = "restore" if card.status == "retired" else "approve"
        text = say(
            work.language,
            "registry_work.not_in_pool",
            tool=named(card, work.language),
            status=status_text(card.status, work.language),
            example=say(work.language, f"registry_work.example_{way}", id=card.id),
        )
        return Reply(Status.FAILED, text)

    def _field(self, field: str, work: Work) -> str:
        return say(work.language, f"registry_work.field_{field}")

    def _value(self, field: str, said: str) -> JsonValue:
        """The value as the field has it; None for environments that are not configured."""
        if field != "environments":
            return said.strip()
        environments = self.catalogue.environments
        return list[JsonValue](environments_in(said, environments)) or None


def _shown(value: JsonValue, work: Work) -> str:
    if isinstance(value, list | tuple):
        return listed(work.language, map(str, cast("list[JsonValue]", value)))
    return str(value) if value else say(work.language, "common.nothing")
