"""Words in titles that tell a tool from its near twins, computed over the whole catalogue."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from tool_registry.model import Discriminator
from tool_registry.parsing.frame import Frame
from tool_registry.parsing.phrase import Token
from tool_registry.parsing.reading import Reading
from tool_registry.vocabulary.lexicon import Concept, Kind


def modifier_concepts(readings: Sequence[Reading], frames: Mapping[str, Frame]) -> list[Concept]:
    """Unknown modifiers become values where they set a tool apart from others on its object."""
    peers: defaultdict[str, int] = defaultdict(int)
    wearing: Counter[tuple[str, str]] = Counter()
    for reading in readings:
        frame = frames[reading.raw.id]
        if frame.main:
            peers[frame.main] += 1
            wearing.update({(frame.main, t.text) for t in frame.modifiers if not t.concepts})
    telling = {word for (main, word), count in wearing.items() if count < peers[main]}
    words = dict.fromkeys(word for _, word in sorted(wearing))
    return [Concept(Kind.VALUE, word, source="tools") for word in words if word in telling]


def discriminators(frame: Frame) -> tuple[Discriminator, ...]:
    """The values in front of the object's head, canonical, in the order of the title."""
    found: dict[Discriminator, None] = {}
    for token in frame.modifiers:
        value = token.of(Kind.VALUE)
        if value and value.name != frame.main:
            found[Discriminator(value=value.name, attribute=_attribute(token))] = None
    return tuple(found)


def _attribute(token: Token) -> str | None:
    return next((c.attribute for c in token.concepts if c.kind is Kind.VALUE and c.attribute), None)
