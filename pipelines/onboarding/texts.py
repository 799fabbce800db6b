"""Findings, comparisons and effects on requests as sentences for authors and approvers."""

from collections.abc import Mapping, Sequence

from pipelines.messages import Language, listed, say
from pipelines.messages.labels import tool_title
from pipelines.onboarding.changed import change_text
from pipelines.onboarding.impact import Impact
from pipelines.onboarding.retirement import Retiree
from tool_registry.governance.approval import Change, breaks_calls, required_anew
from tool_registry.governance.findings import Finding
from tool_registry.governance.naming import SameName
from tool_registry.governance.overlap import Comparison, Verdict
from tool_registry.governance.poison import printable
from tool_registry.model import ToolEssentialModel


def finding_text(finding: Finding, language: Language) -> str:
    """One line: how grave, which tool, where, what is wrong, and the fix."""
    return say(
        language,
        "governance.finding",
        severity=say(language, f"governance.severity_{finding.severity}"),
        tool=finding.tool,
        place=finding.place,
        text=fault_text(finding, language),
    )


def fault_text(finding: Finding, language: Language) -> str:
    """What is wrong and the fix, for where tool, place and gravity stand beside it."""
    return say(language, f"governance.{finding.rule}", **finding.values)


def same_name_text(found: SameName, language: Language) -> str:
    """What is wrong with a name that another tool has, and the fix."""
    return say(language, f"governance.same_name_{found.likeness}", other=found.other)


def overlap_text(
    found: Comparison, tools: Mapping[str, ToolEssentialModel], language: Language
) -> str:
    """The verdict on two tools and what to do; `tools` holds both. Empty for unrelated ones."""
    new, other = tools[found.new], tools[found.other]
    if found.verdict is Verdict.UNRELATED:
        return ""
    values: dict[str, str] = {"other": tool_title(other, language), "id": other.id}
    if found.verdict is Verdict.UNMARKED:
        values["differs"] = _aspects([row.aspect for row in found.rows if not row.same], language)
    elif found.verdict is Verdict.TWIN:
        values["told_by"] = _aspects(found.told_by, language)
    elif found.verdict is Verdict.SPECIALISES:
        special, general = (new, other) if found.special == new.id else (other, new)
        values = {
            "special": tool_title(special, language),
            "general": tool_title(general, language),
        }
        values["differs"] = _aspects(found.told_by, language)
    return say(language, f"governance.overlap_{found.verdict}", **values)


def changes_told(found: Sequence[Change], most: int, language: Language) -> tuple[str, ...]:
    """What changed, a line each: first what breaks calls, all of it; of the rest as many as make
    `most` lines, and how many more there are."""
    grave = [change for change in found if breaks_calls(change, found)]
    light = [change for change in found if change not in grave]
    names = [name for change in grave for name in required_anew(change)]
    lines = [say(language, "governance.change_required", name=printable(one)) for one in names]
    told = [change_text(change, language) for change in grave if not required_anew(change)]
    lines += [say(language, "governance.change_breaking", text=one) for one in told]
    lines = list(dict.fromkeys(lines))
    shown = light[: max(0, most - len(lines))]
    lines += [change_text(change, language) for change in shown]
    more = len(light) - len(shown)
    return (*lines, say(language, "registry.more", count=more)) if more else tuple(lines)


def impact_text(impact: Impact, tools: Mapping[str, ToolEssentialModel], language: Language) -> str:
    """One line: what would become of a request; `tools` names those of both catalogues."""
    chains = {
        "before": _chain(impact.before.tools, tools, language),
        "after": _chain(impact.after.tools, tools, language),
        "reason": impact.after.text or impact.after.reason,
    }
    named = {
        "fails": ("before", "reason"),
        "works": ("after",),
        "reason": ("reason",),
    }.get(impact.change, ("before", "after"))
    values = {name: chains[name] for name in named}
    return say(language, f"governance.impact_{impact.change}", text=impact.sentence.text, **values)


def retiree_text(retiree: Retiree, language: Language) -> str:
    """Why a tool may go, and how many requests would break."""
    values: dict[str, object] = {"title": retiree.title, "breaks": len(retiree.breaks)}
    if retiree.why == "unused":
        values["days"] = retiree.days
    elif retiree.why == "failing":
        values |= {"calls": retiree.calls, "percent": round(retiree.failing_share * 100)}
    return say(language, f"governance.retire_{retiree.why}", **values)


def _aspects(names: tuple[str, ...] | list[str], language: Language) -> str:
    return listed(language, (say(language, f"governance.aspect_{name}") for name in names))


def _chain(
    ids: tuple[str, ...], tools: Mapping[str, ToolEssentialModel], language: Language
) -> str:
    return " → ".join(tool_title(tools[i], language) if i in tools else i for i in ids)
