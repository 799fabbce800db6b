"""A goal in one line, so that a labelled sentence is one line as well."""

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier

_SIGNS = {"eq": "=", "ne": "!=", "ge": ">=", "gt": ">", "le": "<=", "lt": "<"}


def goal_line(goal: Goal) -> str:
    """`action object xN @reference #id attr=value ?asked → state | role type #id`."""
    thing = [goal.action, *_thing(goal.object), *(f"?{name}" for name in goal.asked)]
    if goal.target_state is not None:
        thing += ["→", str(goal.target_state.value)]
    others = sorted(" ".join([ref.role or "-", *_thing(ref)]) for ref in goal.related)
    return " | ".join([" ".join(thing), *others])


def _thing(ref: EntityRef) -> list[str]:
    named = ref.identifiers or ref.reference or not ref.words
    name = ref.type or ("?" if named else f"?{ref.words}")
    quantity = [] if ref.quantity is None else [f"x{ref.quantity}"]
    reference = [] if ref.reference is None else [f"@{ref.reference}"]
    return [
        name,
        *quantity,
        *reference,
        *map(_identifier, ref.identifiers),
        *map(_constraint, ref.constraints),
    ]


def _identifier(item: Identifier) -> str:
    return f"#{item.attribute}:{item.value}" if item.attribute else f"#{item.value}"


def _constraint(item: Constraint) -> str:
    if item.operator in ("first", "last"):
        return f"{item.operator} {item.value}"
    if item.attribute is None:
        return f"~{item.value}"
    return f"{item.attribute}{_SIGNS[item.operator]}{item.value}"
