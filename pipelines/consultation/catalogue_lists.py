"""Lists from the catalogue: what can be made of a thing, and what can be done at all."""

import re
from collections.abc import Iterator

from pipelines.consultation.question import Question
from pipelines.messages import listed, say
from pipelines.messages.labels import attribute_label, value_label
from tool_registry.base.types import FunctionType
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind

SHOWN_ENTITIES = 30
_TITLES = 6
"""So many tools of a kind of deed are named."""
_EDGES = " -_:/.,"
_GAP = re.compile(r"(?<=[^\x00-\x7f]) (?=[^\x00-\x7f])")
_ASIDE = re.compile(r"[(\uff08]([^)\uff09]*)[)\uff09]")


def kinds(question: Question) -> str | None:
    """A numbered list for each environment: which types of a thing can be made there, by what."""
    if question.entity is None:
        return None
    entity, function = question.entity, question.function or FunctionType.CREATE
    if not _serving(question, entity, function, question.catalogue.environments.names):
        return _none(question, entity, function)
    blocks = [_kinds_in(question, entity, function, name) for name in question.environments]
    return "\n\n".join([*blocks, *_next(question, entity, function)])


def _kinds_in(question: Question, entity: str, function: FunctionType, environment: str) -> str:
    values = {
        "environment": question.label(environment),
        "function": question.doing(function),
        "entity": question.thing(entity),
    }
    tools = _serving(question, entity, function, (environment,))
    if not tools:
        return say(question.language, "consult.kinds_none_in", **values)
    heading = say(question.language, "consult.kinds_in", **values)
    return "\n".join([heading, *(_kind(question, n, t) for n, t in enumerate(tools, 1))])


def _serving(
    question: Question, entity: str, function: FunctionType, environments: tuple[str, ...]
) -> list[ToolEssentialModel]:
    return [
        tool
        for tool in question.catalogue.tools.values()
        if tool.function is function
        and tool.objects[:1] == (entity,)
        and set(environments) & set(tool.environments)
    ]


def _kind(question: Question, number: int, tool: ToolEssentialModel) -> str:
    choices = list(_choices(question, tool))
    values = {"number": number, "kind": kind_name(question, tool), "tool": question.title(tool)}
    if not choices:
        return say(question.language, "consult.kind", **values)
    joined = say(question.language, "common.clause_separator").join(choices)
    return say(question.language, "consult.kind_choices", choices=joined, **values)


def kind_name(question: Question, tool: ToolEssentialModel) -> str:
    """What a tool makes: its title without action, platform and environment, else its object."""
    title = _ASIDE.sub(lambda aside: _unless_environment(question, aside), tool.title)
    if tool.platform:
        title = title.replace(tool.platform, " ")
    for match in reversed(question.catalogue.lexicon.scan(title)):
        action = match.of(Kind.ACTION)
        if action and action.name in tool.actions and not match.of(Kind.ENTITY):
            title = f"{title[: match.start]} {title[match.end :]}"
    tidy = _GAP.sub("", " ".join(title.split())).strip(_EDGES)
    return tidy or question.thing(tool.objects[0])


def _unless_environment(question: Question, aside: re.Match[str]) -> str:
    known = question.catalogue.environments.by_word(aside.group(1))
    return " " if known else aside.group()


def _choices(question: Question, tool: ToolEssentialModel) -> Iterator[str]:
    """The closed sets among a tool's arguments that tell types of its object apart."""
    lexicon, language = question.catalogue.lexicon, question.language
    for slot in tool.needs:
        if _tells_types(slot, tool):
            words = [w[0] if w else raw for raw, w in slot.values.items()]
            name = attribute_label(lexicon, slot.attribute or slot.key, language)
            values = listed(language, (value_label(lexicon, word, language) for word in words))
            yield say(language, "consult.choice", name=name, values=values)


def _tells_types(slot: Slot, tool: ToolEssentialModel) -> bool:
    own = slot.entity in (None, *tool.objects[:1])
    return own and len(slot.values) > 1 and not (slot.hidden or slot.environment)


def _none(question: Question, entity: str, function: FunctionType) -> str:
    from rapidfuzz import fuzz, process

    made = {
        t.objects[0]
        for t in question.catalogue.tools.values()
        if t.objects and t.function is function
    }
    near = process.extract(entity, sorted(made), scorer=fuzz.ratio, score_cutoff=50, limit=3)
    names = listed(question.language, (question.thing(name) for name, _, _ in near))
    nearest = say(question.language, "consult.kinds_nearest", entities=names) if near else ""
    return say(
        question.language,
        "consult.kinds_none",
        function=question.doing(function),
        entity=question.thing(entity),
        nearest=nearest,
    ).strip()


def _next(question: Question, entity: str, function: FunctionType) -> Iterator[str]:
    """A sentence that the user can send back to have one of them."""
    if function is not FunctionType.CREATE:
        return
    for environment in question.environments:
        tools = _serving(question, entity, function, (environment,))
        # A sentence asks for one of them: a tool that takes a list makes many at a time.
        single = [one for one in tools if not any(slot.type == "array" for slot in one.needs)]
        if tools:
            yield say(
                question.language,
                "consult.kinds_next",
                function=question.doing(function),
                kind=kind_name(question, (single or tools)[0]),
                environment=question.label(environment),
            )
            return


def capabilities(question: Question) -> str:
    """Everything that can be done, thing by thing; what only some environments have, says so."""
    language, tools = question.language, question.catalogue.tools
    usable = [
        t for t in tools.values() if t.objects and set(t.environments) & set(question.environments)
    ]
    if not usable:
        return say(language, "consult.capabilities_none")
    things = sorted({t.objects[0] for t in usable})
    shown = sorted(things, key=lambda e: (-sum(t.objects[0] == e for t in usable), e))
    lines = [say(language, "consult.capabilities", count=len(usable))]
    for number, entity in enumerate(shown[:SHOWN_ENTITIES], 1):
        own = [tool for tool in usable if tool.objects[0] == entity]
        functions = listed(language, _functions(question, own))
        name = question.thing(entity)
        lines.append(
            say(language, "consult.capability", number=number, entity=name, functions=functions)
        )
    if len(shown) > SHOWN_ENTITIES:
        rest, example = len(shown) - SHOWN_ENTITIES, question.thing(shown[SHOWN_ENTITIES])
        lines.append(say(language, "consult.capabilities_more", count=rest, entity=example))
    labels = question.labels(question.catalogue.environments.names)
    lines.append(say(language, "consult.capabilities_next", environments=labels))
    return "\n".join(lines)


def _functions(question: Question, tools: list[ToolEssentialModel]) -> Iterator[str]:
    everywhere = set(question.environments)
    for function in FunctionType:
        places = {e for t in tools if t.function is function for e in t.environments}
        if not places:
            continue
        name = question.doing(function)
        if everywhere <= places:
            yield name
        else:
            ordered = tuple(n for n in question.catalogue.environments.names if n in places)
            yield say(
                question.language,
                "consult.capability_only",
                functions=name,
                environments=question.labels(ordered),
            )


def support(question: Question) -> str | None:
    """Whether an environment supports a thing; without an environment, where it is supported."""
    if question.entity is None:
        return None
    entity, function = question.entity, question.function
    if question.environment is None:
        return kinds(question) if function else deeds(question, entity)
    serving = [
        tool
        for tool in question.catalogue.tools.values()
        if tool.objects[:1] == (entity,) and (function is None or tool.function is function)
    ]
    here = [tool for tool in serving if question.environment in tool.environments]
    values = {
        "environment": question.label(question.environment),
        "function": question.doing(function or FunctionType.CREATE),
        "entity": question.thing(entity),
    }
    if here:
        names = listed(question.language, (question.title(tool) for tool in here[:8]))
        return say(question.language, "consult.support_yes", tools=names, **values)
    names = {name for tool in serving for name in tool.environments}
    return say(
        question.language, "consult.support_no", elsewhere=elsewhere(question, names), **values
    ).strip()


def deeds(question: Question, entity: str) -> str:
    """What can be done with a thing, by the kind of deed: the titles of its tools, and a sentence
    that can be sent back."""
    language = question.language
    lines = [say(language, "consult.deeds", entity=question.thing(entity))]
    for function in FunctionType:
        tools = _serving(question, entity, function, question.environments)
        titles = list(dict.fromkeys(question.title(tool) for tool in tools))
        if titles:
            values = {"function": question.doing(function), "number": len(lines)}
            names, rest = listed(language, titles[:_TITLES]), len(titles) - _TITLES
            key = "consult.deed_more" if rest > 0 else "consult.deed"
            values |= {"count": len(titles)} if rest > 0 else {}
            lines.append(say(language, key, tools=names, **values))
    return "\n".join([*lines, *_next(question, entity, FunctionType.CREATE)])


def elsewhere(question: Question, environments: set[str]) -> str:
    """A sentence naming the environments that do support it; empty where none does."""
    ordered = tuple(n for n in question.catalogue.environments.names if n in environments)
    if not ordered:
        return ""
    labels = question.labels(ordered)
    return say(question.language, "consult.support_elsewhere", environments=labels)
