"""The state of reading a clause from left to right, and where phrases begin and end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pipelines.contracts.intent import Span
from pipelines.intent.phrases.nouns import Noun, Said
from pipelines.intent.tokens import Token
from tool_registry.vocabulary.concept import OF
from tool_registry.vocabulary.lexicon import Concept, Kind

_PASSED = (
    "classifier", "filler", "genitive", "article", "definite", "all", "some", "every", "how_many",
    "reference:that",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verb:
    """An action of a clause."""

    token: Token
    action: Concept


@dataclass(frozen=True, slots=True)
class Link:
    """A word that separates what is before it from what comes after it."""

    token: Token


def things_of(value: Concept) -> set[str]:
    """Flags `of:X` of a value: the things of which its loose words are a state."""
    return {flag.removeprefix(OF) for flag in value.flags if flag.startswith(OF)}


Item: TypeAlias = Verb | Noun | Link


class Desk:
    """What has been read (`items`), the phrase that is open (`head`), and what waits (`draft`).

    Modifiers wait in the draft for the head that they belong to; at the end of the phrase they
    fall to the open head.
    """

    def __init__(self, tokens: Sequence[Token], verbs: frozenset[int], text: str) -> None:
        self.tokens, self.verbs, self.text = tokens, verbs, text
        self.items: list[Item] = []
        self.head: Noun | None = None
        self.draft = Noun()
        self.linked = False
        """The open head owns what comes next."""
        self.part: Noun | None = None
        """The part whose whole comes next: NP1 of NP2."""
        self.role: str | None = None
        self.lead: Token | None = None
        """The preposition that gave the role."""
        self.last_role: str | None = None
        self.joined = False
        self.i = 0

    # ---- looking around ---------------------------------------------------------------

    @property
    def before(self) -> Token | None:
        """The token before the present one."""
        return self.tokens[self.i - 1] if self.i else None

    @property
    def after(self) -> Token | None:
        """The token after the present one."""
        return self.tokens[self.i + 1] if self.i + 1 < len(self.tokens) else None

    def continues(self) -> bool:
        """True when a noun or its modifiers follow, past counts and articles."""
        if self.i + 1 in self.verbs:
            return False
        rest = self.tokens[self.i + 1 :]
        after = next((t for t in rest if not (t.is_(*_PASSED) or t.shape == "number")), None)
        if after is None or after.sign:
            return False
        kinds = (Kind.ENTITY, Kind.VALUE, Kind.ATTRIBUTE)
        return any(after.of(kind) for kind in kinds) or after.unknown or after.is_("new", "old")

    def state_of_next(self, token: Token) -> Concept | None:
        """What the word says of the thing named next, where it says something else elsewhere."""
        following = (entity for t in self.tokens[self.i + 1 :] if (entity := t.of(Kind.ENTITY)))
        thing = next(following, None)
        if thing is None:
            return None
        words = {thing.name, *thing.surfaces}
        values = (concept for concept in token.concepts if concept.kind is Kind.VALUE)
        return next((value for value in values if things_of(value) & words), None)

    # ---- writing ----------------------------------------------------------------------

    def say(self, said: Said, tokens: Sequence[Token], *, before_noun: bool = False) -> None:
        """To the open head after it, or to the next head where that is still to come."""
        waits = self.head is None or self.linked or self.draft.said or before_noun
        noun = self.draft if waits or self.head is None else self.head
        noun.said.append(said)
        noun.tokens += tokens

    def note(self, said: Said, token: Token) -> None:
        """A modifier of the head to come, or of the open one if none comes."""
        self.draft.said.append(said)
        self.draft.tokens.append(token)

    def open(self, noun: Noun) -> None:
        """The draft has got its head: it becomes the open phrase."""
        self.add(noun, self.head if not noun.fresh else None)
        self.draft, self.head, self.linked = Noun(), noun, False

    def own(self, owner: Noun) -> None:
        """What comes next belongs to that."""
        self.draft.parent, self.linked = self.draft.parent or owner, True

    def unread_as_modifiers(self) -> None:
        """Unknown words before a head describe it."""
        for word in self.draft.unread:
            self.note(Said(None, word.text, word.span), word)
        self.draft.unread = []

    def verb(self, token: Token) -> None:
        """An action ends every phrase and every role."""
        self.close()
        self.role, self.lead, self.joined = None, None, False
        action = token.of(Kind.ACTION)
        if action is not None:
            self.items.append(Verb(token, action))

    def close(self) -> None:
        """End of a phrase: modifiers without a head of their own go to the open one."""
        draft, head = self.draft, self.head
        self.draft, self.head = Noun(), None
        self._settle_unknown(draft, head)
        if draft.headed:
            self.add(draft, head)
        elif head is not None and _counts_another(draft, head):
            self.items.append(draft)
        elif head is not None:
            self._described(head).absorb(draft)
        elif not draft.empty:
            self.add(_without_head(draft), None)
        self.linked = False

    def add(self, noun: Noun, parent: Noun | None) -> None:
        """Place a finished phrase; one with an owner takes the owner's place and role."""
        if parent is not None and noun.parent is None and not noun.fresh:
            noun.parent = parent
        if self.part is not None and self.part not in noun.chain():
            self.part.parent, self.part = noun, None
            return
        noun.joined = noun.joined or self.joined
        owner = noun.parent
        place = next((n for n, item in enumerate(self.items) if item is owner), None)
        if owner is not None and place is not None:
            noun.role, owner.role, noun.joined = owner.role, None, owner.joined
            noun.lead, owner.lead = owner.lead, None
            self.items[place] = noun
        else:
            noun.role, noun.lead = self.role, self.lead
            self.items.append(noun)
            self.last_role, self.role, self.lead = self.role, None, None
        self.joined = False

    # ---- at the end of a phrase -------------------------------------------------------

    def _described(self, head: Noun) -> Noun:
        """What trailing modifiers are about: an identified owner needs none, its part may."""
        if not any(said.identifying for said in head.said):
            return head
        nouns = [item for item in self.items if isinstance(item, Noun)]
        return next((noun for noun in nouns if noun.parent is head), head)

    def _settle_unknown(self, draft: Noun, head: Noun | None) -> None:
        """Words that nothing is known of: the head of the phrase where a head is due."""
        words = draft.unread
        if not words:
            return
        span = self._span(words)
        direct = head is not None and not head.identified and not draft.said
        direct = direct and head is not None and head.tokens[-1].end >= span.start - 1
        if direct and head is not None and head.person and _is_name(words) and not self.linked:
            head.said.append(Said("name", span.text, span, identifying=True))
            head.tokens += words
            draft.unread = []
        elif head is None or self.linked or direct:
            draft.unread, draft.head = [], Token(span.start, span.end, span.text)
            draft.tokens += words
            if head is not None and draft.parent is None:
                draft.parent = head

    def _span(self, words: Sequence[Token]) -> Span:
        start, end = words[0].start, words[-1].end
        return Span(start=start, end=end, text=self.text[start:end])


def _is_name(words: Sequence[Token]) -> bool:
    """`employee Ada Lovelace`."""
    return words[0].text[:1].isupper()


def _without_head(draft: Noun) -> Noun:
    """`its status` is the thing itself; an identifier may tell what it identifies."""
    owner = draft.parent
    if owner is not None and not owner.headed and not draft.said:
        draft.parent = None
        owner.absorb(draft)
        return owner
    singled = next((said.entity for said in draft.said if said.identifying), None)
    draft.type = draft.type or singled or _sort_of(draft)
    return draft


def _sort_of(draft: Noun) -> str | None:
    """`a repair`: what is counted is of the one sort of thing that is so called."""
    sorts = {said.entity for said in draft.said if said.entity and not said.denied}
    counted = draft.quantity is not None and not any(said.identifying for said in draft.said)
    return sorts.pop() if counted and len(sorts) == 1 else None


def _counts_another(draft: Noun, head: Noun) -> bool:
    """`cards to 5, two`: the count is not of the receiver, who is one already."""
    counted = draft.quantity is not None and not draft.said and not draft.asked
    return counted and head.role is not None and any(s.identifying for s in head.said)
