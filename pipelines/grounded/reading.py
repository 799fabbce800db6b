"""What a sentence wants of a world's records: questions, deeds, things to be made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pipelines.grounded.atoms import Atom, folded
from pipelines.grounded.newness import FAR, News, Wish
from pipelines.grounded.segments import Segment, denied, states
from pipelines.grounded.states import States
from pipelines.grounded.surfaces import Option
from pipelines.grounded.words import pattern
from pipelines.grounded.world import Operation, World, is_reference
from tool_registry.vocabulary.forms import inflections
from tool_registry.vocabulary.text import fold, is_ideograph


@dataclass(slots=True)
class Reading:
    """All that is understood."""

    wishes: list[Wish] = field(default_factory=list[Wish])
    free: set[str] = field(default_factory=set[str])
    """Kinds and names of arguments of which anything will do; `*`: all."""
    forbidden: set[str] = field(default_factory=set[str])
    """Operations that are not to be called."""
    pool: list[Atom] = field(default_factory=list[Atom])
    """What is said beside the wishes."""
    unclear: bool = False
    """A condition is said of which nothing is known."""
    excluded: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """(kind, id) of the records that are left out of all others."""


@dataclass(slots=True)
class Reader:
    """Reads segments against a world."""

    world: World
    states: States
    news: News
    result: Reading = field(default_factory=Reading)
    waiting: list[tuple[Option, bool]] = field(default_factory=list[tuple[Option, bool]])
    """A condition whose deed is still to come."""

    def read(self, parts: Sequence[Segment]) -> Reading:
        """The reading of all segments."""
        for place, part in enumerate(parts):
            self._segment(part, parts[place + 1 :])
        return self.result

    def _segment(self, part: Segment, rest: Sequence[Segment]) -> None:
        self._except(part)
        if part.mode == "forbid":
            self._forbid(part)
        elif part.mode == "exists" and self.result.wishes:
            self.result.wishes[-1].if_none = True
        elif part.mode == "free":
            self._free(part)
        elif part.mode == "if":
            self._conditional(part)
        elif part.mode == "nothing":
            self.result.pool += [a for a in part.atoms if a.records]
        else:
            self._say(part, rest)

    def _except(self, part: Segment) -> None:
        """`all but 5 and 7`: the records right behind the word."""
        place = part.place("except")
        for atom in part.atoms[place + 1 :] if place >= 0 else ():
            if len(atom.records) == 1:
                self.result.excluded.add((atom.records[0].kind, atom.records[0].id))
                atom.used, atom.records, atom.marks = True, (), frozenset({"light"})
            elif not atom.is_("and", "light", "existing") and not atom.nouns:
                break

    # ---- what is not to be done, and what is free -------------------------------------------

    def _forbid(self, part: Segment) -> None:
        for atom in part.atoms:
            near = min((*atom.verbs.values(), FAR))
            self.result.forbidden |= {name for name, far in atom.verbs.items() if far == near}
            for option in () if near < FAR else atom.options:
                changes = self.states.reaching(option.kind, option.raw)
                self.result.forbidden |= {c.operation.name for c in changes if c.sets is None}

    def _free(self, part: Segment) -> None:
        told = {kind for atom in part.atoms for kind in atom.nouns}
        told |= {label for atom in part.atoms for label in atom.labels}
        told |= {option.kind for atom in part.atoms for option in atom.options}
        self.result.free |= told or {"*"}
        self.result.pool += [atom for atom in part.atoms if atom.options]

    # ---- conditions ------------------------------------------------------------------------

    def _conditional(self, part: Segment) -> None:
        place = part.place("if")
        before, inside = part.atoms[:place], part.atoms[place + 1 :]
        then = next((n for n, a in enumerate(inside) if pattern("therefore").match(a.text)), -1)
        if then < 0 and place == 0:
            then = self._main_after(inside) - 1
            then = then if then >= 0 else -1
            told, inside = (inside[: then + 1], inside) if then >= 0 else (inside, inside)
        else:
            told = inside if then < 0 else inside[:then]
        negated = any(a.is_("negation") for a in told) or part.atoms[place].text.lower() == "unless"
        condition = [(o, not negated) for a in told for o in a.options]
        self.result.unclear = self.result.unclear or not condition
        main = [*before, *(inside[then + 1 :] if then >= 0 else [])]
        heads = [a for a in main if a.verbs or (a.options and then >= 0)]
        if heads:
            self.waiting = condition
            rest = [a for a in told if a.records]
            self._say(Segment([*rest, *main]), ())
        elif self.result.wishes and not self.waiting and not _leads(part):
            self.result.wishes[-1].condition += condition
            self.result.pool += main
        else:
            self.waiting = condition
            self.result.pool += [a for a in [*main, *told] if a.records]

    def _main_after(self, inside: Sequence[Atom]) -> int:
        """Where the deed begins that hangs on a condition; 0: there is none behind it."""
        seen = False
        for place, atom in enumerate(inside):
            orders = any(far <= 1 for far in atom.verbs.values())
            if seen and orders and not atom.text.lower().endswith("ed"):
                return place
            seen = seen or bool(atom.options)
        return 0

    # ---- wishes ----------------------------------------------------------------------------

    def _say(self, part: Segment, rest: Sequence[Segment]) -> None:
        self._relative(part)
        made = list(self._wishes(part))
        if part.has("any"):
            nouns = {kind for a in part.atoms for kind in a.nouns}
            self.result.free |= nouns | {x for a in part.atoms for x in a.labels}
        for wish in made:
            wish.condition += self.waiting
        if made:
            self.waiting = []
            self.result.wishes += made
        elif part.otherwise and part.has("make") and self.result.wishes:
            last = self.result.wishes[-1]
            last.what, last.if_none = "make", True
        elif not self._chatter(part):
            more = part.has("then") and any(a.unknown for a in part.atoms)
            self.result.unclear = self.result.unclear or (more and bool(self.result.wishes))
            self.result.pool += [a for a in part.atoms if a.content or a.unknown]
        else:
            self.result.pool += [a for a in part.atoms if a.records]

    def _relative(self, part: Segment) -> None:
        """`the one he booked`: a deed that only says which thing is meant."""
        for atom, after in pairwise(part.atoms):
            kinds = {self.world.operation(n).kind for n, far in atom.verbs.items() if far <= 1}
            if len(kinds) == 1 and _describes(after):
                atom.nouns, atom.verbs = {kinds.pop(): 0}, {}

    def _chatter(self, part: Segment) -> bool:
        """It only tells the story around it."""
        strange = [a for a in part.atoms if a.unknown]
        if not strange:
            return not part.content
        if states(part) or part.has("tell"):
            return True
        if part.content:
            return False
        if self.result.wishes:  # what follows a wish may belong to it: `…, and fax it over`
            return False
        first = part.atoms[0]
        return first.is_("light", "existing") or not _latin(first)

    def _wishes(self, part: Segment) -> Iterator[Wish]:
        if self._asks(part):
            kind = self._asked_kind(part)
            if kind is not None:
                self._not_done(part, kind)
                yield Wish("ask", kind, part.atoms, checks=_checks(part))
            return
        made = self.news.made(part)
        if made is not None:
            yield made
            return
        yield from self._deeds(part)

    def _not_done(self, part: Segment, kind: str) -> None:
        """`which are not paid`: a deed that is denied tells the state that it would lead to."""
        state = self.world.kinds[kind].state
        for place, atom in enumerate(part.atoms):
            if state is None or atom.options or not denied(part.atoms, place):
                continue
            near = [c for c in self.states.changes[kind] if atom.verbs.get(c.operation.name, 9) < 2]
            atom.options = frozenset(Option(kind, state.key, c.after) for c in near)

    def _asks(self, part: Segment) -> bool:
        asks = part.has("ask") and not part.has("make", "change", "any")
        there = part.has("exists") and (part.asked or part.has("ask"))
        return asks or there or _checks(part)

    def _asked_kind(self, part: Segment) -> str | None:
        held = {r.kind for a in part.atoms for r in a.records}
        held |= {a.strange for a in part.atoms if a.strange}
        nouns = [(far, n, kind) for n, a in enumerate(part.atoms) for kind, far in a.nouns.items()]
        others = sorted(one for one in nouns if one[2] not in held and not _is_value(part, one[1]))
        if others and others[0][0] <= 3:
            return others[0][2]
        if held:
            told = {o.kind for a in part.atoms for o in a.options}
            both = [kind for kind in held if kind in told] or sorted(held)
            return both[0]
        kinds = {o.kind for a in part.atoms for o in a.options}
        return kinds.pop() if len(kinds) == 1 else None

    # ---- deeds on what exists ---------------------------------------------------------------

    def _deeds(self, part: Segment) -> Iterator[Wish]:
        held = self._subjects(part)
        for atom in part.atoms:
            wish = self._by_verb(atom, part, held)
            if wish is not None:
                yield wish
                return
        target = self._target(part, held)
        if target is not None:
            yield target
            return
        yield from self._updates(part, held)

    def _subjects(self, part: Segment) -> list[str]:
        """Kinds of the records that are named, or spoken of, in the segment or just before."""
        named = [r.kind for a in part.atoms for r in a.records]
        named += [a.strange for a in part.atoms if a.strange]
        nouns = [k for a in part.atoms for k, far in a.nouns.items() if far <= 3]
        before = [wish.kind for wish in reversed(self.result.wishes)]
        pooled = [r.kind for a in self.result.pool for r in a.records]
        pooled += [a.strange for a in self.result.pool if a.strange]
        spoken = [k for a in self.result.pool for k, far in a.nouns.items() if far <= 1]
        pooled = [*spoken, *pooled]
        return list(dict.fromkeys([*named, *nouns, *pooled, *before]))

    def _by_verb(self, atom: Atom, part: Segment, held: Sequence[str]) -> Wish | None:
        if _told(part, atom):
            return None
        strange = any(one.unknown for one in part.atoms)
        able = [
            (far, self._near(one, held), one)
            for name, far in atom.verbs.items()
            if far <= (1 if strange else FAR)
            and (one := self.world.operation(name)).role in ("act", "other")
        ]
        near = [one for one in able if one[1] < 9] or [o for o in able if o[0] <= 1 and not held]
        if not near:
            return None
        here = {r.kind for a in part.atoms for r in a.records}
        first = min(near, key=lambda o: (o[2].kind not in here, o[0] > 1, o[1], o[0]))
        alike = [one for one in near if one[:2] == first[:2] and one[2] is not first[2]]
        if alike:
            return None
        first = first[2]
        return Wish("act", first.kind, part.atoms, atom, first, self._set_value(first, part, atom))

    def _near(self, one: Operation, held: Sequence[str]) -> int:
        """How close its kind is to what is spoken of; 9: not at all."""
        if one.kind in held:
            return held.index(one.kind)
        fields = self.world.kinds[one.kind].fields.values()
        told = [held.index(f.target) for f in fields if f.target in held]
        loose = any(f.target is None and is_reference(f.key) for f in fields)
        return 4 + min([*told, 4 if loose and held else 5])

    def _set_value(self, one: Operation, part: Segment, head: Atom) -> Option | None:
        """The state that is to be set: by the verb (`block`), else where a change leads."""
        state = self.world.kinds[one.kind].state
        slot = one.arg(state.key) if state is not None else None
        if state is None or slot is None:
            return None
        forms = inflections(folded(head))
        for raw in slot.slot.values:
            option = Option(one.kind, state.key, raw)
            if option in head.options or fold(raw.replace("_", " ")) in forms:
                return option
        turn = max((n for n, a in enumerate(part.atoms) if a.is_("change", "becomes")), default=99)
        told = [
            option
            for atom in part.atoms[turn:]
            for option in sorted(atom.options, key=lambda o: o.raw)
            if option.kind == one.kind and option.key == state.key
        ]
        return told[-1] if told else None

    def _target(self, part: Segment, held: Sequence[str]) -> Wish | None:
        """A state that is to be reached: the last one that the segment names."""
        if states(part):
            return None
        for atom in reversed(part.atoms):
            for option in sorted(atom.options, key=lambda o: (_rank(o.kind, held), o.raw)):
                kind = self.world.kinds[option.kind]
                state = kind.state
                if option.kind not in held or state is None or state.key != option.key:
                    continue
                changes = self.states.reaching(option.kind, option.raw)
                if changes:
                    wish = Wish("reach", option.kind, part.atoms, atom, None, option)
                    wish.operation = changes[0].operation
                    return wish
        return None

    def _updates(self, part: Segment, held: Sequence[str]) -> Iterator[Wish]:
        if not part.has("change"):
            return
        keys = {o.key for a in part.atoms for o in a.options} | {
            label for a in part.atoms for label in a.labels
        }
        for kind in held:
            for one in self.world.kinds[kind].of("update"):
                if any(one.arg(key) for key in keys):
                    yield Wish("update", kind, part.atoms, None, one)
                    return


def _latin(atom: Atom) -> bool:
    return atom.text[0].isascii()


def _describes(after: Atom) -> bool:
    """The particle that makes what stands before it an attribute."""
    return pattern("attributive").match(after.text) is not None


def _told(part: Segment, atom: Atom) -> bool:
    """`she moved away`: what somebody did, no order."""
    place = part.atoms.index(atom)
    before = part.atoms[place - 1] if place else None
    past = atom.text.lower().endswith("ed")
    return past and before is not None and before.is_("existing") and not before.nouns


def _leads(part: Segment) -> bool:
    """The condition comes before what hangs on it."""
    first = part.atoms[0].text.lower()
    return first in ("if", "when") or is_ideograph(first[0])


def _rank(kind: str, held: Sequence[str]) -> int:
    return held.index(kind) if kind in held else 9


def _checks(part: Segment) -> bool:
    """It asks whether something holds."""
    told = any(a.options for a in part.atoms)
    sure = any(a.is_("verify") and not a.is_("light") and not _does(a, part) for a in part.atoms)
    first = next(iter(part.atoms), None)
    begins = first is not None and first.is_("verify") and not is_ideograph(first.text[0])
    polite = any(a.text.lower().startswith(("could", "can", "would")) for a in part.atoms[:1])
    deeds = any(far <= FAR for a in part.atoms for far in a.verbs.values())
    asked = part.asked and not part.has("ask") and (told or deeds)
    return (sure or begins or asked) and not polite


def _does(verb: Atom, part: Segment) -> bool:
    """A word for looking whether something holds that is a deed here: nothing is said to hold."""
    told = any(a.options for a in part.atoms if a is not verb)
    return not told and any(far <= 1 for far in verb.verbs.values())


def _is_value(part: Segment, place: int) -> bool:
    """A noun that here only says what is right behind it: `order RX1`."""
    after = part.atoms[place + 1] if place + 1 < len(part.atoms) else None
    return after is not None and bool(after.records or after.strange) and place > 0
