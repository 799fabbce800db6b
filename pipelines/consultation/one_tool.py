"""Questions about one tool: which one is meant, who wrote it, how it is used, where it runs."""

from collections.abc import Iterator

from pipelines.consultation.catalogue_lists import elsewhere
from pipelines.consultation.question import Question
from pipelines.messages import listed, say
from pipelines.messages.discretion import discreet, is_hidden
from pipelines.messages.labels import (
    argument_labels,
    attribute_label,
    readable,
    tool_title,
    with_titles,
)
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.text import fold

SIMILAR = 80
"""Per cent of likeness from which a name in the text is taken for a tool's."""


def named_tool(question: Question) -> ToolEssentialModel | None:
    """The tool whose name or title the text has: the longest; else the one most like it."""
    text = fold(question.text)
    tools = question.catalogue.tools.values()
    named = [(len(n), t.id) for t in tools for n in _names(t) if n and n in text]
    if named:
        longest = max(length for length, _ in named)
        return question.catalogue.tools[min(i for length, i in named if length == longest)]
    near = _similar(question, limit=2)
    clear = near and near[0][1] >= SIMILAR and (len(near) == 1 or near[0][1] > near[1][1])
    return question.catalogue.tools[near[0][0]] if clear else None


def _names(tool: ToolEssentialModel) -> tuple[str, ...]:
    read = tool_title(tool, "en")
    return tuple(map(fold, (tool.title, tool.other_title, read, tool.name, tool.id)))


def _similar(question: Question, limit: int) -> list[tuple[str, float]]:
    """Tools whose titles are like a part of the text: id and likeness in per cent."""
    from rapidfuzz import fuzz, process

    titles = {tool.id: fold(question.title(tool)) for tool in question.catalogue.tools.values()}
    text = fold(question.text)
    found = process.extract(text, titles, scorer=fuzz.partial_ratio, score_cutoff=50, limit=limit)
    return [(tool, score) for _, score, tool in found]


def _which(question: Question, example: str) -> str:
    near = [
        question.title(question.catalogue.tools[tool]) for tool, _ in _similar(question, limit=3)
    ]
    some = near or [question.title(tool) for tool in question.catalogue.tools.values()][:1]
    if not some:
        return say(question.language, "consult.capabilities_none")
    names = listed(question.language, near)
    return say(
        question.language,
        "consult.which_tool",
        example=say(question.language, f"consult.example_{example}", tool=some[0]),
        near=say(question.language, "consult.which_tool_near", tools=names) if near else "",
    ).strip()


def author(question: Question, tool: ToolEssentialModel | None) -> str:
    """Who wrote it."""
    if tool is None:
        return _which(question, "author")
    if tool.author is None:
        return say(question.language, "consult.author_unknown", tool=question.title(tool))
    return say(question.language, "consult.author", tool=question.title(tool), author=tool.author)


def usage(question: Question, tool: ToolEssentialModel | None) -> str:
    """What it does, where, with which parameters, and what it returns."""
    if tool is None:
        return _which(question, "usage")
    return "\n".join(_usage(question, tool))


def _usage(question: Question, tool: ToolEssentialModel) -> Iterator[str]:
    language = question.language
    title = question.title(tool)
    if tool.summary and readable(tool.summary, language):
        yield say(language, "consult.usage", tool=title, summary=discreet(tool.summary))
    else:
        yield say(language, "consult.usage_title", tool=title)
    labels = question.labels(tool.environments) or say(language, "common.nothing")
    yield say(language, "consult.usage_environments", environments=labels)
    shown = [slot for slot in tool.needs if _is_shown(slot)]
    if not shown:
        yield say(language, "consult.usage_no_parameters")
    else:
        yield say(language, "consult.usage_parameters")
        labels = argument_labels(question.catalogue.lexicon, tool, language)
        yield from (_parameter(question, slot, labels.get(slot.path, "")) for slot in shown)
    if told := dict.fromkeys(_yield_names(question, tool)):
        yield say(language, "consult.usage_yields", yields=listed(language, told))
    if tool.troubleshooting:
        known = question.catalogue.tools.values()
        text = discreet(with_titles(tool.troubleshooting, known, language))
        yield say(language, "consult.usage_troubleshooting", text=text)
    if tool.author:
        yield say(language, "consult.author", tool=question.title(tool), author=tool.author)
    yield say(language, "consult.usage_next")


def _is_shown(slot: Slot) -> bool:
    return not (slot.hidden or slot.environment or slot.idempotency_key or is_hidden(slot.key))


def _parameter(question: Question, slot: Slot, label: str) -> str:
    """What its author says of it, where the reader can read that; else what it is called."""
    language = question.language
    need = _need(question, slot)
    told = slot.description if readable(slot.description, language) else label
    if not told:
        return say(language, "consult.parameter_plain", name=slot.path, need=need)
    text = discreet(told)
    return say(language, "consult.parameter", name=slot.path, need=need, description=text)


def _need(question: Question, slot: Slot) -> str:
    if slot.one_of:
        return say(question.language, "consult.need_one_of")
    if slot.required and slot.default is None:
        return say(question.language, "consult.need_required")
    if slot.default is not None:
        return say(question.language, "consult.need_default", value=slot.default)
    return say(question.language, "consult.need_optional")


def _yield_names(question: Question, tool: ToolEssentialModel) -> Iterator[str]:
    lexicon = question.catalogue.lexicon
    for item in tool.yields:
        if is_hidden(item.key):
            continue
        name = attribute_label(lexicon, item.attribute or item.key, question.language)
        other = item.entity and item.entity not in tool.objects[:1]
        if other and item.entity:
            name = say(question.language, "common.of", thing=question.thing(item.entity), name=name)
        yield name


def tool_support(question: Question, tool: ToolEssentialModel) -> str:
    """Whether it runs in the environment asked about; without one, where it runs."""
    language, environment = question.language, question.environment
    if environment is None:
        labels = question.labels(tool.environments) or say(language, "common.nothing")
        return say(language, "consult.support_tool", tool=question.title(tool), environments=labels)
    label = question.label(environment)
    if environment in tool.environments:
        return say(
            language, "consult.support_tool_yes", tool=question.title(tool), environment=label
        )
    return say(
        language,
        "consult.support_tool_no",
        tool=question.title(tool),
        environment=label,
        elsewhere=elsewhere(question, set(tool.environments)),
    ).strip()
