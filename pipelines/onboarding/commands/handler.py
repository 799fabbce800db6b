"""Does work on the registry for a caller: nothing changes before it is approved."""

from collections.abc import Sequence
from typing import TypeAlias

from pipelines.contracts.answer import Status
from pipelines.messages import listed, say
from pipelines.messages.permissions import forbidden_text
from pipelines.onboarding.commands.changes import Change, Changes
from pipelines.onboarding.commands.form import CHANGES
from pipelines.onboarding.commands.gateway import Card, RegistryGateway
from pipelines.onboarding.commands.questions import Questions
from pipelines.onboarding.commands.texts import named
from pipelines.onboarding.commands.tool_lookup import exactly, meant, near
from pipelines.onboarding.commands.work import APPROVAL, SEEN, TARGET, Reply, Work
from tool_registry.base.errors import RegistryError
from tool_registry.base.ids import digest
from tool_registry.catalogue import Catalogue
from tool_registry.stores.errors import Forbidden

Outcome: TypeAlias = Change | Reply


class RegistryCommands:
    """One caller's way to the registry."""

    def __init__(self, gateway: RegistryGateway, catalogue: Catalogue) -> None:
        self._desk = gateway
        self._catalogue = catalogue
        self._changes = Changes(gateway, catalogue)
        self._questions = Questions(gateway, catalogue)

    async def reply(self, works: Sequence[Work]) -> tuple[Work, Reply] | None:
        """The first work that applies, and its answer; None where the sentence means none of it."""
        for work in works:
            if await self._applies(work):
                return work, await self._answered(work)
        return None

    async def _applies(self, work: Work) -> bool:
        """Work on one tool needs a word for it: after `tool`, or exactly what a tool is called."""
        if "tool" not in work.form.parts and "source" not in work.form.parts:
            return True
        if not work.target:
            return False
        if work.form.names_kind:
            return True
        clear = work.form.looks_named or work.act == "why"
        return clear and bool(exactly(work.form.target, await self._desk.tools()))

    async def _answered(self, work: Work) -> Reply:
        try:
            outcome = await self._outcome(work)
            return outcome if isinstance(outcome, Reply) else await self._approved(work, outcome)
        except Forbidden as error:
            return Reply(Status.REFUSED, forbidden_text(error, work.language))
        except RegistryError as error:
            text = say(work.language, "registry_work.failed", reason=str(error))
            return Reply(Status.FAILED, text)

    async def _outcome(self, work: Work) -> Outcome:
        if work.proposal is not None:
            return await self._changes.register(work, work.proposal)
        if work.act == "remove":
            return await self._removal(work)
        if "tool" not in work.form.parts:
            return await self._questions.about_all(work)
        card = await self._card(work)
        if isinstance(card, Reply):
            return card
        if work.act not in CHANGES:
            return await self._questions.about_one(work, card)
        prepare = {
            "retire": self._changes.retire,
            "restore": self._changes.restore,
            "approve": self._changes.approve,
            "publish": self._changes.publish,
            "edit": self._changes.edit,
        }[work.act]
        return await prepare(work, card)

    async def _card(self, work: Work) -> Card | Reply:
        """The tool that is meant, or the question which one."""
        cards = await self._desk.tools()
        found = meant(work.target, cards)
        if len(found) == 1:
            return found[0]
        shown = found or near(work.target, cards)
        if not shown:
            text = say(work.language, "registry_work.no_tool", name=work.target)
            return Reply(Status.FAILED, text)
        names = "\n".join(
            say(work.language, "registry_work.line", text=named(card, work.language))
            for card in shown[:_CHOICES]
        )
        key = "registry_work.which" if found else "registry_work.near"
        text = say(work.language, key, name=work.target, names=names)
        return Reply(Status.NEEDS_INPUT, text, TARGET)

    async def _removal(self, work: Work) -> Outcome:
        sources = self._desk.sources()
        found = meant(work.target, sources)
        if len(found) == 1:
            return await self._changes.remove(work, found[0])
        names = listed(work.language, (one.id for one in found or sources))
        known = say(work.language, "registry_work.known_sources", names=names) if names else ""
        text = say(work.language, "registry_work.no_source", name=work.target, known=known)
        return Reply(Status.FAILED, text.strip())

    async def _approved(self, work: Work, change: Change) -> Reply:
        """Does what was agreed to, as it was shown; else shows it and asks."""
        language, given = work.language, work.given
        seen = digest([change.what, change.form])[:16]
        said = given.get(APPROVAL, "")
        if work.only_look:
            text = say(language, "registry_work.only_look", what=change.what)
            return Reply(Status.PLANNED, text)
        if said == "no":
            return Reply(Status.CANCELLED, say(language, "registry_work.dropped"))
        agreed = said == "yes"
        if work.approved or (agreed and given.get(SEEN) == seen):
            await change.do()
            return Reply(Status.SUCCEEDED, change.done)
        what = change.what
        if agreed:
            what = say(language, "registry_work.confirm_anew", what=what)
        text = say(language, "registry_work.confirm", what=what)
        return Reply(Status.NEEDS_INPUT, text, APPROVAL, {SEEN: seen})


_CHOICES = 6
