"""Actions with the noun phrases around them: what belongs to which action."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pipelines.intent.clauses import Clause
from pipelines.intent.phrases import Link, Noun, Said, Verb, phrases
from pipelines.intent.tokens import Token
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Concept

_PREVERBAL = ("recipient", "front", "source", "using", "place", "agent")


_MOST = 60
"""Actions of one request; words beyond are left unread, and said so."""


@dataclass(slots=True)
class Act:
    """One action of the sentence, with what was said before and after it."""

    action: Concept
    token: Token | None
    clause: Clause
    left: list[Noun] = field(default_factory=list[Noun])
    right: list[Noun] = field(default_factory=list[Noun])
    linked: bool = False
    """Joined to the action before it (and) with nothing between."""
    objects: list[Noun] = field(default_factory=list[Noun])
    related: list[Noun] = field(default_factory=list[Noun])
    target: Said | None = None
    supposed: bool = False
    """The sentence has no verb; the action is what it comes down to."""

    @property
    def takes_values(self) -> bool:
        """True where what follows may be a state or a new value."""
        return not self.action.flags.isdisjoint({"sets", "moves"})

    @property
    def hands_over(self) -> bool:
        """True where somebody gets something."""
        makes = self.action.function is FunctionType.CREATE
        return makes or "recipient" in self.action.flags

    @property
    def nouns(self) -> list[Noun]:
        """Everything said around it."""
        return [*self.left, *self.right]


@dataclass(slots=True)
class Gathered:
    """All actions in order, and what the sentence says without any action."""

    acts: list[Act] = field(default_factory=list[Act])
    topics: list[Noun] = field(default_factory=list[Noun])


def gather(clauses: Sequence[Clause], text: str, give: Concept | None) -> Gathered:
    """Read the positive clauses; fronted topics wait for the next action.

    `give`: the action of `for him a card`, said without a verb behind another action."""
    found = Gathered()
    for place, clause in enumerate(clauses):
        items = phrases(clause.tokens, clause.verbs, text)
        acts, before = _acts(items, clause)
        if acts:
            if found.topics and acts[0].left and clause.tokens[0].is_("and"):
                acts[0].left[0].role = found.topics[-1].role
            acts[0].left = [*found.topics, *acts[0].left]
            _enumerate(acts[0].left)
            found.topics = []
            acts[0].linked = clause.linked and not acts[0].left
            found.acts += acts[: _MOST - len(found.acts)]
            continue
        if clause.has("want"):
            _in_need(before)
        if clause.has("if_none") and found.acts:
            found.acts[-1].clause.extra += clause.tokens
        following = clauses[place + 1] if place + 1 < len(clauses) else None
        if found.acts and give is not None and _gives(before, found.acts[-1]):
            found.acts.append(Act(give, None, clause, right=before))
        elif found.acts and not _opens(before, found.acts[-1], following):
            _attach(found.acts[-1], before)
        else:
            found.topics += before
    _share(found.acts)
    found.acts = [part for act in found.acts for part in _gapped(act)]
    return found


def _gapped(act: Act) -> list[Act]:
    """`give A to 1 and B to 2`: the second pair has the same verb, left out."""
    nouns = act.right
    if len(nouns) < 4:
        return [act]
    first, to, second, other = nouns[:4]
    again = second.joined and second.headed and not first.role
    fresh = second.identified or second.quantity is not None
    receives = to.role in ("to", "recipient") and other.role in ("to", "recipient")
    if not (again and fresh and receives and not other.joined):
        return [act]
    second.role, second.lead, second.joined = None, None, False
    rest = replace(act, left=[], right=nouns[2:], objects=[], related=[])
    return [replace(act, right=nouns[:2]), *_gapped(rest)]


def _gives(nouns: Sequence[Noun], last: Act) -> bool:
    """`…, for him a card`: somebody, and another thing than was made before."""
    known = {noun.type for noun in last.nouns}
    somebody = [n for n in nouns if n.role == "recipient" and n.lead is not None]
    made = [n for n in nouns if n.role is None and n.type and n.quantity is not None]
    fresh = bool(made) and not made[0].identified and made[0].type not in known
    return bool(somebody) and fresh and _in_ideographs(somebody[0])


def _in_need(nouns: Sequence[Noun]) -> None:
    """`user 1 needs two cards`: whoever is singled out gets what is counted."""
    if any(noun.quantity is not None and not noun.identified for noun in nouns):
        for noun in nouns:
            if noun.role is None and noun.headed and noun.identified:
                noun.role = "recipient"


def _acts(items: Sequence[object], clause: Clause) -> tuple[list[Act], list[Noun]]:
    """The actions of one clause, and its noun phrases where it has no action."""
    acts: list[Act] = []
    waiting: list[Noun] = []
    since_link: list[Noun] = []
    linked = False
    for item in items:
        if isinstance(item, Verb):
            fronted = since_link if linked and acts else _preverbal(waiting) if acts else waiting
            if acts:
                acts[-1].right = [noun for noun in waiting if noun not in fronted]
            act = Act(item.action, item.token, clause, left=list(fronted))
            act.linked = bool(acts) and not acts[-1].right and not fronted
            acts.append(act)
            waiting, since_link, linked = [], [], False
        elif isinstance(item, Link):
            linked, since_link = True, []
        elif isinstance(item, Noun):
            waiting.append(item)
            since_link.append(item)
    if not acts:
        return [], waiting
    acts[-1].right = waiting
    return acts, []


def _preverbal(waiting: Sequence[Noun]) -> list[Noun]:
    """Phrases that stand before their verb in Chinese: for, from, with something."""
    fronted: list[Noun] = []
    for noun in reversed(waiting):
        if noun.role not in _PREVERBAL or not _in_ideographs(noun):
            break
        fronted.insert(0, noun)
    return fronted


def _in_ideographs(noun: Noun) -> bool:
    led = noun.lead is not None and noun.lead.ideographic
    return led or any(token.ideographic for token in noun.tokens)


def _opens(nouns: Sequence[Noun], last: Act, following: Clause | None) -> bool:
    """A phrase that names another thing right before the next action is that action's topic."""
    if following is None or not following.verbs or not nouns:
        return False
    known = {noun.type for noun in last.nouns}
    first = nouns[0]
    return first.headed and first.identified and first.role is None and first.type not in known


def _attach(act: Act, nouns: Sequence[Noun]) -> None:
    """What a later fragment says belongs to the thing that it speaks of, else to the object."""
    for noun in nouns:
        same = next((n for n in _all(act) if noun.headed and n.type == noun.type), None)
        part = noun.quantity is not None
        last = _last_thing(act)
        if noun.describes and noun.role is None and last is not None and not part:
            last.absorb(noun, later=True)
            continue
        if same is not None and noun.type is not None and noun.quantity is None:
            if _named(noun) and _named(same) and _named(noun).isdisjoint(_named(same)):
                noun.joined, noun.role = True, noun.role or same.role
                act.right.append(noun)
            else:
                same.absorb(noun, later=True)
        elif noun.headed and noun.role is None and noun.quantity is not None:
            noun.joined = True
            act.right.append(noun)
        else:
            thing = noun.headed or (noun.identified and not (part and noun.describes))
            if thing and noun.role is None and _last_thing(act) is not None:
                noun.role = "beside"
            act.right.append(noun)
    _enumerate(act.right)


def _named(noun: Noun) -> set[str]:
    """What singles it out, or its owner."""
    return {str(s.value) for part in noun.chain() for s in part.said if s.identifying}


def _enumerate(nouns: Sequence[Noun]) -> None:
    """`A-1, A-2 and A-3`: numbers alike in a row are things alike."""
    for first, second in pairwise(nouns):
        bare = not second.headed and second.identified and second.reference is None
        if bare and second.quantity is None and _pattern(first) == _pattern(second):
            second.joined, second.role, second.lead = True, first.role, first.lead
            second.type, second.concept, second.head = first.type, first.concept, first.head


def _pattern(noun: Noun) -> str | None:
    """The form of its identifier: letters and signs as they are, a 0 for each digit or run."""
    value = next((str(said.value) for said in noun.said if said.identifying), None)
    return value if value is None else re.sub(r"\d" if value.isdigit() else r"\d+", "0", value)


def _last_thing(act: Act) -> Noun | None:
    """What a description that comes later is about: the thing named last."""
    things = [noun for noun in act.right or act.left if noun.headed or noun.asked]
    described = [noun for noun in things if not (_receives(noun, act) and noun.identified)]
    return (described or things or [None])[-1]


def _receives(noun: Noun, act: Act) -> bool:
    return noun.role in ("recipient", "to") and act.hands_over and not act.takes_values


def _all(act: Act) -> list[Noun]:
    return [part for noun in act.nouns for part in noun.chain()]


def _share(acts: Sequence[Act]) -> None:
    """`create and close a task`: the object of the second action is that of the first as well."""
    for first, second in pairwise(acts):
        plain = [noun for noun in second.right if noun.role is None]
        if second.linked and not first.right and plain and not _has_object(first):
            first.right = [plain[0]]
            second.right = [noun for noun in second.right if noun is not plain[0]]


def _has_object(act: Act) -> bool:
    return act.action.entity is not None or any(n.role in (None, "front") for n in act.left)
