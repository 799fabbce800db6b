"""The order in which things are to be done, which is not always the order of the words."""

from collections.abc import Sequence
from itertools import groupby

from pipelines.intent.acts import Act
from pipelines.intent.clauses import Clause

_TIME = ("time:after", "time:before")
_LIGHT = ("polite", "function", "also", "but", "and")


def in_time(acts: Sequence[Act]) -> list[Act]:
    """The actions as they are to be done: `A after B-ing` is B, A; `A, but first B` is B, A."""
    groups: list[list[Act]] = []
    for _, found in groupby(acts, key=lambda act: id(act.clause)):
        group = list(found)
        if groups and _goes_on(group[0], groups[-1][0]):
            groups[-1] += group
        else:
            groups.append(group)
    for place in range(1, len(groups)):
        before, clause = groups[place - 1][0].clause, groups[place][0].clause
        last = place == len(groups) - 1
        if _goes_before(clause, before, last=last) or _waits(before):
            groups[place - 1], groups[place] = groups[place], groups[place - 1]
    return [act for group in groups for act in group]


def _goes_on(act: Act, earlier: Act) -> bool:
    """`after doing A and doing B`: both belong to the time clause."""
    continues = act.clause.linked and act.token is not None and not act.token.ideographic
    verb = act.token.text.lower().partition(" ")[0] if act.token is not None else ""
    return continues and verb.endswith("ing") and _opens(earlier.clause, *_TIME)


def _goes_before(clause: Clause, earlier: Clause, *, last: bool) -> bool:
    """What was said later comes first: after doing it; first, though, …"""
    if _opens(clause, "time:after"):
        return clause.led or (last and not _opens(earlier, *_TIME))
    if last and _ends(clause, "sequence"):
        return True
    return _beforehand(clause) and not _beforehand(earlier)


def _waits(clause: Clause) -> bool:
    """`Before doing A, do B`: a time clause that opens the sentence waits for what follows it."""
    return (_opens(clause, "time:before") and not clause.led) or _ends(clause, "time:before")


def _ends(clause: Clause, name: str) -> bool:
    """Where the word for the time stands behind what it is said of."""
    last = clause.tokens[-1]
    dated = len(clause.tokens) > 1 and clause.tokens[-2].shape == "fact"
    return last.is_(name) and last.ideographic and not dated


def _opens(clause: Clause, *names: str) -> bool:
    first = next((t for t in clause.tokens if not t.is_(*_LIGHT) or t.is_(*_TIME)), None)
    return first is not None and first.is_(*names)


def _beforehand(clause: Clause) -> bool:
    """`First` right before the first action, and nothing that puts it after something else."""
    verb = min(clause.verbs, default=0)
    place = next((i for i in range(verb) if clause.tokens[i].is_("beforehand")), None)
    if place is None or any(_continues(clause, i) for i in range(place)):
        return False
    between = clause.tokens[place + 1 : verb]
    direct = all(t.is_("polite", "function", "front") for t in between)
    return direct or clause.tokens[place].ideographic


def _continues(clause: Clause, i: int) -> bool:
    token = clause.tokens[i]
    return token.is_("sequence") and not token.is_("beforehand")
