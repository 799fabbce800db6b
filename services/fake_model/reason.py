"""The built-in script of the reasoning stage: a small backward derivation over the prompt.

It is no model of a language model, and knows no tool: goals, candidates and memory come from the
request's body, and what it gets wrong, the program has to catch.
"""

import json
from dataclasses import dataclass, field

from services.fake_model.question import Answer, Question
from services.fake_model.reason_task import (
    Fact,
    Object,
    Task,
    by_verb,
    known,
    read_task,
    remembered,
    replied,
)

_DEPTH = 4
_TOLD_APART = ("old", "new", "source", "target")
"""Roles of which a tool has one argument each."""
_BARE = ("id", "account")
"""What a code without a name may be."""
_STEPS = 6
"""Moves from one state to another, at most."""


@dataclass
class Work:
    """The steps derived so far."""

    steps: list[Object]
    before: int = 0
    """Steps that were carried out already."""
    lacking: list[Object] = field(default_factory=list[Object])
    notes: list[str] = field(default_factory=list[str])


def derive(question: Question) -> Answer | None:
    """The filled form; None for a prompt of another stage."""
    if not question.wants("ProposedChain"):
        return None
    form = plan(read_task(question))
    return Answer(json.dumps(form, ensure_ascii=False, separators=(",", ":")))


def plan(task: Task) -> Object:
    """The chain for all goals, or the question for what nothing gives."""
    done = [one for one in task.done if one.get("status") == "done"]
    failed = {str(one["tool"]) for one in task.done if one.get("status") != "done"}
    work = Work([], before=sum("step" in one for one in task.done))
    made = {str(one["tool"]) for one in done}
    for goal in task.goals:
        tools = [one for one in task.tools if one["tool"] not in failed]
        reached = goal.get("done_already") or any(
            one["tool"] in made and _serves(goal, one) for one in task.tools
        )
        if not reached:
            _achieve(task, goal, tools, work)
    answer: Object = {"derivation": work.notes[:10], "environment": task.environment}
    if work.lacking:
        return {**answer, "move": "ask_user", "steps": [], "lacking": work.lacking[:3]}
    if not work.steps and task.done:
        return {**answer, "move": "finish", "steps": []}
    return {**answer, "move": "plan", "steps": work.steps}


def _achieve(task: Task, goal: Object, tools: list[Object], work: Work) -> None:
    """Adds the steps of one goal; what is lacking where there are none."""
    if goal.get("state_wanted") and goal["does"] != "create":
        for tool in _way(goal, tools):
            _call(task, goal, tool, work)
        return
    lacking: list[Object] | None = None
    for tool in sorted((t for t in tools if _serves(goal, t)), key=lambda t: _rank(goal, t)):
        tried = Work(list(work.steps), work.before)
        count = 1 if tool.get("count_by") else int(goal.get("count") or 1)
        if all(_call(task, goal, tool, tried) for _ in range(count)):
            work.steps = tried.steps
            work.notes += tried.notes
            return
        lacking = lacking or tried.lacking
    work.lacking += lacking or []


def _serves(goal: Object, tool: Object) -> bool:
    about = goal["object"]["is"]
    if tool["does"] in ("query", "verify"):
        return goal["does"] in ("query", "verify") and tool["about"][:1] == [about]
    acts = goal["action"] in tool["actions"] or goal["does"] == tool["does"] == "create"
    acts = acts or any(_takes(one, fact) for one in tool["arguments"] for fact in by_verb(goal))
    return goal["does"] not in ("query", "verify") and acts and about in tool["about"]


def _rank(goal: Object, tool: Object) -> tuple[int, ...]:
    said = {str(x).lower() for one in known(goal) for x in (one.words, one.value)}
    narrow = [str(word).lower() for word in tool.get("only_for", [])]
    unsaid = sum(word not in said for word in narrow)
    facts = [one for one in known(goal) if one.what or one.identifies]
    deaf = sum(not any(_takes(arg, one) for arg in tool["arguments"]) for one in facts)
    other = int(goal["action"] not in tool["actions"][:1])
    return (
        int(tool["about"][0] != goal["object"]["is"]),
        deaf - (len(narrow) - unsaid),
        other,
        unsaid,
        int(not tool.get("preferred")),
    )


def _way(goal: Object, tools: list[Object]) -> list[Object]:
    """The shortest way from the present state to the wanted one."""
    ways: list[tuple[str, list[Object]]] = [(str(goal.get("state_now")), [])]
    for _ in range(_STEPS):
        longer: list[tuple[str, list[Object]]] = []
        for state, way in ways:
            for tool in tools:
                for change in tool.get("states", []):
                    if change["of"] == goal["object"]["is"] and state in change["from"]:
                        longer.append((str(change["to"]), [*way, tool]))
        found = next((way for state, way in longer if state == goal["state_wanted"]), None)
        if found:
            return found
        ways = longer
    return []


def _call(
    task: Task, goal: Object, tool: Object, work: Work, role: str = "main", depth: int = 0
) -> int:
    """Adds the call with all that it needs; its number, or 0 where something is lacking."""
    arguments: list[Object] = []
    groups: set[str] = set()
    for argument in sorted(tool["arguments"], key=lambda one: not one.get("required")):
        group = argument.get("one_of")
        if group in groups:
            continue
        found = _source(task, goal, tool, argument, work, depth)
        if found is not None:
            arguments.append({"name": argument["name"], **found})
            groups |= {group} if group else set()
        elif argument.get("required"):
            work.lacking.append({"tool": tool["tool"], "argument": argument["name"]})
            return 0
    options = {one.get("one_of") for one in tool["arguments"]} - {None}
    if options - groups:
        return 0
    work.notes.append(f"{goal['goal']}: {tool['tool']}")
    work.steps.append(
        {"tool": tool["tool"], "goal": goal["goal"], "role": role, "arguments": arguments}
    )
    return work.before + len(work.steps)


def _source(
    task: Task, goal: Object, tool: Object, argument: Object, work: Work, depth: int
) -> Object | None:
    said = _spoken(task, goal, tool, argument)
    if said is not None and argument.get("is") in replied(task):
        return _output(task, goal, argument, work, depth, {tool["tool"]}) or said
    if said is not None:
        return said
    required = bool(argument.get("required") or argument.get("one_of"))
    if not required:
        entity = str(argument.get("is") or "").rpartition(".")[0]
        if depth or not _unheard(goal, tool, entity):
            return None
        return _output(task, goal, argument, work, depth, {tool["tool"]}, strict=True)
    if "default" in argument:
        return {"source": "default"}
    if tool["does"] == "create" and _is_own(tool, argument):
        return {"source": "generated"}
    return _output(task, goal, argument, work, depth, {tool["tool"]})


def _spoken(task: Task, goal: Object, tool: Object, argument: Object) -> Object | None:
    own = tool["about"][0] if tool["about"] else None
    for fact in (*known(goal), *remembered(task)):
        nameless = fact.identifies and fact.entity is None and fact.what is None
        needed = nameless and not argument.get("required")
        if needed and any(one["required"] and _takes(one, fact, own) for one in tool["arguments"]):
            continue
        if _takes(argument, fact, own):
            if fact.source == "memory":
                return {"source": "memory"}
            return {"source": "words", "words": fact.words}
    left = _free_text(goal, tool) if argument.get("required") and _is_own(tool, argument) else []
    return {"source": "words", "words": left[0].words} if len(left) == 1 else None


def _free_text(goal: Object, tool: Object) -> list[Fact]:
    """What is said of the thing itself in several words, and no argument is known to be for."""
    thing = goal["object"]["is"]
    return [
        one
        for one in known(goal)
        if one.entity == thing and not one.identifies and " " in one.words
        if not any(_takes(argument, one) for argument in tool["arguments"])
    ]


def _unheard(goal: Object, tool: Object, entity: str) -> bool:
    """True where one of these was named in a way for which the tool has no argument."""
    own = tool["about"][0] if tool["about"] else None
    return any(
        one.identifies
        and one.entity in (None, entity)
        and not any(_takes(arg, one, own) for arg in tool["arguments"])
        for one in known(goal)
    )


def _points(goal: Object) -> bool:
    """True where somebody is only pointed at: who was made before."""
    return any("known" not in one for one in goal.get("others", []))


def _takes(argument: Object, fact: Fact, own: str | None = None) -> bool:
    if fact.operator != "eq" or not fact.words:
        return False
    entity, _, what = str(argument.get("is") or "").rpartition(".")
    if fact.role in _TOLD_APART and fact.role != argument.get("role"):
        return False
    if argument.get("values"):
        words = {fact.words.lower(), str(fact.value).lower()}
        known = {
            str(word).lower() for raw, said in argument["values"].items() for word in (raw, *said)
        }
        return bool(words & known) and not fact.identifies
    about = entity or own
    apart = bool(fact.entity and about and fact.entity != about)
    if fact.identifies:
        bare = fact.what is None and (what in _BARE or fact.entity == about)
        pointed = fact.role in _TOLD_APART and fact.role == argument.get("role")
        return pointed or (not apart and (fact.what == what or bare))
    return not apart and fact.what is not None and fact.what == what


def _is_own(tool: Object, argument: Object) -> bool:
    """True for what the tool's own new thing is like."""
    entity, _, what = str(argument.get("is") or "").rpartition(".")
    return what != "id" and entity in ("", tool["about"][0])


def _output(
    task: Task,
    goal: Object,
    argument: Object,
    work: Work,
    depth: int,
    busy: set[str],
    *,
    strict: bool = False,
) -> Object | None:
    """The field of an earlier call, or of a call that is added for it; `strict`: only of what was
    named."""
    wanted = argument.get("is")
    if wanted is None or depth >= _DEPTH:
        return None
    for number, step in enumerate(work.steps, work.before + 1):
        tool = next(one for one in task.tools if one["tool"] == step["tool"])
        field_name = _field(tool, wanted)
        mine = step["goal"] == goal["goal"] and step["role"] == "helper"
        meant = step["role"] == "main" and tool["does"] == "create" and _points(goal)
        if field_name and (mine or meant):
            return {"source": "output", "step": number, "field": field_name}
    entity = wanted.rpartition(".")[0]
    for tool in sorted(task.tools, key=lambda one: _late(one, entity)):
        field_name = _field(tool, wanted)
        if field_name is None or tool["tool"] in busy or tool["tool"] in task.problems:
            continue
        if not _may_help(task, goal, tool, wanted):
            continue
        tried = Work(list(work.steps), work.before)
        number = _call(task, goal, tool, tried, "helper", depth + 1)
        added = tried.steps[len(work.steps) :]
        looks = tool["does"] == "query"
        if not number or (looks and any(_makes(task, one) for one in added)):
            continue
        free = entity in task.pickable or wanted in replied(task)
        if (not strict and (free or not looks)) or _names(goal, task, added):
            told = {"source": "output", "step": number, "field": field_name}
            return _taken(work, tried, told)
    return None


def _makes(task: Task, step: Object) -> bool:
    """True for a step that would make something only to look at it."""
    return any(one["tool"] == step["tool"] and one["does"] == "create" for one in task.tools)


def _late(tool: Object, entity: str) -> tuple[bool, ...]:
    """What exists is looked for before anything is made, first where it is what the tool is about,
    and with the preferred tool."""
    return (tool["does"] != "query", tool["about"][:1] != [entity], not tool.get("preferred"))


def _taken(work: Work, tried: Work, told: Object) -> Object:
    work.steps, work.notes = tried.steps, [*work.notes, *tried.notes]
    return told


def _names(goal: Object, task: Task, steps: list[Object]) -> bool:
    """True where somebody was named who leads to the result: it is not just any."""
    told = {one.words for one in (*known(goal), *remembered(task)) if one.identifies}
    given = [one for step in steps for one in step["arguments"]]
    return any(one["source"] == "memory" or one.get("words") in told for one in given)


def _field(tool: Object, wanted: str) -> str | None:
    return next((one["field"] for one in tool["results"] if one.get("is") == wanted), None)


def _may_help(task: Task, goal: Object, tool: Object, wanted: str) -> bool:
    """True for a query that needs something else than it is to give, and for making the thing."""
    if tool["does"] == "query":
        return not any(one.get("required") and one.get("is") == wanted for one in tool["arguments"])
    allowed = any(str(one.get("instruction", "")).startswith("create") for one in task.given)
    makes = tool["does"] == "create" and tool["about"][:1] == [wanted.rpartition(".")[0]]
    return makes and (goal["does"] == "create" or allowed)
