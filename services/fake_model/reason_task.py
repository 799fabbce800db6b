"""What the reasoning prompt gives: goals, what is known, tools with their notes taken apart."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from services.fake_model.question import BadQuestion, Question

Object = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is said: of what, what it is, and in which words."""

    entity: str | None
    role: str | None
    what: str | None
    words: str
    identifies: bool = False
    value: Any = None
    operator: str = "eq"
    source: str = "words"


@dataclass(frozen=True, slots=True)
class Task:
    """Everything that the prompt gives."""

    environment: str
    goals: list[Object]
    tools: list[Object]
    given: list[Object]
    done: list[Object]
    problems: str
    """What the checker said of the last answer."""
    pickable: frozenset[str]
    """Things of which any will do."""


def read_task(question: Question) -> Task:
    """BadQuestion where the prompt lacks environment, goals, candidates, schema or sentence."""
    environment, goals, candidates, pickable, _, _ = question.needed(
        "environment", "goals", "candidates", "pickable", "output_schema", "sentence"
    )
    given, done = (question.section(name) or "-" for name in ("given", "done"))
    return Task(
        environment,
        _objects(goals),
        [_tool(one) for one in _objects(candidates)],
        _objects(given),
        _objects(done),
        question.section("problems") or "",
        frozenset(pickable.split(", ")),
    )


def _objects(text: str) -> list[Object]:
    rows = [row for row in text.splitlines() if row.startswith("{")]
    try:
        return [json.loads(row) for row in rows]
    except ValueError as error:
        raise BadQuestion(f"a line of the prompt is no JSON: {error}") from error


def _tool(row: Object) -> Object:
    """A candidate with its short notes taken apart."""
    arguments = [_argument(name, said) for name, said in row.get("arguments", {}).items()]
    results = row.get("results", {}).items()
    return {
        **row,
        "actions": row.get("actions", row["does"]).split(", "),
        "about": row["about"].split(", ") if row["about"] else [],
        "arguments": arguments,
        "results": [{"field": name, "is": said.split("; ")[0]} for name, said in results],
        "states": [_change(one) for one in row.get("states", [])],
    }


def _argument(name: str, said: str) -> Object:
    meaning, *notes = said.split("; ")
    told: Object = {"name": name.removesuffix("*"), "required": name.endswith("*")}
    told |= {} if meaning == "-" else {"is": meaning}
    told |= dict(one.split("=", 1) for one in notes)
    if "values" in told:
        choices = (one.partition(":") for one in told["values"].split("|"))
        told["values"] = {raw: words.split("/") for raw, _, words in choices}
    return told


def _change(said: str) -> Object:
    """`thing before/before→after`."""
    before, _, after = said.partition("→")
    thing, _, states = before.rpartition(" ")
    return {"of": thing, "from": states.split("/") if states else [], "to": after or None}


def by_verb(goal: Object) -> list[Fact]:
    """The state that the verb stands for."""
    one = goal.get("verb_says")
    told = (goal["object"]["is"], None, one["is"], str(one["words"])) if one else None
    return [Fact(*told, value=one["value"])] if told and one else []


def known(goal: Object) -> list[Fact]:
    """What is said of the goal's things."""
    found = by_verb(goal)
    for thing in (goal["object"], *goal.get("others", [])):
        found += [
            Fact(
                thing["is"],
                thing.get("role"),
                one.get("is"),
                str(one["words"]),
                bool(one.get("identifies")),
                one.get("value"),
                str(one.get("operator", "eq")),
            )
            for one in thing.get("known", [])
        ]
    return found


def replied(task: Task) -> set[str]:
    """What the user replied to: the reply may be a name, to be looked up in a list."""
    return {str(one["reply_for"]) for one in task.given if "reply_for" in one}


def remembered(task: Task) -> Iterator[Fact]:
    for one in task.given:
        if "memory" in one:
            for what, value in one["known"].items():
                yield Fact(one["memory"], None, what, str(value), True, value, source="memory")
        elif "reply_for" in one:
            entity, _, what = str(one["reply_for"]).rpartition(".")
            yield Fact(entity or None, None, what, str(one["words"]), True, one["words"])
