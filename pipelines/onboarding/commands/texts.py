"""What is shown before a change is approved, and the small parts of it."""

from collections.abc import Iterable, Mapping, Sequence

from pipelines.messages import Language, listed, say
from pipelines.messages.labels import title_in
from pipelines.onboarding.commands.gateway import Card, Offer, Told
from pipelines.onboarding.commands.proposal import Proposal
from pipelines.onboarding.impact import ImpactReport
from pipelines.onboarding.texts import impact_text
from tool_registry.base.caller import Scope
from tool_registry.model import ToolEssentialModel

SHOWN = 8
"""So many items of a list are shown."""


def named(card: Card, language: Language) -> str:
    """A tool for people: title and id."""
    name = card.id.rpartition("/")[2]
    title = title_in(card.title, name, language, other=card.other_title, given=card.given)
    return say(language, "registry_work.named", title=title, id=card.id)


def scope_text(scope: Scope, project: str, language: Language) -> str:
    """Where a tool is to be seen."""
    if scope is Scope.PROJECT:
        return say(language, "registry_work.scope_project", project=project)
    return say(language, f"registry_work.scope_{scope.value}")


def status_text(status: str, language: Language) -> str:
    """Whether a tool is in use."""
    return say(language, f"registry_work.status_{status}")


def some(items: Sequence[str], language: Language, most: int = SHOWN) -> list[str]:
    """The items as a list, with how many more there are."""
    lines = [say(language, "registry_work.line", text=item) for item in items[:most]]
    if len(items) > most:
        lines.append(say(language, "registry_work.more", count=len(items) - most))
    return lines


def offer_text(offer: Offer, proposal: Proposal, language: Language) -> str:
    """All that registering would bring: tools, quarantine, conflicts, what cannot be used."""
    head = "registry_work.offer_again" if offer.again else "registry_work.offer"
    lines = [
        say(
            language,
            head,
            place=offer.place,
            source=offer.source,
            scope=scope_text(proposal.scope, proposal.project, language),
            tools=offer.tools,
            functions=_functions(offer.functions, language),
        )
    ]
    lines += _block("quarantined", [_told(one, language) for one in offer.quarantined], language)
    lines += _block("kept_back", [_told(one, language) for one in offer.kept_back], language)
    lines += _block("not_public", [_told(one, language) for one in offer.not_public], language)
    lines += _block("waiting", offer.waiting, language)
    lines += _block("changed", [_told(one, language) for one in offer.changed], language)
    lines += _block("gone", offer.gone, language)
    lines += _block("conflicts", offer.conflicts, language)
    lines += _block("left_out", offer.left_out, language)
    if offer.nowhere:
        names = listed(language, offer.nowhere[:SHOWN])
        count = len(offer.nowhere)
        lines.append(say(language, "registry_work.offer_nowhere", count=count, names=names))
    return "\n".join([*lines, *offer.breaks])


def told_lines(told: Iterable[Told], language: Language) -> list[str]:
    """One line for each tool."""
    return some([_told(one, language) for one in told], language)


def breaks_text(
    report: ImpactReport, tools: Mapping[str, ToolEssentialModel], language: Language
) -> list[str]:
    """What a change does to the requests that worked before; nothing where there were none."""
    if not report.total:
        return []
    if not report.impacts:
        return [say(language, "registry_work.breaks_none", total=report.total)]
    said = [impact_text(impact, tools, language) for impact in report.impacts]
    return [
        say(language, "registry_work.breaks", count=len(said)),
        *some(said, language),
    ]


def _functions(functions: Mapping[str, int], language: Language) -> str:
    return listed(
        language,
        (
            say(
                language,
                "registry_work.function_count",
                function=say(language, f"consult.do_{name}"),
                count=count,
            )
            for name, count in functions.items()
        ),
    ) or say(language, "common.nothing")


def _block(name: str, items: Sequence[str], language: Language) -> list[str]:
    if not items:
        return []
    return [
        say(language, f"registry_work.offer_{name}", count=len(items)),
        *some(items, language),
    ]


def _told(one: Told, language: Language) -> str:
    if not one.says:
        return one.title
    return say(language, "registry_work.told", title=one.title, says=" ".join(one.says[:2]))
